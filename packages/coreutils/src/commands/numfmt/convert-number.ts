import { quote } from '../../arguments/quote.ts';
import type { NumfmtSettings, Rounding, Scale } from './numfmt-settings.ts';

const LETTERS = ' KMGTPEZY';
/** Larger numbers are not printed without a scale. */
const LARGEST_PLAIN = 1e18;

/** A number as it was read. */
interface ReadNumber {
  readonly value: number;
  /** Digits behind the point. */
  readonly precision: number;
}

/** Returns the text of a number in its new form, without padding; a fault when it is no number. */
export function convertNumber(text: string, settings: NumfmtSettings): { text: string } | { fault: string } {
  const { suffix } = settings;
  const bare = suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  const read = readScaled(bare, text, settings.from);
  if ('fault' in read) return read;
  const value = (read.value * settings.fromUnit) / settings.toUnit;
  if (settings.to === 'none') {
    if (Math.abs(value) > LARGEST_PLAIN) {
      return { fault: `value too large to be printed: '${shortest(value)}' (consider using --to)` };
    }
    const precision = settings.precision ?? (settings.fromUnit === 1 && settings.toUnit === 1 ? read.precision : 0);
    return { text: roundTo(value, precision, settings.round).toFixed(precision) + suffix };
  }
  return { text: scaled(value, settings) + suffix };
}

function readScaled(bare: string, whole: string, from: Scale): ReadNumber | { fault: string } {
  const [, digits, fraction = '', rest = ''] = /^\s*(-?\d+)(?:\.(\d+))?([^]*)$/.exec(bare) ?? [];
  if (digits === undefined) return { fault: `invalid number: ${quote(whole)}` };
  const value = Number(`${digits}.${fraction || '0'}`);
  const letters = rest.trimStart();
  if (letters === '') return { value, precision: fraction.length };
  const power = LETTERS.indexOf(letters[0] ?? '', 1);
  if (power < 1) return { fault: `invalid suffix in input: ${quote(whole)}` };
  if (from === 'none') return { fault: `rejecting suffix in input: ${quote(whole)} (consider using --from)` };
  const hasI = letters[1] === 'i';
  if (from === 'iec-i' && !hasI) return { fault: `missing 'i' suffix in input: ${quote(whole)} (e.g Ki/Mi/Gi)` };
  const isBinary = from === 'iec' || from === 'iec-i' || (from === 'auto' && hasI);
  const after = letters.slice(hasI && (from === 'auto' || from === 'iec-i') ? 2 : 1);
  if (after !== '') return { fault: `invalid suffix in input ${quote(whole)}: ${quote(after)}` };
  return { value: value * (isBinary ? 1024 : 1000) ** power, precision: 0 };
}

function scaled(value: number, { to, round, precision }: NumfmtSettings): string {
  const base = to === 'si' ? 1000 : 1024;
  let rest = value;
  let power = 0;
  while (Math.abs(rest) >= base && power < LETTERS.length - 1) {
    rest /= base;
    power++;
  }
  const digits = precision ?? (Math.abs(rest) < 10 ? 1 : 0);
  rest = roundTo(rest, digits, round);
  if (Math.abs(rest) >= base && power < LETTERS.length - 1) {
    rest /= base;
    power++;
  }
  const shown = precision ?? (power > 0 && Math.abs(rest) < 10 && rest !== 0 ? 1 : 0);
  const letter = power === 0 ? '' : (LETTERS[power] ?? '') + (to === 'iec-i' ? 'i' : '');
  return rest.toFixed(shown) + letter;
}

const ROUND: Readonly<Record<Rounding, (value: number) => number>> = {
  up: Math.ceil,
  down: Math.floor,
  'from-zero': (value) => (value < 0 ? Math.floor(value) : Math.ceil(value)),
  'towards-zero': Math.trunc,
  nearest: (value) => (value < 0 ? -Math.round(-value) : Math.round(value)),
};

function roundTo(value: number, digits: number, rounding: Rounding): number {
  const unit = 10 ** digits;
  const units = value * unit;
  // 1.1 * 10 is 11.000000000000002: what is whole but for the last bits is whole.
  const whole = Math.round(units);
  const exact = Math.abs(units - whole) < Math.abs(units) * 1e-14 ? whole : units;
  return ROUND[rounding](exact) / unit;
}

function shortest(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${Number(Number(mantissa).toPrecision(6))}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
}
