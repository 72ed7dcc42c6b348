import { type Conversion, formatFloat, formatInteger, padText } from '../../text/format-number.ts';
import { fatal } from './awk-fault.ts';
import type { SourcePlace } from './syntax.ts';
import { type AwkValue, InputText, isNumeric, specialNumberText, toNumber, toText } from './values.ts';

const CONVERSION = /%(?:(\d+)\$)?([-+ 0#']*)(\*|\d*)(?:\.(\*|-?\d*))?(?:hh|h|ll|l|L|q|j|z(?=[a-zA-Z])|t)?([a-zA-Z%])/g;
const INTEGERS = 'diouxX';
const FLOATS = 'eEfFgGaA';

/** Formats values as the language's printf does. Throws `AwkFault` when there are too few. */
export function formatText(
  format: string,
  values: readonly AwkValue[],
  numberFormat: string,
  place?: SourcePlace,
): string {
  let next = 0;
  const takeAny = (at: number): AwkValue => {
    if (next < values.length) return values[next++];
    const shown = format.slice(0, at);
    throw fatal(
      `not enough arguments to satisfy format string\n\t\`${format}'\n\t${' '.repeat(shown.length)}^ ran out for this one`,
      place,
    );
  };
  let text = '';
  let copied = 0;
  for (const found of format.matchAll(CONVERSION)) {
    const [whole, position, flags = '', width = '', precision, letter = ''] = found;
    text += format.slice(copied, found.index);
    copied = found.index + whole.length;
    if (letter === '%') {
      text += '%';
      continue;
    }
    if (!(INTEGERS + FLOATS + 'cs').includes(letter)) {
      text += whole;
      continue;
    }
    const end = found.index + whole.length - 1;
    const widthValue = width === '*' ? Math.trunc(toNumber(takeAny(end))) : Number(width);
    const precisionValue = precision === '*' ? Math.trunc(toNumber(takeAny(end))) : Number(precision ?? -1);
    const conversion: Conversion = {
      flags: widthValue < 0 ? `${flags}-` : flags,
      width: Math.abs(widthValue),
      precision: precision === undefined || precisionValue < 0 ? undefined : precisionValue,
      letter,
    };
    const value = position === undefined ? takeAny(end) : values[Number(position) - 1];
    text += formatValue(value, conversion, numberFormat);
  }
  return text + format.slice(copied);
}

function formatValue(value: AwkValue, conversion: Conversion, numberFormat: string): string {
  const { letter } = conversion;
  if (letter === 'c') return padText(characterOf(value), conversion);
  if (letter === 's') {
    const text = toText(value, numberFormat);
    const { precision } = conversion;
    return padText(precision === undefined ? text : Array.from(text).slice(0, precision).join(''), conversion);
  }
  const number = toNumber(value);
  if (!Number.isFinite(number)) {
    const shown = specialNumberText(number).replace('+', conversion.flags.includes('+') ? '+' : '+');
    return padText(shown, conversion);
  }
  if (FLOATS.includes(letter)) return formatFloat(number, conversion);
  const whole = Math.trunc(number);
  if (letter !== 'd' && letter !== 'i' && (whole < -(2 ** 63) || whole >= 2 ** 64)) {
    return formatFloat(number, { ...conversion, letter: 'g' });
  }
  return formatInteger(BigInt(whole), conversion);
}

/** A number is a code point, a text gives its first character. */
function characterOf(value: AwkValue): string {
  const isNumber = typeof value === 'number' || (value instanceof InputText && isNumeric(value));
  if (!isNumber) return Array.from(toText(value, '%.6g'))[0] ?? '';
  const code = Math.trunc(toNumber(value));
  if (code < 0 || code > 0x10ffff) return '';
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
}
