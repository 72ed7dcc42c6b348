import { describeErrno, describeErrnoAsNode, type Errno, errnoNumber, isErrno } from './errno.ts';

/**
 * A failed system call. The message has Node's wording: `ENOENT: no such file or directory, open '/a'`.
 *
 * Decide by `code`, never by `instanceof`: errors cross worker borders, where classes are lost.
 */
export class SystemError extends Error {
  override readonly name = 'SystemError';
  readonly code: Errno;
  /** The Linux number, negative as Node reports it. */
  readonly errno: number;
  /** The call that failed, such as `open` or `rename`. */
  readonly syscall: string;
  readonly path?: string;
  /** The second path of calls that have two (`rename`, `link`, `symlink`). */
  readonly dest?: string;

  constructor(code: Errno, syscall: string, path?: string, dest?: string) {
    const where = path === undefined ? '' : ` '${path}'${dest === undefined ? '' : ` -> '${dest}'`}`;
    super(`${code}: ${describeErrnoAsNode(code)}, ${syscall}${where}`);
    this.code = code;
    this.errno = -errnoNumber(code);
    this.syscall = syscall;
    if (path !== undefined) this.path = path;
    if (dest !== undefined) this.dest = dest;
  }
}

/** Returns the system error code that `error` carries, or `undefined` when it is some other failure. */
export function errnoOf(error: unknown): Errno | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return isErrno(error.code) ? error.code : undefined;
}

/** Returns the text a command prints after `name: path: `, in the C library's wording; other errors give their message. */
export function describeError(error: unknown): string {
  const code = errnoOf(error);
  if (code !== undefined) return describeErrno(code);
  return error instanceof Error ? error.message : String(error);
}
