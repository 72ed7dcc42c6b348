import { decodeText, encodeText, equalBytes } from '../bytes.ts';
import type { FileSystem } from '../file-system.ts';
import { errnoOf } from '../system-error.ts';
import { type ExpectedFailures, registerCase, type TestApi } from './test-api.ts';

/** What a suite works on: a file system and an empty directory in it. */
export interface FileSystemFixture {
  readonly files: FileSystem;
  /** Absolute path of an empty directory, without links in it. */
  readonly root: string;
}

/**
 * Registers the cases that every `FileSystem` must pass.
 *
 * @param create  makes a fresh fixture; called once a case
 */
export function describeFileSystem(
  name: string,
  create: () => FileSystemFixture,
  api: TestApi,
  options: { readonly expectedFailures?: ExpectedFailures } = {},
): void {
  api.describe(`FileSystem: ${name}`, () => {
    for (const [title, body] of Object.entries(CASES)) {
      registerCase(api, options.expectedFailures ?? {}, title, () => {
        const { files, root } = create();
        body({ files, root, expect: api.expect, at: (path) => `${root}/${path}` });
      });
    }
  });
}

interface CaseContext extends FileSystemFixture {
  readonly expect: TestApi['expect'];
  /** Returns the absolute path of a name below the root. */
  readonly at: (path: string) => string;
}

