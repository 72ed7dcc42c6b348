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
  concatBytes,
  decodeText,
  encodeText,
  type FileHandle,
  type FileKind,
  type FileStat,
  type FileSystem,
  isErrno,
  type OpenOptions,
  SystemError,
} from '@cloche/system';
import { withMask } from './process-mask.ts';

/** Creates the file system of the host. Paths go through as bytes, so names that are not UTF-8 survive. */
export function createNodeFileSystem(): FileSystem {
  return {
    stat: (path) => call('stat', path, (name) => toFileStat(statSync(name))),
    lstat: (path) => call('lstat', path, (name) => toFileStat(lstatSync(name))),
    readFile: (path, { maxBytes = Number.POSITIVE_INFINITY } = {}) =>
      call('open', path, (name) => readWhole(name, path, maxBytes)),
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
      call('scandir', path, (name) => readdirSync(name, { withFileTypes: true, encoding: 'latin1' }).map(toEntry)),
    makeDirectory: (path, mode = 0o755) =>
      call('mkdir', path, (name) => {
        withMask(0, () => mkdirSync(name, { mode }));
      }),
    removeDirectory: (path) => call('rmdir', path, (name) => rmdirSync(name)),
    unlink: (path) => call('unlink', path, (name) => unlinkSync(name)),
    rename: (from, to) => callTwo('rename', from, to, renameSync),
    link: (existing, path) => callTwo('link', existing, path, linkSync),
    symlink: (target, path) => callTwo('symlink', target, path, symlinkSync),
    readLink: (path) => call('readlink', path, (name) => decodeText(readlinkSync(name, { encoding: 'buffer' }))),
    realPath: (path) => call('realpath', path, (name) => decodeText(realpathSync.native(name, { encoding: 'buffer' }))),
    changeMode: (path, mode) => call('chmod', path, (name) => chmodSync(name, mode)),
    setTimes(path, atimeMs, mtimeMs, { noFollow = false } = {}) {
      const set = noFollow ? lutimesSync : utimesSync;
      call('utime', path, (name) => set(name, atimeMs / 1000, mtimeMs / 1000));
    },
    truncate: (path, size) => call('open', path, (name) => truncateSync(name, size)),
    access(path, rights) {
      const mode =
        rights === 'exists'
          ? constants.F_OK
          : (rights.read ? constants.R_OK : 0) |
            (rights.write ? constants.W_OK : 0) |
            (rights.execute ? constants.X_OK : 0);
      call('access', path, (name) => accessSync(name, mode));
    },
    space: () =>
      call('statfs', '/', (name) => {
        const { blocks, bavail, bsize } = statfsSync(name);
        return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
      }),
  };
}

const SCRATCH_BYTES = 262_144;
let scratch: Uint8Array | undefined;

/** Reads a file in as few system calls as it takes; most files fit into one buffer that is used again. */
function readWhole(name: Parameters<typeof openSync>[0], path: string, maxBytes: number): Uint8Array {
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  const descriptor = openSync(name, constants.O_RDONLY);
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, scratch, 0, SCRATCH_BYTES, null);
      if (count === 0) return concatBytes(pieces);
      length += count;
      if (length > maxBytes) throw new SystemError('EFBIG', 'open', path);
      pieces.push(scratch.slice(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}

function openHandle(path: string, options: OpenOptions): FileHandle {
  const descriptor = call('open', path, (name) =>
    withMask(0, () => openSync(name, openFlags(options), options.mode ?? 0o644)),
  );
  const isSeekable = fstatSync(descriptor).isFile();
  const at = (position: number): number | null => (isSeekable ? position : null);
  return {
    read(position, maxBytes) {
      return call('read', undefined, () => {
        const buffer = Buffer.allocUnsafe(maxBytes);
        return buffer.subarray(0, readSync(descriptor, buffer, 0, maxBytes, at(position)));
      });
    },
    write(position, bytes) {
      call('write', undefined, () => {
        const place = options.append ? null : at(position);
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(descriptor, bytes, done, bytes.length - done, place === null ? null : place + done);
        }
      });
    },
    truncate: (size) => call('ftruncate', undefined, () => ftruncateSync(descriptor, size)),
    stat: () => call('fstat', undefined, () => toFileStat(fstatSync(descriptor))),
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

/** Makes a call on a path, whose failures become `SystemError` with the engine's text of the path. */
function call<T>(syscall: string, path: string | undefined, run: (name: Buffer) => T): T {
  try {
    return run(path === undefined ? Buffer.alloc(0) : toBuffer(path, syscall));
  } catch (error) {
    throw toSystemError(error, syscall, path);
  }
}

function callTwo(syscall: string, path: string, dest: string, run: (name: Buffer, other: Buffer) => void): void {
  try {
    run(toBuffer(path, syscall), toBuffer(dest, syscall));
  } catch (error) {
    throw toSystemError(error, syscall, path, dest);
  }
}

function toBuffer(path: string, syscall: string): Buffer {
  if (path.includes('\0')) throw new SystemError('EINVAL', syscall, path);
  return Buffer.from(encodeText(path));
}

function toSystemError(error: unknown, syscall: string, path?: string, dest?: string): unknown {
  if (error instanceof SystemError || !(error instanceof Error) || !('code' in error)) return error;
  const code = error.code === 'EOPNOTSUPP' ? 'ENOTSUP' : error.code;
  return isErrno(code) ? new SystemError(code, syscall, path, dest) : error;
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
