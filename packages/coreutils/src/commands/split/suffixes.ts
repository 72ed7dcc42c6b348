/** There are more pieces than names of the length that was asked for. */
export class SuffixesExhausted extends Error {
  override readonly name = 'SuffixesExhausted';
  readonly code = 'suffixes_exhausted';
}

/** Names pieces one after the other. */
export interface Suffixes {
  /** Throws `SuffixesExhausted`. */
  next(): string;
}

/** How pieces are named. */
export interface SuffixOptions {
  readonly kind: 'letters' | 'decimal' | 'hexadecimal';
  /** Without it names grow when they run out: `yz` is followed by `zaaa`. */
  readonly length: number | undefined;
  readonly first: number;
}

const DIGITS: Readonly<Record<SuffixOptions['kind'], string>> = {
  letters: 'abcdefghijklmnopqrstuvwxyz',
  decimal: '0123456789',
  hexadecimal: '0123456789abcdef',
};

/** Creates the names of pieces. */
export function createSuffixes({ kind, length, first }: SuffixOptions): Suffixes {
  const digits = DIGITS[kind];
  const last = digits.at(-1) ?? '';
  const base = digits.length;
  let width = length ?? 2;
  let prefix = '';
  let number = first;
  return {
    next() {
      // Names that begin with the last digit are those that have grown.
      const limit = length === undefined ? base ** (width - 1) * (base - 1) : base ** width;
      if (number >= limit && length === undefined) {
        prefix += last;
        width++;
        number = 0;
      }
      if (number >= limit && length !== undefined) throw new SuffixesExhausted();
      let text = '';
      for (let rest = number; text.length < width; rest = Math.floor(rest / base))
        text = (digits[rest % base] ?? '') + text;
      number++;
      return prefix + text;
    },
  };
}
