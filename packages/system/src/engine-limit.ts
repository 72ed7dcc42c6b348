/** A limit of the JavaScript engine that a program can run into. */
export type EngineLimit = 'call stack' | 'memory';

const TOO_LONG = /string length|array length|string longer than|allocation|Map maximum size|Set maximum size|too many/i;

/** Returns the limit that an error tells of; `undefined` for every other error. Engines say it in words only. */
export function engineLimitOf(error: unknown): EngineLimit | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof RangeError && /call stack/i.test(error.message)) return 'call stack';
  // Node throws a plain error for a text that is decoded.
  const isOfEngine = error instanceof RangeError || ('code' in error && error.code === 'ERR_STRING_TOO_LONG');
  return isOfEngine && TOO_LONG.test(error.message) ? 'memory' : undefined;
}
