import {
  accessSync,
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statfsSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import {
  decodeText,
  type FileHandle,
  type FileKind,
  type FileStat,
  type FileSystem,
  type OpenOptions,
} from '@cloche/system';
import { createBulkReader } from './bulk-reader.ts';
import { callHost, callHostOnTwo } from './host-call.ts';
import { withMask } from './process-mask.ts';

/** Creates the file system of the host. Paths go through as bytes, so names that are not UTF-8 survive. */
export function createNodeFileSystem(): FileSystem {
  // Links may lead to files that do not tell their end, and so may pipes.
  const reader = createBulkReader(() => false);
  return {
    stat: (path) => callHost('stat', path, (name) => toFileStat(statSync(name))),
    lstat: (path) => callHost('lstat', path, (name) => toFileStat(lstatSync(name))),
    readFile: (path, options) => reader.readFile(path, options).slice(),
    createBulkReader: () => createBulkReader(),
    writeFile(path, bytes, { mode = 0o644, exclusive = false } = {}) {
      const handle = openHandle(path, { write: true, create: true, truncate: true, exclusive, mode });
      try {
        handle.write(0, bytes);
      } finally {
        handle.close();
      }
    },
    open: openHandle,
    readDirectory: (path) =>
      callHost('scandir', path, (name) => readdirSync(name, { withFileTypes: true, encoding: 'latin1' }).map(toEntry)),
    makeDirectory: (path, mode = 0o755) =>
      callHost('mkdir', path, (name) => {
        withMask(0, () => mkdirSync(name, { mode }));
      }),
    removeDirectory: (path) => callHost('rmdir', path, (name) => rmdirSync(name)),
    unlink: (path) => callHost('unlink', path, (name) => unlinkSync(name)),
    rename: (from, to) => callHostOnTwo('rename', from, to, renameSync),
    link: (existing, path) => callHostOnTwo('link', existing, path, linkSync),
    symlink: (target, path) => callHostOnTwo('symlink', target, path, symlinkSync),
    readLink: (path) => callHost('readlink', path, (name) => decodeText(readlinkSync(name, { encoding: 'buffer' }))),
    realPath: (path) =>
      callHost('realpath', path, (name) => decodeText(realpathSync.native(name, { encoding: 'buffer' }))),
    changeMode: (path, mode) => callHost('chmod', path, (name) => chmodSync(name, mode)),
    setTimes(path, atimeMs, mtimeMs, { noFollow = false } = {}) {
      const set = noFollow ? lutimesSync : utimesSync;
      callHost('utime', path, (name) => set(name, atimeMs / 1000, mtimeMs / 1000));
    },
    truncate: (path, size) => callHost('open', path, (name) => truncateSync(name, size)),
    access(path, rights) {
      const mode =
        rights === 'exists'
          ? constants.F_OK
          : (rights.read ? constants.R_OK : 0) |
            (rights.write ? constants.W_OK : 0) |
            (rights.execute ? constants.X_OK : 0);
      callHost('access', path, (name) => accessSync(name, mode));
    },
    space: () =>
      callHost('statfs', '/', (name) => {
        const { blocks, bavail, bsize } = statfsSync(name);
        return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
      }),
  };
}

function openHandle(path: string, options: OpenOptions): FileHandle {
  const descriptor = callHost('open', path, (name) =>
    withMask(0, () => openSync(name, openFlags(options), options.mode ?? 0o644)),
  );
  const isSeekable = fstatSync(descriptor).isFile();
  const at = (position: number): number | null => (isSeekable ? position : null);
  return {
    read(position, maxBytes) {
      return callHost('read', undefined, () => {
        const buffer = Buffer.allocUnsafe(maxBytes);
        return buffer.subarray(0, readSync(descriptor, buffer, 0, maxBytes, at(position)));
      });
    },
    write(position, bytes) {
      callHost('write', undefined, () => {
        const place = options.append ? null : at(position);
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(descriptor, bytes, done, bytes.length - done, place === null ? null : place + done);
        }
      });
    },
    truncate: (size) => callHost('ftruncate', undefined, () => ftruncateSync(descriptor, size)),
    stat: () => callHost('fstat', undefined, () => toFileStat(fstatSync(descriptor))),
    close: () => closeSync(descriptor),
  };
}

function openFlags(options: OpenOptions): number {
  const canWrite = options.write === true || options.append === true;
  const access = canWrite ? (options.read ? constants.O_RDWR : constants.O_WRONLY) : constants.O_RDONLY;
  return (
    access |
    (options.append ? constants.O_APPEND : 0) |
    (options.create ? constants.O_CREAT : 0) |
    (options.exclusive ? constants.O_EXCL : 0) |
    (options.truncate ? constants.O_TRUNC : 0)
  );
}

/** Names come as one unit a byte, which costs least; most are ASCII and need no decoding. */
function toEntry(entry: Dirent): { name: string; kind: FileKind } {
  const { name } = entry;
  return { name: /[^\x00-\x7f]/.test(name) ? decodeText(Buffer.from(name, 'latin1')) : name, kind: kindOf(entry) };
}

function kindOf(entry: Dirent | Stats | BigIntStats): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isFIFO()) return 'fifo';
  if (entry.isSocket()) return 'socket';
  return entry.isBlockDevice() ? 'block-device' : 'character-device';
}

/** Puts the host's facts about a file into the port's form. */
export function toFileStat(stats: Stats): FileStat {
  return {
    kind: kindOf(stats),
    mode: stats.mode & 0o7777,
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    atimeMs: stats.atimeMs,
    birthtimeMs: stats.birthtimeMs,
    inode: stats.ino,
    device: stats.dev,
    links: stats.nlink,
    userId: stats.uid,
    groupId: stats.gid,
    blocks: stats.blocks,
  };
}
