import { compileGlob, type Glob, hasGlobCharacters } from '@cloche/search';
import { LimitExceeded, MAX_PATTERN_STEPS } from '../limits.ts';

/** How a pattern is read. */
export interface PatternOptions {
  /** `?(…) *(…) +(…) @(…) !(…)` are special. */
  readonly extended: boolean;
  readonly ignoreCase: boolean;
}

/** Says whether a pattern has characters that match anything but themselves; escaped ones do not. */
export function hasPatternCharacters(pattern: string, extended: boolean): boolean {
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (character === '*' || character === '?') return true;
    else if (character === '[' && pattern.indexOf(']', index + 2) > 0) return true;
    else if (extended && pattern[index + 1] === '(' && (character === '+' || character === '@' || character === '!'))
      return true;
  }
  return false;
}

/** Returns pattern text that matches `text` only. */
export function escapePattern(text: string): string {
  return /[*?[\]\\()|+@!^-]/.test(text) ? text.replace(/[*?[\]\\()|+@!^-]/g, '\\$&') : text;
}

/** Returns the text that a pattern without special characters matches. */
export function unescapePattern(pattern: string): string {
  return pattern.includes('\\') ? pattern.replace(/\\(.)/gs, '$1') : pattern;
}

/** Returns the compiled form of a pattern. A match that takes too many steps throws; see `boundPattern`. */
export function compilePattern(pattern: string, { extended, ignoreCase }: PatternOptions): Glob {
  return boundPattern(() =>
    compileGlob(pattern, { extglob: extended, ignoreCase, slashIsOrdinary: true, maxSteps: MAX_PATTERN_STEPS }),
  );
}

/** Returns what `match` returns; a pattern that takes too many steps ends the script with the limit's name. */
export function boundPattern<T>(match: () => T): T {
  try {
    return match();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'glob_limit')) throw error;
    throw new LimitExceeded('maxPatternSteps', MAX_PATTERN_STEPS, 'steps of a pattern');
  }
}

/** Says whether `text` as a whole matches the pattern. */
export function matchesPattern(text: string, pattern: string, options: PatternOptions): boolean {
  const isLiteral = !options.ignoreCase && !pattern.includes('\\') && !hasGlobCharacters(pattern, { extglob: true });
  if (isLiteral) return text === pattern;
  return boundPattern(() => compilePattern(pattern, options).matches(text));
}
