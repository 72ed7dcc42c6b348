import { compilePattern, type Pattern } from '@cloche/search';
import { quote } from '../../arguments/quote.ts';

/** Where a piece ends. */
export type CsplitPattern = {
  /** As it was written. */
  readonly text: string;
  /** How often it is used again. */
  readonly repeats: number;
} & (
  | { readonly kind: 'line'; readonly lineNumber: number }
  | {
      readonly kind: 'match';
      readonly pattern: Pattern;
      readonly offset: number;
      /** What was passed over is not written. */
      readonly isSkipped: boolean;
    }
);

/** Parses the patterns of a call; a text is what is wrong. */
export function parseCsplitPatterns(
  words: readonly string[],
): { patterns: CsplitPattern[]; warnings: string[] } | string {
  const patterns: CsplitPattern[] = [];
  const warnings: string[] = [];
  let lastLine = 0;
  for (const word of words) {
    if (word.startsWith('{') && patterns.length > 0) {
      const repeats = parseRepeats(word);
      if (typeof repeats === 'string') return repeats;
      const previous = patterns.pop();
      if (previous) patterns.push({ ...previous, repeats });
      continue;
    }
    const parsed = parsePattern(word);
    if (typeof parsed === 'string') return parsed;
    if (parsed.kind === 'line') {
      if (parsed.lineNumber < lastLine) {
        return `line number ${quote(word)} is smaller than preceding line number, ${lastLine}`;
      }
      if (parsed.lineNumber === lastLine) {
        warnings.push(`warning: line number ${quote(word)} is the same as preceding line number`);
      }
      lastLine = parsed.lineNumber;
    }
    patterns.push(parsed);
  }
  return { patterns, warnings };
}

function parseRepeats(word: string): number | string {
  if (!word.endsWith('}')) return `${quote(word)}: '}' is required in repeat count`;
  const inner = word.slice(1, -1);
  if (inner === '*') return Number.POSITIVE_INFINITY;
  return /^\d+$/.test(inner) ? Number(inner) : `${quote(word.slice(0, -1))}}: integer required between '{' and '}'`;
}

function parsePattern(word: string): CsplitPattern | string {
  const delimiter = word[0] ?? '';
  if (delimiter !== '/' && delimiter !== '%') {
    if (!/^\d+$/.test(word)) return `${quote(word)}: invalid pattern`;
    if (Number(word) === 0) return `${word}: line number must be greater than zero`;
    return { kind: 'line', text: word, lineNumber: Number(word), repeats: 0 };
  }
  const end = word.lastIndexOf(delimiter);
  if (end === 0) return `${word}: closing delimiter '${delimiter}' missing`;
  const written = word.slice(end + 1);
  if (written !== '' && !/^[+-]?\d+$/.test(written)) return `${quote(word)}: integer expected after delimiter`;
  const compiled = compilePattern(word.slice(1, end), 'bre', {});
  if (compiled.kind === 'invalid') return `${quote(word)}: invalid regular expression: ${compiled.message}`;
  return {
    kind: 'match',
    text: word,
    pattern: compiled.pattern,
    offset: Number(written || 0),
    isSkipped: delimiter === '%',
    repeats: 0,
  };
}
