import type { CharacterSet } from '../characters/character-set.ts';
import type { AssertionKind } from './pattern-tree.ts';

/** A place in a text that is being searched. */
export interface Place {
  readonly text: string;
  readonly at: number;
  /** Where the search began. */
  readonly from: number;
  readonly word: CharacterSet;
}

const ASSERTIONS: Readonly<Record<AssertionKind, (place: Place) => boolean>> = {
  'text-start': ({ at }) => at === 0,
  'text-end': ({ text, at }) => at === text.length,
  'text-end-or-last-newline': ({ text, at }) =>
    at === text.length || (at === text.length - 1 && text.charCodeAt(at) === 10),
  'line-start': ({ text, at }) => at === 0 || text.charCodeAt(at - 1) === 10,
  'line-end': ({ text, at }) => at === text.length || text.charCodeAt(at) === 10,
  'word-start': (place) => !isAfterWord(place) && isBeforeWord(place),
  'word-end': (place) => isAfterWord(place) && !isBeforeWord(place),
  'word-boundary': (place) => isAfterWord(place) !== isBeforeWord(place),
  'not-word-boundary': (place) => isAfterWord(place) === isBeforeWord(place),
  'not-after-word': (place) => !isAfterWord(place),
  'not-before-word': (place) => !isBeforeWord(place),
  'search-start': ({ at, from }) => at === from,
  never: () => false,
};

/** Returns whether `assertion` holds at a place. */
export function holdsAt(assertion: AssertionKind, place: Place): boolean {
  return ASSERTIONS[assertion](place);
}

/** Returns the code point that ends at `at`; -1 at the start. */
export function codePointBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  const before = isLow && at > 1 ? text.codePointAt(at - 2) : undefined;
  return before !== undefined && before > 0xffff ? before : unit;
}

function isAfterWord({ text, at, word }: Place): boolean {
  return at > 0 && word.has(codePointBefore(text, at));
}

function isBeforeWord({ text, at, word }: Place): boolean {
  return at < text.length && word.has(text.codePointAt(at) ?? 0);
}
