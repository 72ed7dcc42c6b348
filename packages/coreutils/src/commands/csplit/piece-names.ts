import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';

/** Names the pieces of a file one after the other. */
export interface PieceNames {
  next(): string;
}

/** Creates the names that `-f`, `-b` and `-n` ask for; a text is what is wrong. */
export function createPieceNames(
  given: Pick<ParsedArguments<'prefix' | 'suffixFormat' | 'digits'>, 'value'>,
): PieceNames | string {
  const digits = given.value('digits') ?? '2';
  if (!/^\d+$/.test(digits)) return `invalid number: ${quote(digits)}`;
  const format = given.value('suffixFormat') ?? `%0${digits}d`;
  const conversions = format.replaceAll('%%', '').match(/%/g) ?? [];
  if (conversions.length === 0) return 'missing % conversion specification in suffix';
  if (conversions.length > 1) return 'too many % conversion specifications in suffix';
  const [whole, before = '', flags = '', width = '', precision = '', letter = '', after = ''] =
    /^((?:[^%]|%%)*)%([-#0 +']*)(\d*)(?:\.(\d*))?([diuoxX])([^]*)$/.exec(format) ?? [];
  if (whole === undefined) {
    const wrong = /%[-#0 +'\d.]*(.?)/.exec(format.replaceAll('%%', ''))?.[1] ?? '';
    return wrong === '' ? 'missing conversion specifier in suffix' : `invalid conversion specifier in suffix: ${wrong}`;
  }
  const base = letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10;
  let count = 0;
  return {
    next() {
      const text = (count++).toString(base).padStart(Number(precision), '0');
      const cased = letter === 'X' ? text.toUpperCase() : text;
      const fill = flags.includes('0') && precision === '' ? '0' : ' ';
      const padded = flags.includes('-') ? cased.padEnd(Number(width)) : cased.padStart(Number(width), fill);
      return (given.value('prefix') ?? 'xx') + `${before}${padded}${after}`.replaceAll('%%', '%');
    },
  };
}
