import { quote } from '../../arguments/quote.ts';

/** How keys are compared. */
export type SortOrder = 'text' | 'numeric' | 'general' | 'human' | 'month' | 'version' | 'random';

/** How one key, or the whole line, is ordered. */
export interface Ordering {
  readonly order: SortOrder;
  readonly isReversed: boolean;
  readonly foldsCase: boolean;
  /** Only blanks, letters and digits count. */
  readonly isDictionary: boolean;
  readonly ignoresNonprinting: boolean;
}

/** A place in a line: a field, and a character in it; both 1-based. */
export interface KeyPosition {
  readonly field: number;
  /** 0 in an end: the end of the field. */
  readonly character: number;
  readonly skipsBlanks: boolean;
}

/** A key of a sort. */
export interface SortKey extends Ordering {
  readonly start: KeyPosition;
  /** Without it the key goes to the end of the line. */
  readonly end: KeyPosition | undefined;
}

const ORDER_LETTERS: ReadonlyMap<string, SortOrder> = new Map([
  ['n', 'numeric'],
  ['g', 'general'],
  ['h', 'human'],
  ['M', 'month'],
  ['V', 'version'],
  ['R', 'random'],
]);

/** The ordering of a plain sort. */
export const PLAIN_ORDERING: Ordering = {
  order: 'text',
  isReversed: false,
  foldsCase: false,
  isDictionary: false,
  ignoresNonprinting: false,
};

/** Returns `ordering` with what a letter of `-k` or an option of the same letter adds; undefined for another letter. */
export function withOrderLetter(ordering: Ordering, letter: string): Ordering | undefined {
  const order = ORDER_LETTERS.get(letter);
  if (order) return { ...ordering, order };
  switch (letter) {
    case 'r':
      return { ...ordering, isReversed: true };
    case 'f':
      return { ...ordering, foldsCase: true };
    case 'd':
      return { ...ordering, isDictionary: true };
    case 'i':
      return { ...ordering, ignoresNonprinting: true };
    case 'b':
      return ordering;
    default:
      return undefined;
  }
}

/** Parses the value of `-k`; a key without letters of its own takes `defaults`. Returns a message for a wrong one. */
export function parseSortKey(
  text: string,
  defaults: { readonly ordering: Ordering; readonly skipsBlanks: boolean },
): SortKey | string {
  const [, startText = '', startLetters = '', comma, endText = '', endLetters = '', rest = ''] =
    /^(\d*(?:\.\d*)?)([a-zA-Z]*)(,?)(\d*(?:\.\d*)?)([a-zA-Z]*)(.*)$/s.exec(text) ?? [];
  if (!/^\d/.test(startText)) {
    return `invalid number at field start: invalid count at start of ${quote(text)}`;
  }
  const start = parsePosition(startText);
  if (start.field === 0) return `field number is zero: invalid field specification ${quote(text)}`;
  if (start.character === 0) return `character offset is zero: invalid field specification ${quote(text)}`;
  if (comma !== '' && !/^\d/.test(endText)) {
    return `invalid number after ‘,’: invalid count at start of ${quote(endText + endLetters + rest)}`;
  }
  const end = comma === '' ? undefined : parsePosition(endText, 0);
  if (end?.field === 0) return `field number is zero: invalid field specification ${quote(text)}`;
  let ordering: Ordering | undefined = PLAIN_ORDERING;
  for (const letter of startLetters + endLetters) ordering = ordering && withOrderLetter(ordering, letter);
  if (!ordering || rest !== '') return `stray character in field spec: invalid field specification ${quote(text)}`;
  const hasOwn = startLetters + endLetters !== '';
  return {
    ...(hasOwn ? ordering : defaults.ordering),
    start: { ...start, skipsBlanks: hasOwn ? startLetters.includes('b') : defaults.skipsBlanks },
    end: end && { ...end, skipsBlanks: hasOwn ? endLetters.includes('b') : defaults.skipsBlanks },
  };
}

function parsePosition(text: string, defaultCharacter = 1): { field: number; character: number } {
  const [field = '', character] = text.split('.');
  return {
    field: Number(field),
    character: character === undefined || character === '' ? defaultCharacter : Number(character),
  };
}
