/** A set of characters; a character is a code point, or one escaped byte (a lone surrogate, see `system/bytes.ts`). */
export interface CharacterSet {
  /** The set as a RegExp class or escape for the `u` flag (with `i` when `ignoreCase`). */
  readonly source: string;
  readonly ignoreCase: boolean;
  /** The character, when the set was written as just one. With `ignoreCase` its other case is in the set too. */
  readonly literal: string | undefined;
  /** False when the set certainly holds nothing above U+007F. */
  readonly mayHoldNonAscii: boolean;
  has(codePoint: number): boolean;
}

const ASCII_SIZE = 128;

/** Makes the set of a single character. */
export function literalSet(character: string, ignoreCase = false): CharacterSet {
  const codePoint = character.codePointAt(0) ?? 0;
  const hasFarCase = ignoreCase && /[ks]/i.test(character);
  return createSet(escapeCodePoint(codePoint), ignoreCase, {
    literal: character,
    mayHoldNonAscii: codePoint >= ASCII_SIZE || hasFarCase,
  });
}

/**
 * Makes a set of RegExp class items, such as `a-z\p{L}`, written for the `u` flag.
 *
 * A negated set holds no escaped byte: what is not text is not "any other character".
 */
export function createCharacterSet(
  items: string,
  options: { negated?: boolean; ignoreCase?: boolean; mayHoldNonAscii?: boolean } = {},
): CharacterSet {
  const { negated = false, ignoreCase = false, mayHoldNonAscii = true } = options;
  const source = negated ? `[^${items}\\u{D800}-\\u{DFFF}]` : `[${items}]`;
  return createSet(source, ignoreCase, { literal: undefined, mayHoldNonAscii: negated || mayHoldNonAscii });
}

/** Returns whether no character is in both sets. May answer `false` for sets that are apart only above U+007F. */
export function areDisjoint(left: CharacterSet, right: CharacterSet): boolean {
  if (left.mayHoldNonAscii && right.mayHoldNonAscii) {
    const { literal } = left;
    if (literal === undefined || right.literal === undefined) return false;
    return !right.has(literal.codePointAt(0) ?? 0) && !left.has(right.literal.codePointAt(0) ?? 0);
  }
  for (let codePoint = 0; codePoint < ASCII_SIZE; codePoint++) {
    if (left.has(codePoint) && right.has(codePoint)) return false;
  }
  return true;
}

/** Returns a code point as it may stand in a RegExp of the `u` flag, inside and outside a class. */
export function escapeCodePoint(codePoint: number): string {
  const isWord =
    (codePoint >= 0x30 && codePoint <= 0x39) ||
    (codePoint >= 0x41 && codePoint <= 0x5a) ||
    (codePoint >= 0x61 && codePoint <= 0x7a);
  return isWord ? String.fromCharCode(codePoint) : `\\u{${codePoint.toString(16)}}`;
}

function createSet(
  source: string,
  ignoreCase: boolean,
  facts: Pick<CharacterSet, 'literal' | 'mayHoldNonAscii'>,
): CharacterSet {
  let regexp: RegExp | undefined;
  const known = new Int8Array(ASCII_SIZE);
  const ask = (codePoint: number): boolean => {
    regexp ??= new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
    return regexp.test(String.fromCodePoint(codePoint));
  };
  return {
    source,
    ignoreCase,
    ...facts,
    has(codePoint) {
      if (codePoint >= ASCII_SIZE) return facts.mayHoldNonAscii && ask(codePoint);
      const answer = known[codePoint] ?? 0;
      if (answer !== 0) return answer > 0;
      const isIn = ask(codePoint);
      known[codePoint] = isIn ? 1 : -1;
      return isIn;
    },
  };
}