const CASES: Record<string, (context: CaseContext) => void> = {
  'keeps any bytes'({ files, at, expect }) {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    files.writeFile(at('all'), bytes.slice());
    expect([...files.readFile(at('all'))]).toEqual([...bytes]);
    expect([...files.readFile(at('all'), { maxBytes: bytes.length })]).toEqual([...bytes]);
    expect(codeOf(() => files.readFile(at('all'), { maxBytes: bytes.length - 1 }))).toBe('EFBIG');
    expect(files.stat(at('all')).size).toBe(256);
  },
  'reads many files in turn'({ files, at, expect }) {
    const reader = files.createBulkReader?.() ?? files;
    const sizes = [0, 5, 4096, 1_000_000, 3, 0, 262_144, 524_288];
    for (const size of sizes) {
      const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
      files.writeFile(at(`f${size}`), bytes.slice());
      expect(equalBytes(reader.readFile(at(`f${size}`)), bytes)).toBe(true);
    }
    expect(reader.readFile(at('f4096'), { maxBytes: 4096 }).length).toBe(4096);
    expect(codeOf(() => reader.readFile(at('f4096'), { maxBytes: 4095 }))).toBe('EFBIG');
    expect(codeOf(() => reader.readFile(at('f1000000'), { maxBytes: 999_999 }))).toBe('EFBIG');
    expect(codeOf(() => reader.readFile(at('missing')))).toBe('ENOENT');
    files.makeDirectory(at('d'));
    expect(codeOf(() => reader.readFile(at('d')))).toBe('EISDIR');
    files.writeFile(at('b\udcffd'), encodeText('x'));
    expect(decodeText(reader.readFile(at('b\udcffd')))).toBe('x');
  },
  'keeps names that are not UTF-8'({ files, root, at, expect }) {
    files.writeFile(at('b\udcffd'), encodeText('x'));
    expect(files.readDirectory(root).map(({ name }) => name)).toEqual(['b\udcffd']);
    expect(decodeText(files.readFile(at('b\udcffd')))).toBe('x');
    expect(files.realPath(at('b\udcffd'))).toBe(at('b\udcffd'));
  },
  'gives snapshots that later writes do not change'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('before'));
    const snapshot = files.readFile(at('f'));
    const handle = files.open(at('f'), { write: true });
    handle.write(0, encodeText('AFTER!'));
    handle.close();
    expect(decodeText(snapshot)).toBe('before');
    expect(decodeText(files.readFile(at('f')))).toBe('AFTER!');
  },
  'creates exclusively'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('1'), { exclusive: true });
    expect(codeOf(() => files.writeFile(at('f'), encodeText('2'), { exclusive: true }))).toBe('EEXIST');
    files.symlink('nowhere', at('dangling'));
    expect(codeOf(() => files.open(at('dangling'), { write: true, create: true, exclusive: true }))).toBe('EEXIST');
  },
  'gives a new file its mode and leaves an old one its own'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('1'), { mode: 0o600 });
    expect(files.stat(at('f')).mode).toBe(0o600);
    files.writeFile(at('f'), encodeText('2'), { mode: 0o644 });
    expect(files.stat(at('f')).mode).toBe(0o600);
    files.changeMode(at('f'), 0o4751);
    expect(files.stat(at('f')).mode).toBe(0o4751);
  },
  'reads, writes, fills gaps and truncates through a handle'({ files, at, expect }) {
    const handle = files.open(at('f'), { read: true, write: true, create: true });
    handle.write(0, encodeText('hello'));
    handle.write(7, encodeText('!'));
    expect(decodeText(handle.read(0, 100))).toBe('hello\0\0!');
    expect(decodeText(handle.read(1, 3))).toBe('ell');
    expect(handle.read(8, 10).length).toBe(0);
    handle.truncate(2);
    expect(decodeText(handle.read(0, 100))).toBe('he');
    handle.truncate(4);
    expect(decodeText(handle.read(0, 100))).toBe('he\0\0');
    handle.close();
    expect(codeOf(() => handle.read(0, 1))).toBe('EBADF');
  },
  'appends at the end, whatever the position'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('one\n'));
    const first = files.open(at('f'), { append: true });
    const second = files.open(at('f'), { append: true });
    first.write(0, encodeText('two\n'));
    second.write(0, encodeText('three\n'));
    first.close();
    second.close();
    expect(decodeText(files.readFile(at('f')))).toBe('one\ntwo\nthree\n');
  },
  'truncates on open'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('long'));
    files.open(at('f'), { write: true, truncate: true }).close();
    expect(files.stat(at('f')).size).toBe(0);
  },
  'keeps a removed file for the handles that have it open'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('still here'));
    const handle = files.open(at('f'), { read: true });
    files.unlink(at('f'));
    expect(codeOf(() => files.stat(at('f')))).toBe('ENOENT');
    expect(decodeText(handle.read(0, 100))).toBe('still here');
    handle.close();
  },
  'names the failure of each wrong kind'({ files, root, at, expect }) {
    files.writeFile(at('f'), encodeText('x'));
    files.makeDirectory(at('d'));
    expect(codeOf(() => files.readFile(at('missing')))).toBe('ENOENT');
    expect(codeOf(() => files.readFile(at('d')))).toBe('EISDIR');
    expect(codeOf(() => files.readFile(at('f/x')))).toBe('ENOTDIR');
    expect(codeOf(() => files.stat(at('f/')))).toBe('ENOTDIR');
    expect(codeOf(() => files.writeFile(at('d'), encodeText('')))).toBe('EISDIR');
    expect(codeOf(() => files.writeFile(at('no/f'), encodeText('')))).toBe('ENOENT');
    expect(codeOf(() => files.readDirectory(at('f')))).toBe('ENOTDIR');
    expect(codeOf(() => files.makeDirectory(at('f')))).toBe('EEXIST');
    expect(codeOf(() => files.makeDirectory(at('no/d')))).toBe('ENOENT');
    expect(codeOf(() => files.removeDirectory(at('f')))).toBe('ENOTDIR');
    expect(codeOf(() => files.unlink(at('d')))).toBe('EISDIR');
    expect(codeOf(() => files.readLink(at('f')))).toBe('EINVAL');
    expect(codeOf(() => files.stat(''))).toBe('ENOENT');
    expect(codeOf(() => files.readDirectory(''))).toBe('ENOENT');
    expect(codeOf(() => files.removeDirectory(''))).toBe('ENOENT');
    expect(codeOf(() => files.writeFile('', encodeText('')))).toBe('ENOENT');
    expect(codeOf(() => files.stat(`${root}/a\0b`))).toBe('EINVAL');
    expect(codeOf(() => files.stat(at('n'.repeat(256))))).toBe('ENAMETOOLONG');
    expect(codeOf(() => files.stat(at('n/'.repeat(3000))))).toBe('ENAMETOOLONG');
    expect(codeOf(() => files.link(at('d'), at('d2')))).toBe('EPERM');
  },
  'removes only empty directories'({ files, at, expect }) {
    files.makeDirectory(at('d'));
    files.writeFile(at('d/f'), encodeText('x'));
    expect(codeOf(() => files.removeDirectory(at('d')))).toBe('ENOTEMPTY');
    files.unlink(at('d/f'));
    files.removeDirectory(at('d'));
    expect(codeOf(() => files.stat(at('d')))).toBe('ENOENT');
  },
  'lists names with their kinds'({ files, root, at, expect }) {
    files.writeFile(at('f'), encodeText(''));
    files.makeDirectory(at('d'));
    files.symlink('f', at('l'));
    const byName = files.readDirectory(root).sort((left, right) => (left.name < right.name ? -1 : 1));
    expect(byName.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['d directory', 'f file', 'l symlink']);
  },
  'follows symbolic links, relative, absolute and chained'({ files, at, expect }) {
    files.makeDirectory(at('d'));
    files.writeFile(at('d/f'), encodeText('found'));
    files.symlink('d', at('relative'));
    files.symlink(at('d/f'), at('absolute'));
    files.symlink('absolute', at('chained'));
    expect(decodeText(files.readFile(at('relative/f')))).toBe('found');
    expect(decodeText(files.readFile(at('chained')))).toBe('found');
    expect(files.lstat(at('chained')).kind).toBe('symlink');
    expect(files.lstat(at('relative/')).kind).toBe('directory');
    expect(files.stat(at('chained')).kind).toBe('file');
    expect(files.readLink(at('chained'))).toBe('absolute');
    expect(files.realPath(at('relative/../relative/./f'))).toBe(at('d/f'));
  },
  'resolves .. after a link physically'({ files, at, expect }) {
    files.makeDirectory(at('a'));
    files.makeDirectory(at('a/deep'));
    files.symlink('a/deep', at('l'));
    files.writeFile(at('a/f'), encodeText('beside deep'));
    expect(decodeText(files.readFile(at('l/../f')))).toBe('beside deep');
  },
  'creates the target of a dangling link'({ files, at, expect }) {
    files.symlink('target', at('l'));
    expect(codeOf(() => files.readFile(at('l')))).toBe('ENOENT');
    files.writeFile(at('l'), encodeText('made'));
    expect(decodeText(files.readFile(at('target')))).toBe('made');
    expect(files.lstat(at('l')).kind).toBe('symlink');
  },
  'ends loops of links'({ files, at, expect }) {
    files.symlink('b', at('a'));
    files.symlink('a', at('b'));
    expect(codeOf(() => files.stat(at('a')))).toBe('ELOOP');
    expect(codeOf(() => files.readFile(at('a/x')))).toBe('ELOOP');
    expect(files.lstat(at('a')).kind).toBe('symlink');
  },
  'shares content and mode between hard links'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('one'));
    files.link(at('f'), at('g'));
    expect(files.stat(at('g')).inode).toBe(files.stat(at('f')).inode);
    expect(files.stat(at('f')).links).toBe(2);
    files.writeFile(at('g'), encodeText('two'));
    files.changeMode(at('g'), 0o711);
    expect(decodeText(files.readFile(at('f')))).toBe('two');
    expect(files.stat(at('f')).mode).toBe(0o711);
    files.unlink(at('f'));
    expect(decodeText(files.readFile(at('g')))).toBe('two');
    expect(files.stat(at('g')).links).toBe(1);
    expect(codeOf(() => files.link(at('g'), at('g')))).toBe('EEXIST');
  },
  'renames files and directories, replacing what may be replaced'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('f'));
    files.writeFile(at('g'), encodeText('g'));
    files.rename(at('f'), at('g'));
    expect(decodeText(files.readFile(at('g')))).toBe('f');
    expect(codeOf(() => files.stat(at('f')))).toBe('ENOENT');
    files.makeDirectory(at('d'));
    files.writeFile(at('d/x'), encodeText('x'));
    files.makeDirectory(at('e'));
    files.rename(at('d'), at('e'));
    expect(decodeText(files.readFile(at('e/x')))).toBe('x');
    files.rename(at('e/x'), at('e/x'));
    expect(decodeText(files.readFile(at('e/x')))).toBe('x');
  },
  'refuses renames that make no sense'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('f'));
    files.makeDirectory(at('d'));
    files.makeDirectory(at('d/e'));
    files.makeDirectory(at('full'));
    files.writeFile(at('full/x'), encodeText('x'));
    expect(codeOf(() => files.rename(at('missing'), at('g')))).toBe('ENOENT');
    expect(codeOf(() => files.rename(at('f'), at('no/g')))).toBe('ENOENT');
    expect(codeOf(() => files.rename(at('f'), at('d')))).toBe('EISDIR');
    expect(codeOf(() => files.rename(at('d'), at('f')))).toBe('ENOTDIR');
    expect(codeOf(() => files.rename(at('d'), at('full')))).toBe('ENOTEMPTY');
    expect(codeOf(() => files.rename(at('d'), at('d/e/in')))).toBe('EINVAL');
  },
  'does nothing when both names are links of one file'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'));
    files.link(at('f'), at('g'));
    files.rename(at('f'), at('g'));
    expect(files.stat(at('f')).links).toBe(2);
  },
  'renames a link, not its target'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'));
    files.symlink('f', at('l'));
    files.rename(at('l'), at('m'));
    expect(files.readLink(at('m'))).toBe('f');
    files.unlink(at('m'));
    expect(decodeText(files.readFile(at('f')))).toBe('x');
  },
  'sets and keeps times to the millisecond'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'));
    files.setTimes(at('f'), 1_000_000_000_123, 1_234_567_890_456);
    expect(Math.round(files.stat(at('f')).mtimeMs)).toBe(1_234_567_890_456);
    expect(Math.round(files.stat(at('f')).atimeMs)).toBe(1_000_000_000_123);
    files.symlink('f', at('l'));
    files.setTimes(at('l'), 5000, 6000, { noFollow: true });
    expect(files.lstat(at('l')).mtimeMs).toBe(6000);
    expect(Math.round(files.stat(at('l')).mtimeMs)).toBe(1_234_567_890_456);
  },
  'moves mtime forward on a write'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'));
    files.setTimes(at('f'), 1000, 1000);
    files.writeFile(at('f'), encodeText('y'));
    expect(files.stat(at('f')).mtimeMs > 1000).toBe(true);
  },
  'truncates by path'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('abcdef'));
    files.truncate(at('f'), 3);
    expect(decodeText(files.readFile(at('f')))).toBe('abc');
    expect(codeOf(() => files.truncate(at('missing'), 3))).toBe('ENOENT');
  },
  'answers access by the execute bit'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'), { mode: 0o644 });
    files.access(at('f'), 'exists');
    expect(codeOf(() => files.access(at('f'), { execute: true }))).toBe('EACCES');
    files.changeMode(at('f'), 0o755);
    files.access(at('f'), { execute: true, read: true, write: true });
    expect(codeOf(() => files.access(at('missing'), 'exists'))).toBe('ENOENT');
  },
  'refuses what the mode forbids'({ files, at, expect }) {
    files.writeFile(at('f'), encodeText('x'), { mode: 0o400 });
    expect(codeOf(() => files.writeFile(at('f'), encodeText('y')))).toBe('EACCES');
    files.makeDirectory(at('d'), 0o500);
    expect(codeOf(() => files.writeFile(at('d/f'), encodeText('y')))).toBe('EACCES');
    files.changeMode(at('d'), 0o700);
    files.writeFile(at('d/f'), encodeText('y'));
    expect(decodeText(files.readFile(at('d/f')))).toBe('y');
  },
  'reports room'({ files, expect }) {
    const { totalBytes, freeBytes } = files.space();
    expect(totalBytes > 0 && freeBytes <= totalBytes).toBe(true);
  },
};

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return errnoOf(error) ?? String(error);
  }
  return undefined;
}
