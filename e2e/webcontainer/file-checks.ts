import { type Check, codeOf, errorOf, until } from './check.ts';

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Files: mounting, the file API, watching. They run in this order in one container. */
export const FILE_CHECKS: readonly Check[] = [
  {
    name: 'mount: a tree with text, bytes, links and an empty folder',
    async run({ container }) {
      await container.mount({
        'a.txt': { file: { contents: 'héllo' } },
        'bin.dat': { file: { contents: ALL_BYTES } },
        link: { file: { symlink: 'a.txt' } },
        dir: {
          directory: {
            'b.js': { file: { contents: 'console.log(1)' } },
            up: { file: { symlink: '../a.txt' } },
            empty: { directory: {} },
          },
        },
      });
      return container.fs.readdir('.');
    },
    expected: ['a.txt', 'bin.dat', 'dir', 'link'],
  },
  {
    name: 'readFile: text',
    run: ({ container }) => container.fs.readFile('a.txt', 'utf-8'),
    expected: 'héllo',
  },
  {
    name: 'readFile: every byte',
    async run({ container }) {
      const bytes = await container.fs.readFile('bin.dat');
      return [bytes instanceof Uint8Array, Array.from(bytes).join() === ALL_BYTES.join()];
    },
    expected: [true, true],
  },
  {
    name: 'readFile: through symbolic links',
    run: ({ container }) => Promise.all(['link', 'dir/up'].map((path) => container.fs.readFile(path, 'utf8'))),
    expected: ['héllo', 'héllo'],
  },
  {
    name: 'readFile: encodings',
    async run({ container }) {
      const encodings = ['base64', 'base64url', 'hex', 'latin1', 'binary', 'utf8'] as const;
      return Promise.all(encodings.map((encoding) => container.fs.readFile('a.txt', encoding)));
    },
    expected: ['aMOpbGxv', 'aMOpbGxv', '68c3a96c6c6f', 'hÃ©llo', 'hÃ©llo', 'héllo'],
  },
  {
    name: 'readFile: an encoding that there is not',
    run: ({ container }) => errorOf(container.fs.readFile('a.txt', JSON.parse('"klingon"'))),
    expected: { message: 'Unknown encoding: klingon', code: 'ERR_UNKNOWN_ENCODING' },
    strict: { expected: { message: 'Unknown encoding: klingon' } },
  },
  {
    name: 'readFile: what is missing, and what is a folder',
    run: ({ container }) => Promise.all(['nope', 'dir'].map((path) => codeOf(container.fs.readFile(path)))),
    expected: ['ENOENT', 'EISDIR'],
  },
  {
    name: 'errors: codes beside the message',
    async run({ container }) {
      const { code, errno, syscall } = await errorOf(container.fs.readFile('nope'));
      return { code, errno, syscall };
    },
    expected: { code: 'ENOENT', errno: -2, syscall: 'open' },
    strict: { expected: { code: undefined, errno: undefined, syscall: undefined } },
  },
  {
    name: 'paths: what / is',
    async run({ container }) {
      const names = await container.fs.readdir('/');
      return ['a.txt', 'home'].map((name) => names.includes(name));
    },
    expected: [false, true],
    strict: { expected: [true, false] },
  },
  {
    name: 'paths: nothing leads out',
    run: ({ container }) => codeOf(container.fs.readFile('../../../../../../etc/passwd')),
    expected: 'ENOENT',
  },
  {
    name: 'writeFile: bytes, which stay the caller’s, and text in an encoding',
    async run({ container }) {
      const bytes = new Uint8Array([1, 2, 3]);
      await container.fs.writeFile('w.bin', bytes.subarray(1));
      await container.fs.writeFile('w.txt', 'aMOpbGxv', 'base64');
      await container.fs.writeFile('w.lat', 'é', { encoding: 'latin1' });
      const written = await Promise.all(['w.bin', 'w.txt', 'w.lat'].map((path) => container.fs.readFile(path)));
      return [bytes.length, ...written.map((one) => Array.from(one))];
    },
    expected: [3, [2, 3], [104, 195, 169, 108, 108, 111], [233]],
  },
  {
    name: 'writeFile: an empty file, and one in a folder that there is not',
    async run({ container }) {
      await container.fs.writeFile('nothing', '');
      return [(await container.fs.readFile('nothing')).length, await codeOf(container.fs.writeFile('x/y', 'z'))];
    },
    expected: [0, 'ENOENT'],
  },
  {
    name: 'writeFile: ten million bytes and back',
    async run({ container }) {
      const bytes = new Uint8Array(10_000_000).map((_, index) => index * 7 + (index >> 8));
      await container.fs.writeFile('big', bytes);
      const read = await container.fs.readFile('big');
      await container.fs.rm('big');
      return read.length === bytes.length && read.every((byte, index) => byte === bytes[index]);
    },
    expected: true,
  },
  {
    name: 'mkdir: one, several, and one that is there',
    async run({ container }) {
      const one = await container.fs.mkdir('m');
      const first = await container.fs.mkdir('x/y/z', { recursive: true });
      const again = await container.fs.mkdir('x/y', { recursive: true });
      return [one, first.slice(container.workdir.length), again, await codeOf(container.fs.mkdir('m'))];
    },
    expected: [undefined, '/x', undefined, 'EEXIST'],
  },
  {
    name: 'readdir: names, entries with types, bytes',
    async run({ container: { fs } }) {
      const entries = await fs.readdir('dir', { withFileTypes: true });
      const types = entries.map((entry) => [entry.name, entry.isFile(), entry.isDirectory()]);
      const bytes = await fs.readdir('dir', 'buffer');
      const both = await fs.readdir('dir', { encoding: 'buffer', withFileTypes: true });
      const text = new TextDecoder();
      return [
        await fs.readdir('dir'),
        types,
        bytes.map((name) => text.decode(name)),
        both.map(({ name }) => text.decode(name)),
      ];
    },
    expected: [
      ['b.js', 'empty', 'up'],
      [
        ['b.js', true, false],
        ['empty', false, true],
        ['up', false, false],
      ],
      ['b.js', 'empty', 'up'],
      ['b.js', 'empty', 'up'],
    ],
  },
  {
    name: 'readdir: an empty folder, a file, and nothing',
    run: async ({ container: { fs } }) => [
      await fs.readdir('dir/empty'),
      await codeOf(fs.readdir('a.txt')),
      await codeOf(fs.readdir('nope')),
    ],
    expected: [[], 'ENOTDIR', 'ENOENT'],
  },
  {
    name: 'rename: a file, a folder, nothing',
    async run({ container: { fs } }) {
      await fs.rename('w.bin', 'm/w2.bin');
      await fs.rename('m', 'n');
      return [await fs.readdir('n'), await codeOf(fs.rename('nope', 'other'))];
    },
    expected: [['w2.bin'], 'ENOENT'],
  },
  {
    name: 'rm: a file, a folder only when told so, nothing only by force',
    async run({ container: { fs } }) {
      await fs.rm('w.txt');
      const folder = await errorOf(fs.rm('x'));
      await fs.rm('x', { recursive: true });
      await fs.rm('nope', { force: true });
      const names = await fs.readdir('.');
      return [/directory/.test(String(folder['message'])), await codeOf(fs.rm('nope')), names.includes('x')];
    },
    expected: [true, 'ENOENT', false],
  },
  {
    name: 'names: spaces, newlines, other scripts',
    async run({ container: { fs } }) {
      await fs.mkdir('names');
      for (const name of ['a b', 'c\nd', 'ж😀', '-rf', "'"]) await fs.writeFile(`names/${name}`, name);
      return (await fs.readdir('names')).toSorted();
    },
    expected: ["'", '-rf', 'a b', 'c\nd', 'ж😀'],
  },
  {
    name: 'watch: a folder and all below, until closed',
    async run({ container: { fs } }) {
      await fs.mkdir('watched/deep', { recursive: true });
      const heard = new Set<string>();
      const watcher = fs.watch('watched', { recursive: true }, (event, name) => heard.add(`${event} ${String(name)}`));
      // The client does not say when a watcher is there.
      let count = 0;
      await until(async () => {
        await fs.writeFile('watched/deep/a.txt', String(count++));
        return heard.has('change deep/a.txt');
      });
      await fs.writeFile('watched/new.txt', '1');
      await until(() => heard.has('rename new.txt'));
      watcher.close();
      await fs.readdir('.');
      heard.clear();
      await fs.writeFile('watched/after.txt', '1');
      await fs.readdir('.');
      return heard.size;
    },
    expected: 0,
  },
  {
    name: 'watch: one file, with names as bytes',
    async run({ container: { fs } }) {
      const heard: unknown[] = [];
      const watcher = fs.watch('a.txt', JSON.parse('{"encoding":"buffer"}'), (_, name) => heard.push(name));
      await until(async () => {
        await fs.writeFile('a.txt', 'héllo');
        return heard.length > 0;
      });
      watcher.close();
      const [name] = heard;
      return name instanceof Uint8Array ? new TextDecoder().decode(name) : name;
    },
    expected: 'a.txt',
  },
  {
    name: 'watch: what is missing says nothing to the caller',
    async run({ container: { fs } }) {
      const heard: unknown[] = [];
      const watcher = fs.watch('nope', (event) => heard.push(event));
      await fs.readdir('.');
      watcher.close();
      return heard;
    },
    expected: [],
  },
  {
    name: 'mount: at a mount point, over what is there',
    async run({ container }) {
      await container.fs.mkdir('point');
      await container.fs.writeFile('point/kept', 'kept');
      await container.fs.writeFile('point/replaced', 'old');
      await container.mount({ replaced: { file: { contents: 'new' } } }, { mountPoint: 'point' });
      return Promise.all(['kept', 'replaced'].map((name) => container.fs.readFile(`point/${name}`, 'utf8')));
    },
    expected: ['kept', 'new'],
  },
  {
    name: 'mount: at a mount point that there is not',
    run: ({ container }) => codeOf(container.mount({ a: { file: { contents: '' } } }, { mountPoint: 'nowhere' })),
    expected: 'ENOENT',
  },
  {
    name: 'mount: bytes that are no files',
    run: async ({ container }) => Object.keys(await errorOf(container.mount(new Uint8Array([0xc1, 0, 0])))),
    expected: ['message'],
  },
  {
    name: 'mount: an exported snapshot, whose bytes are given away',
    async run({ container }) {
      const snapshot = await container.export('dir', { format: 'binary' });
      await container.fs.mkdir('copy');
      await container.mount(snapshot, { mountPoint: 'copy' });
      const again = await container.export('dir', { format: 'binary' });
      await container.mount(again.slice().buffer, { mountPoint: 'copy' });
      return [await container.fs.readdir('copy'), await container.fs.readFile('copy/b.js', 'utf8'), snapshot.length];
    },
    expected: [['b.js', 'empty', 'up'], 'console.log(1)', 0],
  },
  {
    name: 'export: JSON with links, without a prototype',
    async run({ container }) {
      const tree = await container.export('dir');
      return [Object.getPrototypeOf(tree), JSON.stringify(tree)];
    },
    expected: [
      null,
      '{"b.js":{"file":{"contents":"console.log(1)"}},"empty":{"directory":{}},"up":{"file":{"symlink":"../a.txt"}}}',
    ],
  },
  {
    name: 'export: JSON with bytes, less what is excluded, with what is included',
    async run({ container }) {
      const tree = await container.export('.', {
        excludes: ['copy', 'dir', 'n*', '**/*.lat', 'point', 'watched'],
        includes: ['dir/b.js'],
      });
      const binary: unknown = JSON.parse(
        JSON.stringify(tree, (_, value) => (value instanceof Uint8Array ? value.length : value)),
      );
      return [Object.keys(tree), binary];
    },
    expected: [
      ['a.txt', 'bin.dat', 'dir', 'link'],
      {
        'a.txt': { file: { contents: 'héllo' } },
        'bin.dat': { file: { contents: 256 } },
        dir: { directory: { 'b.js': { file: { contents: 'console.log(1)' } } } },
        link: { file: { symlink: 'a.txt' } },
      },
    ],
  },
  {
    name: 'export: zip',
    async run({ container }) {
      const zip = await container.export('.', { format: 'zip' });
      return [zip instanceof Uint8Array, String.fromCharCode(...zip.subarray(0, 2))];
    },
    expected: [true, 'PK'],
  },
  {
    name: 'export: a single file, and nothing',
    run: async ({ container }) => [
      (await errorOf(container.export('a.txt')))['message'],
      await codeOf(container.export('nope')),
    ],
    expected: ['It is not possible to export a single file in the JSON format.', 'ENOENT'],
  },
  {
    name: 'calls: two hundred at once',
    async run({ container: { fs } }) {
      const names = Array.from({ length: 200 }, (_, index) => `n/${index}`);
      await Promise.all(names.map((name) => fs.writeFile(name, name)));
      const read = await Promise.all(names.map((name) => fs.readFile(name, 'utf8')));
      return read.join() === names.join();
    },
    expected: true,
  },
];
