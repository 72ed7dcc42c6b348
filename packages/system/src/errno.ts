/** Error numbers (Linux values) with the two wordings people know: Node's and the C library's `strerror`. */
const ERRNO_TABLE = {
  EPERM: [1, 'operation not permitted', 'Operation not permitted'],
  ENOENT: [2, 'no such file or directory', 'No such file or directory'],
  ESRCH: [3, 'no such process', 'No such process'],
  EINTR: [4, 'interrupted system call', 'Interrupted system call'],
  EIO: [5, 'i/o error', 'Input/output error'],
  ENXIO: [6, 'no such device or address', 'No such device or address'],
  E2BIG: [7, 'argument list too long', 'Argument list too long'],
  ENOEXEC: [8, 'exec format error', 'Exec format error'],
  EBADF: [9, 'bad file descriptor', 'Bad file descriptor'],
  ECHILD: [10, 'no child processes', 'No child processes'],
  EAGAIN: [11, 'resource temporarily unavailable', 'Resource temporarily unavailable'],
  ENOMEM: [12, 'not enough memory', 'Cannot allocate memory'],
  EACCES: [13, 'permission denied', 'Permission denied'],
  EBUSY: [16, 'resource busy or locked', 'Device or resource busy'],
  EEXIST: [17, 'file already exists', 'File exists'],
  EXDEV: [18, 'cross-device link not permitted', 'Invalid cross-device link'],
  ENODEV: [19, 'no such device', 'No such device'],
  ENOTDIR: [20, 'not a directory', 'Not a directory'],
  EISDIR: [21, 'illegal operation on a directory', 'Is a directory'],
  EINVAL: [22, 'invalid argument', 'Invalid argument'],
  EMFILE: [24, 'too many open files', 'Too many open files'],
  ENOTTY: [25, 'inappropriate ioctl for device', 'Inappropriate ioctl for device'],
  ETXTBSY: [26, 'text file is busy', 'Text file busy'],
  EFBIG: [27, 'file too large', 'File too large'],
  ENOSPC: [28, 'no space left on device', 'No space left on device'],
  ESPIPE: [29, 'invalid seek', 'Illegal seek'],
  EROFS: [30, 'read-only file system', 'Read-only file system'],
  EMLINK: [31, 'too many links', 'Too many links'],
  EPIPE: [32, 'broken pipe', 'Broken pipe'],
  ERANGE: [34, 'result too large', 'Numerical result out of range'],
  ENAMETOOLONG: [36, 'name too long', 'File name too long'],
  ENOSYS: [38, 'function not implemented', 'Function not implemented'],
  ENOTEMPTY: [39, 'directory not empty', 'Directory not empty'],
  ELOOP: [40, 'too many symbolic links encountered', 'Too many levels of symbolic links'],
  ENOTSUP: [95, 'operation not supported', 'Operation not supported'],
  ETIMEDOUT: [110, 'connection timed out', 'Connection timed out'],
} as const;

/** The name of a system error, such as `ENOENT`. */
export type Errno = keyof typeof ERRNO_TABLE;

/** Says whether `code` is one of the system errors known here. */
export function isErrno(code: unknown): code is Errno {
  return typeof code === 'string' && Object.hasOwn(ERRNO_TABLE, code);
}

/** Returns the Linux number of an error: 2 for `ENOENT`. */
export function errnoNumber(code: Errno): number {
  return ERRNO_TABLE[code][0];
}

/** Returns the C library's wording, as commands print it: `No such file or directory`. */
export function describeErrno(code: Errno): string {
  return ERRNO_TABLE[code][2];
}

/** Returns Node's wording, as `error.message` has it: `no such file or directory`. */
export function describeErrnoAsNode(code: Errno): string {
  return ERRNO_TABLE[code][1];
}
