import { decodeText, encodeText } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { UniqOption } from './uniq.ts';

/** Returns a function that gives the part of a line that is compared. */
export function createLineKey(given: ParsedArguments<UniqOption>): (line: Uint8Array) => Uint8Array {
  const fields = Number(given.value('skipFields') ?? 0);
  const characters = Number(given.value('skipCharacters') ?? 0);
  const limit = given.has('checkCharacters') ? Number(given.value('checkCharacters')) : Number.POSITIVE_INFINITY;
  const ignoresCase = given.has('ignoreCase');
  return (line) => {
    const start = Math.min(skipFields(line, fields) + characters, line.length);
    const part = line.subarray(start, Math.min(line.length, start + limit));
    return ignoresCase ? encodeText(decodeText(part).toUpperCase()) : part;
  };
}

/** A field is blanks and what follows them up to the next blank. */
function skipFields(line: Uint8Array, count: number): number {
  let at = 0;
  for (let field = 0; field < count && at < line.length; field++) {
    while (at < line.length && isBlank(line[at])) at++;
    while (at < line.length && !isBlank(line[at])) at++;
  }
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}
