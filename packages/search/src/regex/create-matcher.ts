import type { TextSpan } from '../glob/compile-glob.ts';
import { searchWithAutomaton } from './automaton.ts';
import { searchWithBacktracking } from './backtracking-matcher.ts';
import { isFirstLongest } from './determinism.ts';
import { emitRegExp } from './emit-regexp.ts';
import { createLazyAutomaton, type LazyAutomaton } from './lazy-automaton.ts';
import { loosenEnds } from './loosen-ends.ts';
import { type PatternMatch, type SearchRequest } from './pattern-match.ts';
import { type PatternNode, someNode } from './pattern-tree.ts';
import { compileProgram } from './program.ts';
import { longestSafeText } from './regexp-safety.ts';
import { hasRepeatedGroup, mayRepeatNothing, needsBacktracking } from './tree-facts.ts';

/** Finds a pattern in texts. A search that may go back throws `BacktrackingLimitExceeded` when it takes too long. */
export interface Matcher {
  /** Returns whether the pattern matches anywhere. */
  test(text: string): boolean;
  /** Returns the leftmost match that begins at or after `from`. */
  find(text: string, from: number): TextSpan | undefined;
  /** Returns the leftmost match with what its groups took. */
  match(text: string, from: number): PatternMatch | undefined;
  /** The pattern is a regular one: no search goes back, whatever the text. */
  readonly isRegular: boolean;
  /** Searches bytes line by line, for regular patterns. */
  readonly lines: Pick<LazyAutomaton, 'findLine'> | undefined;
}

/** Which of several matches with one start is taken. */
export type MatchPreference = SearchRequest['preference'];

/**
 * Creates the matcher of a tree. JavaScript's RegExp runs only on texts up to the length for which its time is proven
 * bounded; the automaton, or the step-counted matcher where the pattern needs one, takes the others. Throws
 * `PatternFault` for what only shows when the pattern is compiled.
 */
export function createMatcher(tree: PatternNode, groupCount: number, preference: MatchPreference): Matcher {
  const program = compileProgram(tree);
  const search = needsBacktracking(tree) ? searchWithBacktracking : searchWithAutomaton;
  const limit = longestSafeText(tree);
  // Where RegExp prefers another match it still tells whether there is one.
  const isAlike = preference !== 'first' || !mayRepeatNothing(tree);
  const spans = isAlike ? createRegExpPair(tree, false, limit) : () => undefined;
  const loose = loosenEnds(tree);
  const tests = createRegExpPair(loose, false, longestSafeText(loose));
  const looseProgram = loose === tree ? program : compileProgram(loose);
  const isExact = preference === 'first' || isFirstLongest(tree);
  const groups = isExact && isAlike && !hasRepeatedGroup(tree) ? createRegExpPair(tree, true, limit) : () => undefined;

  const searchFrom = (text: string, from: number, isAnchored: boolean, count: number): PatternMatch | undefined =>
    search(program, { text, from, isAnchored, preference, groupCount: count });
  const lazy = search === searchWithAutomaton ? createLazyAutomaton(looseProgram) : undefined;
  // Where nothing matches the simulation need not run.
  const isAbsent = (text: string, from: number): boolean => from === 0 && lazy !== undefined && !lazy.test(text);
  // The backtracking matcher needs its groups for back-references, whoever asks.
  const spanGroups = search === searchWithBacktracking ? groupCount : 0;

  return {
    test(text) {
      const regexp = tests(text);
      if (!regexp) {
        if (lazy) return lazy.test(text);
        const request = { text, from: 0, isAnchored: false, preference: 'first', groupCount: spanGroups } as const;
        return search(looseProgram, request) !== undefined;
      }
      regexp.lastIndex = 0;
      return regexp.test(text);
    },
    isRegular: search === searchWithAutomaton,
    lines: looseProgram.instructions.length <= MAX_LINE_INSTRUCTIONS ? lazy : undefined,
    find(text, from) {
      const regexp = spans(text);
      if (!regexp) return isAbsent(text, from) ? undefined : searchFrom(text, from, false, spanGroups);
      regexp.lastIndex = from;
      const found = regexp.exec(text);
      if (!found) return undefined;
      if (isExact) return { start: found.index, end: found.index + found[0].length };
      return searchFrom(text, found.index, true, spanGroups);
    },
    match(text, from) {
      const regexp = groups(text);
      if (!regexp) return isAbsent(text, from) ? undefined : searchFrom(text, from, false, groupCount);
      regexp.lastIndex = from;
      const found = regexp.exec(text);
      return found ? matchOfRegExp(found) : undefined;
    },
  };
}

/** A larger program may need a new state for each character, where a safe RegExp would be faster line by line. */
const MAX_LINE_INSTRUCTIONS = 300;

const NON_ASCII = /[^\x00-\x7f]/;
const PAIR = /[\ud800-\udbff]/;

/** Returns a choice of two RegExps, made on first use, for ASCII texts and others; none for texts that are too long. */
function createRegExpPair(
  tree: PatternNode,
  keepsGroups: boolean,
  limit: number,
): (text: string) => RegExp | undefined {
  // V8 looks behind from the middle of a surrogate pair, too.
  const looksAround = someNode(tree, ({ kind }) => kind === 'assertion' || kind === 'look');
  const made = new Map<'ascii' | 'any', RegExp | undefined>();
  // One long line is asked about once for each of its matches: looking through all of it each time would be quadratic.
  let lastText: string | undefined;
  let lastChoice: RegExp | undefined;
  return (text) => {
    if (text === lastText) return lastChoice;
    if (text.length > limit) return undefined;
    const texts = NON_ASCII.test(text) ? 'any' : 'ascii';
    if (texts === 'any' && looksAround && PAIR.test(text)) return undefined;
    if (!made.has(texts)) made.set(texts, emitRegExp(tree, { texts, keepsGroups }));
    lastText = text;
    lastChoice = made.get(texts);
    return lastChoice;
  };
}

function matchOfRegExp(found: RegExpExecArray): PatternMatch {
  const groups = (found.indices ?? []).map((span) => span && { start: span[0], end: span[1] });
  return { start: found.index, end: found.index + found[0].length, groups };
}
