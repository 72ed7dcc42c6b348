import { encodeText } from '@cloche/system';
import type { RequiredLiteral } from '../regex/required-literals.ts';

/** Looks for literals in one buffer, forwards. */
export interface ByteFinder {
  /** Returns the offset of the first literal at or after `from`, or -1. `from` never goes back. */
  next(from: number): number;
}

/** Prepares a search for the first of `literals`; the result is made for each buffer. */
export function createByteFinder(literals: readonly RequiredLiteral[]): (bytes: Uint8Array) => ByteFinder {
  const needles = literals.map(prepareNeedle);
  return (bytes) => {
    const finders = needles.map((needle) => findNeedle(needle, bytes));
    const [only] = finders;
    return finders.length === 1 && only ? only : findAny(finders);
  };
}

interface Needle {
  /** For each place the byte, and its other case or the same again. */
  readonly bytes: Uint8Array;
  readonly others: Uint8Array;
  /** Place of the byte that is likely to be the rarest. */
  readonly pivot: number;
}

function prepareNeedle({ text, ignoreCase }: RequiredLiteral): Needle {
  const bytes = encodeText(text);
  const others = ignoreCase ? bytes.map(otherCase) : bytes;
  let pivot = 0;
  for (let place = 1; place < bytes.length; place++) {
    if (commonness(bytes, others, place) < commonness(bytes, others, pivot)) pivot = place;
  }
  return { bytes, others, pivot };
}

function otherCase(byte: number): number {
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isLetter ? byte ^ 0x20 : byte;
}

/** Bytes of source text and prose, the most common last. */
const BY_COMMONNESS =
  '@`~^%#&|\\?!ZQXYJVKWHGUBOFMDLPNRISAETC<>[]{}9876543+$*:;/"\'=-2jqzx10(),._vkwybghmpufdclsniorat\ne ';

function commonness(bytes: Uint8Array, others: Uint8Array, place: number): number {
  const rank = BY_COMMONNESS.indexOf(String.fromCharCode(bytes[place] ?? 0));
  return bytes[place] === others[place] ? rank : rank + BY_COMMONNESS.length;
}

function findNeedle({ bytes: needle, others, pivot }: Needle, bytes: Uint8Array): ByteFinder {
  const nextPivot = findEither(needle[pivot] ?? 0, others[pivot] ?? 0, bytes);
  const isHere = (start: number): boolean => {
    for (let place = 0; place < needle.length; place++) {
      const byte = bytes[start + place];
      if (byte !== needle[place] && byte !== others[place]) return false;
    }
    return true;
  };
  return {
    next(from) {
      for (let at = nextPivot(from + pivot); at >= 0; at = nextPivot(at + 1)) {
        if (isHere(at - pivot)) return at - pivot;
      }
      return -1;
    },
  };
}

function findEither(byte: number, other: number, bytes: Uint8Array): (from: number) => number {
  if (byte === other) return (from) => bytes.indexOf(byte, from);
  const first = remember((from) => bytes.indexOf(byte, from));
  const second = remember((from) => bytes.indexOf(other, from));
  return (from) => {
    const one = first(from);
    const two = second(from);
    return one < 0 || (two >= 0 && two < one) ? two : one;
  };
}

function findAny(finders: readonly ByteFinder[]): ByteFinder {
  const nexts = finders.map((finder) => remember((from) => finder.next(from)));
  return {
    next(from) {
      let best = -1;
      for (const next of nexts) {
        const at = next(from);
        if (at >= 0 && (best < 0 || at < best)) best = at;
      }
      return best;
    },
  };
}

/** Keeps the last answer while it is still ahead, so that several searches together stay linear. */
function remember(find: (from: number) => number): (from: number) => number {
  let known = -2;
  return (from) => {
    if (known === -1 || known >= from) return known;
    known = find(from);
    return known;
  };
}
