import { compilePatterns, isBacktrackingLimit, type Pattern } from '@cloche/search';
import { createOutputCleaner } from '../../output/clean-output.ts';

/** Looks for patterns in the lines of an output as it comes. */
export interface OutputWatch {
  feed(bytes: Uint8Array): void;
  /** The last line is complete too. */
  end(): void;
}

/** A pattern, or why it cannot be watched for. */
export type WatchedPattern =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'invalid'; readonly message: string };

/** A longer line is looked at in pieces. */
const MAX_LINE_UNITS = 65_536;

/** Compiles a regular expression that must not take long on any text: what needs backtracking is refused. */
export function compileWatched(text: string): WatchedPattern {
  const compiled = compilePatterns([text], 'pcre');
  if (compiled.kind === 'invalid') return { kind: 'invalid', message: `${JSON.stringify(text)}: ${compiled.message}` };
  if (!compiled.pattern.isRegular) {
    return {
      kind: 'invalid',
      message: `${JSON.stringify(text)}: back-references, lookaround and possessive parts cannot be watched for; write it without them`,
    };
  }
  return compiled;
}

/** Creates a watch that tells each pattern once, when a line matches it for the first time. */
export function createOutputWatch(
  patterns: ReadonlyMap<string, Pattern>,
  onMatch: (text: string) => void,
): OutputWatch {
  const waiting = new Map(patterns);
  const cleaner = createOutputCleaner();
  let line = '';
  const look = (text: string): void => {
    for (const [name, pattern] of waiting) {
      if (!matches(pattern, text)) continue;
      waiting.delete(name);
      onMatch(name);
    }
  };
  const take = (text: string): void => {
    if (waiting.size === 0) return;
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    for (const complete of lines) look(complete);
    if (line.length > MAX_LINE_UNITS) {
      look(line);
      line = '';
    }
  };
  return {
    feed(bytes) {
      if (waiting.size > 0) take(cleaner.feed(bytes));
    },
    end() {
      if (waiting.size === 0) return;
      take(cleaner.end());
      if (line !== '') look(line);
    },
  };
}

/** Says whether a text holds the pattern; one that takes too long to find is not there. */
export function matches(pattern: Pattern, text: string): boolean {
  try {
    return pattern.test(text);
  } catch (error) {
    if (!isBacktrackingLimit(error)) throw error;
    return false;
  }
}
