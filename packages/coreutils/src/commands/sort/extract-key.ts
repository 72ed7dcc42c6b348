import type { KeyPosition, SortKey } from './sort-key.ts';

/** Returns the part of a line that a key stands for. */
export function extractKey(line: string, key: SortKey, separator: string | undefined): string {
  const [start, end] = keyRange(line, key, separator);
  return line.slice(start, end);
}

/** Returns where a key begins and ends in a line. */
export function keyRange(line: string, key: SortKey, separator: string | undefined): readonly [number, number] {
  const start = startOffset(line, key.start, separator);
  const end = key.end ? endOffset(line, key.end, separator) : line.length;
  return [start, Math.max(start, end)];
}

function startOffset(
  line: string,
  { field, character, skipsBlanks }: KeyPosition,
  separator: string | undefined,
): number {
  let at = fieldStart(line, field, separator);
  if (skipsBlanks) at = skipBlanks(line, at);
  return Math.min(line.length, at + character - 1);
}

function endOffset(
  line: string,
  { field, character, skipsBlanks }: KeyPosition,
  separator: string | undefined,
): number {
  if (character === 0) return fieldEnd(line, field, separator);
  let at = fieldStart(line, field, separator);
  if (skipsBlanks) at = skipBlanks(line, at);
  return Math.min(line.length, at + character);
}

/** Without a separator a field begins with the blanks before it. */
function fieldStart(line: string, field: number, separator: string | undefined): number {
  let at = 0;
  for (let number = 1; number < field && at < line.length; number++) {
    at = fieldEndFrom(line, at, separator);
    if (separator !== undefined && at < line.length) at += separator.length;
  }
  return at;
}

function fieldEnd(line: string, field: number, separator: string | undefined): number {
  return fieldEndFrom(line, fieldStart(line, field, separator), separator);
}

function fieldEndFrom(line: string, start: number, separator: string | undefined): number {
  if (separator !== undefined) {
    const end = line.indexOf(separator, start);
    return end < 0 ? line.length : end;
  }
  let at = skipBlanks(line, start);
  while (at < line.length && !isBlank(line.charCodeAt(at))) at++;
  return at;
}

function skipBlanks(line: string, start: number): number {
  let at = start;
  while (at < line.length && isBlank(line.charCodeAt(at))) at++;
  return at;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10;
}
