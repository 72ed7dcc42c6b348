import { decodeText, encodeText } from '@cloche/system';
import type { CaseMachine, MachineCases } from '../machine-case.ts';

const ODD_NAMES = ['-rf', ' a b ', '$(x)`y`', 'a\nb', '__proto__', 'cafe\u0301', 'caf\u00e9', '\udcff\udcfe', '*?[x]'];

/** Files: bytes, modes, links, names, changes with their conditions, and errors with their codes. */
export const FILE_CASES: MachineCases = {
  'keeps any bytes': {
    answer: [0, 1, 256, 300_000, true],
    async run({ put, at, call }) {
      const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      const read = async (name: string): Promise<Uint8Array> => (await call('read_file', { path: at(name) })).bytes;
      for (const length of [0, 1, 256, 300_000]) await put(`f${length}`, bytes(length));
      const lengths = await Promise.all([0, 1, 256, 300_000].map(async (length) => (await read(`f${length}`)).length));
      const large = await read('f300000');
      return [...lengths, bytes(300_000).every((byte, index) => byte === large[index])];
    },
  },
  'takes ten megabytes and gives them back': {
    answer: { length: 10_000_000, isSame: true, isSeenByCommands: '10000000\n' },
    async run({ put, at, call, out }) {
      const bytes = new Uint8Array(10_000_000);
      for (let index = 0, state = 1; index < bytes.length; index++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        bytes[index] = state >>> 24;
      }
      await put('big', bytes.slice());
      const read = await call('read_file', { path: at('big') });
      const isSame = bytes.every((byte, index) => byte === read.bytes[index]);
      return { length: read.bytes.length, isSame, isSeenByCommands: await out('wc -c < big') };
    },
  },
  'keeps modes and times, and runs what may be run': {
    answer: { mode: '640', changed: '700', mtimeMs: 1_500_000_000_000, script: 'ran x\n', refused: 126 },
    async run({ put, at, call, bash, out, directory }) {
      const bytes = encodeText('#!/bin/bash\necho "ran $1"\n');
      const mtimeMs = 1_500_000_000_000;
      await call('import_files', { root: directory, files: [{ path: 's', bytes, mode: 0o640, mtimeMs }] });
      const before = await call('read_file', { path: at('s') });
      const { exitCode } = await bash('./s x');
      await bash('chmod 700 s');
      const { mode } = await call('read_file', { path: at('s') });
      await put('other', '');
      return {
        mode: (before.mode & 0o777).toString(8),
        changed: (mode & 0o777).toString(8),
        mtimeMs: before.mtimeMs,
        script: await out('./s x'),
        refused: exitCode,
      };
    },
  },
  'follows links, and knows them as links': {
    answer: {
      through: 'target\n',
      facts: { isSymlink: true, resolvedPath: '@/file', linkPath: '@/link', kind: 'file' },
      dangling: { isSymlink: true, resolvedPath: '@/nowhere', kind: 'absent' },
      loop: 'ELOOP',
      kinds: ['dangling symlink', 'file file', 'link symlink', 'loop symlink'],
      target: 'file\n',
    },
    async run({ put, at, call, text, out, short, directory }) {
      await put('file', 'target\n');
      await put('link', 'file', { isSymlink: true });
      await put('dangling', 'nowhere', { isSymlink: true });
      await put('loop', 'loop', { isSymlink: true });
      const look = async (name: string) => call('facts', { path: at(name), maxBytes: 0 });
      const [link, dangling, loop] = [await look('link'), await look('dangling'), await look('loop')];
      const { entries } = await call('list_directory', { path: directory });
      return {
        through: await text('link'),
        facts: {
          isSymlink: link.isSymlink,
          resolvedPath: short(link.resolvedPath),
          linkPath: short(link.linkPath),
          kind: link.kind,
        },
        dangling: {
          isSymlink: dangling.isSymlink,
          resolvedPath: short(dangling.resolvedPath),
          kind: dangling.kind,
        },
        loop: loop.problem?.code,
        kinds: entries.map(({ path, kind }) => `${short(path).slice(2)} ${kind}`),
        target: await out('readlink link'),
      };
    },
  },
  'writes through a link, or replaces it': {
    answer: {
      through: ['changed', '@/file', 'new'],
      replaced: ['changed', '@/link', 'newer'],
      isLinkStill: ['no\n', 'new'],
    },
    async run(machine) {
      const { put, text, out } = machine;
      await put('file', 'old');
      await put('link', 'file', { isSymlink: true });
      const through = await changeFile(machine, 'link', 'new', false);
      const between = await text('file');
      const replaced = await changeFile(machine, 'link', 'newer', true);
      return {
        through: [...through, between],
        replaced: [...replaced, await text('link')],
        isLinkStill: [await out('[ -L link ] && echo yes || echo no'), await text('file')],
      };
    },
  },
  'makes a change only on what it was prepared for': {
    answer: [
      'changed',
      'conflict created',
      'conflict changed',
      'conflict removed',
      'conflict created',
      'ENOTDIR',
      'again',
    ],
    async run({ put, at, call, text }) {
      const change = async (path: string, expected: Expected): Promise<string> => {
        const bytes = encodeText('again');
        const outcome = await call('change_file', { path: at(path), expected, bytes, replaceLink: false });
        if (outcome.kind === 'conflict') return `conflict ${outcome.found}`;
        return outcome.kind === 'failed' ? outcome.code : outcome.kind;
      };
      await put('file', 'first');
      await put('directory/inner', '');
      const { hash = '' } = await call('facts', { path: at('file'), maxBytes: 100 });
      const first = await change('file', { kind: 'hash', hash });
      return [
        first,
        await change('file', { kind: 'absent' }),
        await change('file', { kind: 'hash', hash }),
        await change('removed', { kind: 'hash', hash }),
        await change('directory', { kind: 'absent' }),
        await change('file/below', { kind: 'absent' }),
        await text('file'),
      ];
    },
  },
  'keeps odd names, also those that are not UTF-8': {
    answer: { listed: 9, read: true, globbed: ['a\nb'], counted: '9\n', removed: 8, removedByCommand: 7 },
    async run({ put, at, call, text, out, short, bash, directory }) {
      for (const name of ODD_NAMES) await put(name, name);
      const listed = async (): Promise<string[]> =>
        (await call('list_directory', { path: directory })).entries.map(({ path }) => short(path).slice(2));
      const names = await listed();
      const texts = await Promise.all(
        names.map(async (name) => (await text(name)) === name && ODD_NAMES.includes(name)),
      );
      const found = await call('glob', { pattern: 'a?b', root: directory, maxResults: 9 });
      const counted = await out('set -- *; echo $#');
      await call('remove', { path: at('\udcff\udcfe') });
      const removed = (await listed()).length;
      await bash(`rm -- -rf`);
      return {
        listed: names.length,
        read: texts.every(Boolean),
        globbed: found.kind === 'found' ? found.paths.map((path) => short(path).slice(2)) : found.text,
        counted,
        removed,
        removedByCommand: (await listed()).length,
      };
    },
  },
  'moves, copies and removes names, and replaces nothing': {
    answer: ['done', 'done', 'exists', 'missing', 'not_a_file', 'not_empty', 'done', 'done', 'x sub/y'],
    async run({ put, at, call, out }) {
      await put('a', 'x');
      await put('sub/b', 'y');
      const change = async (action: 'copy' | 'move' | 'remove', path: string, to = ''): Promise<string> => {
        const params = action === 'remove' ? { action, path: at(path) } : { action, path: at(path), to: at(to) };
        const outcome = await call('change_name', params);
        return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
      };
      return [
        await change('copy', 'a', 'new/deep/copy'),
        await change('move', 'sub/b', 'sub/y'),
        await change('move', 'a', 'sub/y'),
        await change('remove', 'nothing'),
        await change('copy', 'sub', 'other'),
        await change('remove', 'sub'),
        await change('remove', 'a'),
        await change('move', 'new/deep/copy', 'x'),
        (await out('rmdir new/deep new; find . -type f | sort')).replace('./sub/y\n./x\n', 'x sub/y'),
      ];
    },
  },
  'names what stands in the way by its code': {
    answer: {
      'read_file of nothing': 'ENOENT',
      'read_file of a directory': 'EISDIR',
      'read_file below a file': 'ENOTDIR',
      'list_directory of a file': 'ENOTDIR',
      'make_directory of a file': 'EEXIST',
      'remove of nothing': 'ENOENT',
      'rename of nothing': 'ENOENT',
      'rename onto a full directory': 'ENOTEMPTY',
      'import_files upwards': 'EINVAL',
      'too long a name': 'ENAMETOOLONG',
      'too many real_paths': 'E2BIG',
    },
    async run({ put, at, call, codeOf, directory }) {
      await put('file', '');
      await put('full/inner', '');
      await put('empty/', '');
      const bytes = new Uint8Array(0);
      const paths = Array.from({ length: 257 }, () => directory);
      return {
        'read_file of nothing': await codeOf(call('read_file', { path: at('nothing') })),
        'read_file of a directory': await codeOf(call('read_file', { path: at('full') })),
        'read_file below a file': await codeOf(call('read_file', { path: at('file/below') })),
        'list_directory of a file': await codeOf(call('list_directory', { path: at('file') })),
        'make_directory of a file': await codeOf(call('make_directory', { path: at('file') })),
        'remove of nothing': await codeOf(call('remove', { path: at('nothing') })),
        'rename of nothing': await codeOf(call('rename', { from: at('nothing'), to: at('x') })),
        'rename onto a full directory': await codeOf(call('rename', { from: at('empty'), to: at('full') })),
        'import_files upwards': await codeOf(
          call('import_files', { root: directory, files: [{ path: '../x', bytes }] }),
        ),
        'too long a name': await codeOf(call('make_directory', { path: at('x'.repeat(300)) })),
        'too many real_paths': await codeOf(call('real_paths', { paths })),
      };
    },
  },
  'tells expected failures and throws none': {
    answer: ['absent', 'directory', 'binary', 'ENOTDIR', 'ENOENT', 'failed', 'failed', 'failed'],
    async run({ put, at, call, directory }) {
      await put('file', 'a\0b');
      const view = async (path: string): Promise<string> => {
        const outcome = await call('view_file', { path, firstLine: 1, maxLines: 9, maxBytes: 99, maxLineBytes: 99 });
        return outcome.kind === 'failed' ? outcome.code : outcome.kind;
      };
      const listed = await call('view_directory', { path: at('nothing'), maxEntries: 9 });
      const glob = await call('glob', { pattern: '*', root: at('nothing'), maxResults: 9 });
      const grep = await call('grep', { pattern: '(', root: directory, maxBytes: 99 });
      const nowhere = await call('grep', { pattern: 'x', root: at('nothing'), maxBytes: 99 });
      return [
        await view(at('nothing')),
        await view(directory),
        await view(at('file')),
        await view(at('file/below')),
        listed.kind === 'failed' ? listed.code : listed.kind,
        glob.kind,
        grep.kind,
        nowhere.kind,
      ];
    },
  },
  'finds names and lines': {
    answer: {
      glob: ['@/a.ts', '@/src/b.ts'],
      grep: '@/a.ts:1:one\n@/src/b.ts:2:one more\n',
      tree: ['@/src', '@/a.ts', '@/src/b.ts', '@/src/c.md'],
      cut: { shown: 2, isComplete: false },
    },
    async run({ put, call, short, directory }) {
      await put('a.ts', 'one\n');
      await put('src/b.ts', 'two\none more\n');
      await put('src/c.md', 'three\n');
      const found = await call('glob', { pattern: '**/*.ts', root: directory, maxResults: 9, order: 'name' });
      const lines = await call('grep', { pattern: '^one', root: directory, maxBytes: 999 });
      const tree = await call('list_tree', { path: directory, maxEntries: 9 });
      const cut = await call('list_tree', { path: directory, maxEntries: 2 });
      return {
        glob: found.kind === 'found' ? found.paths.map(short) : found.text,
        grep: lines.kind === 'found' ? short(decodeText(lines.lines)) : lines.text,
        tree: tree.entries.map(({ path }) => short(path)),
        cut: { shown: cut.entries.length, isComplete: cut.isComplete },
      };
    },
  },
};

type Expected = { readonly kind: 'absent' } | { readonly kind: 'hash'; readonly hash: string };

/** Changes a file from what it is now; returns how that went, and where. */
async function changeFile(
  { call, at, short }: CaseMachine,
  name: string,
  text: string,
  replaceLink: boolean,
): Promise<string[]> {
  const { hash = '' } = await call('facts', { path: at(name), maxBytes: 1000 });
  const bytes = encodeText(text);
  const expected: Expected = { kind: 'hash', hash };
  const outcome = await call('change_file', { path: at(name), expected, bytes, replaceLink });
  return [outcome.kind, outcome.kind === 'changed' ? short(outcome.path) : JSON.stringify(outcome)];
}
