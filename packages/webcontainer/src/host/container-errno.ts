/** Returns the errno of a failure in the container, which the runtime may give as `code` or only in the message. */
export function containerErrno(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^(E[A-Z0-9_]+)\b/.exec(error.message)?.[1];
}
