/** An error as it goes to the client. */
export interface PortableError {
  readonly message: string;
  readonly name: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
}

const CODES = ['code', 'errno', 'syscall', 'path'] as const;

/** Returns what of an error the client gets. */
export function portableError(error: unknown, hidesErrorCodes: boolean): PortableError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  const given = new Map<string, unknown>(Object.entries(error));
  const codes = hidesErrorCodes ? [] : CODES.flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : []));
  return { name, message, ...(stack === undefined ? {} : { stack }), ...Object.fromEntries(codes) };
}
