import { encodeText, isErrno, SystemError } from '@cloche/system';

/** A path as Node takes it: most are texts; those that are not UTF-8 are bytes. */
export type HostPath = string | Buffer;

/** Makes a call of the host on a path, whose failures become `SystemError` with the engine's text of the path. */
export function callHost<T>(syscall: string, path: string | undefined, run: (name: HostPath) => T): T {
  try {
    return run(path === undefined ? '' : toHostPath(path, syscall));
  } catch (error) {
    throw toSystemError(error, syscall, path);
  }
}

/** As `callHost`, for calls on two paths. */
export function callHostOnTwo(
  syscall: string,
  path: string,
  dest: string,
  run: (name: HostPath, other: HostPath) => void,
): void {
  try {
    run(toHostPath(path, syscall), toHostPath(dest, syscall));
  } catch (error) {
    throw toSystemError(error, syscall, path, dest);
  }
}

function toHostPath(path: string, syscall: string): HostPath {
  if (path.includes('\0')) throw new SystemError('EINVAL', syscall, path);
  return path.isWellFormed() ? path : Buffer.from(encodeText(path));
}

function toSystemError(error: unknown, syscall: string, path?: string, dest?: string): unknown {
  if (error instanceof SystemError || !(error instanceof Error) || !('code' in error)) return error;
  const code = error.code === 'EOPNOTSUPP' ? 'ENOTSUP' : error.code;
  return isErrno(code) ? new SystemError(code, syscall, path, dest) : error;
}
