import type { Pattern } from '@cloche/search';
import type { Regexps } from './regexps.ts';

/** Divides a text into fields; `separators` gets what stands between them, if it is given. */
export type FieldSplitter = (text: string, separators?: string[]) => string[];

/** Returns how text is divided by a separator as FS has it. */
export function splitterOf(
  separator: string,
  regexps: Regexps,
  options: { isParagraph?: boolean } = {},
): FieldSplitter {
  const { isParagraph = false } = options;
  if (separator === ' ') return splitAtBlanks;
  if (separator === '') return splitCharacters;
  const isPlain = separator.length === 1 && separator !== '\\' && !(regexps.ignoreCase && /[a-z]/i.test(separator));
  if (isPlain && !isParagraph) return (text, separators) => splitAtText(text, separator, separators);
  const source = separator.length === 1 ? separator.replace(/[\\.*[\]^$+?(){}|]/, '\\$&') : separator;
  return splitterOfPattern(regexps.compile(isParagraph ? `(${source})|\n` : source));
}

/** Returns how text is divided by the matches of a pattern. Empty matches divide nothing. */
export function splitterOfPattern(pattern: Pattern): FieldSplitter {
  return (text, separators) => {
    if (text === '') return [];
    const parts: string[] = [];
    let start = 0;
    for (let from = 0; from <= text.length; ) {
      const match = pattern.find(text, from);
      if (!match) break;
      if (match.end === match.start) {
        from = match.end + 1;
        continue;
      }
      parts.push(text.slice(start, match.start));
      separators?.push(text.slice(match.start, match.end));
      start = match.end;
      from = match.end;
    }
    parts.push(text.slice(start));
    return parts;
  };
}

/** Returns the parts of a text that a pattern matches, as FPAT has them. */
export function matchesOf(pattern: Pattern, text: string, separators?: string[]): string[] {
  const parts: string[] = [];
  let previousEnd = 0;
  let isBehindPart = false;
  for (let from = 0; from <= text.length; ) {
    const match = pattern.find(text, from);
    if (!match) break;
    const isEmpty = match.end === match.start;
    if (!isEmpty || !isBehindPart || match.start > previousEnd) {
      parts.push(text.slice(match.start, match.end));
      separators?.push(text.slice(previousEnd, match.start));
      previousEnd = match.end;
      isBehindPart = true;
    }
    from = isEmpty ? match.end + 1 : match.end;
  }
  separators?.push(text.slice(previousEnd));
  return parts;
}

/** Returns the fields that begin and end where FIELDWIDTHS says: `3 2:5 *`. */
export function splitByWidths(widths: string, text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const item of widths.trim().split(/\s+/)) {
    const [, skipped = '0', width = ''] = /^(?:(\d+):)?(\d+|\*)$/.exec(item) ?? [];
    at += Number(skipped);
    if (at >= text.length) break;
    const end = width === '*' ? text.length : at + Number(width);
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function splitAtBlanks(text: string, separators?: string[]): string[] {
  const parts: string[] = [];
  const { length } = text;
  let at = 0;
  for (;;) {
    const blank = at;
    while (at < length && isBlank(text.charCodeAt(at))) at++;
    separators?.push(text.slice(blank, at));
    if (at >= length) return parts;
    const start = at;
    while (at < length && !isBlank(text.charCodeAt(at))) at++;
    parts.push(text.slice(start, at));
  }
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10;
}

function splitCharacters(text: string, separators?: string[]): string[] {
  const parts = Array.from(text);
  for (let index = 1; index < parts.length; index++) separators?.push('');
  return parts;
}

function splitAtText(text: string, separator: string, separators?: string[]): string[] {
  if (text === '') return [];
  const parts = text.split(separator);
  for (let index = 1; index < parts.length; index++) separators?.push(separator);
  return parts;
}
