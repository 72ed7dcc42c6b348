/** A printf conversion: flags, width, precision and the letter. */
export interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** Formats an integer as C's printf: d i u o x X. Negative numbers wrap at 64 bits where the letter is unsigned. */
export function formatInteger(value: bigint, conversion: Conversion): string {
  const { letter, flags, precision } = conversion;
  const isSigned = letter === 'd' || letter === 'i';
  const number = isSigned ? value : BigInt.asUintN(64, value);
  const magnitude = number < 0n ? -number : number;
  let digits = magnitude.toString(RADIX.get(letter) ?? 10);
  if (precision === 0 && magnitude === 0n) digits = '';
  digits = digits.padStart(precision ?? 0, '0');
  let prefix = isSigned ? sign(number < 0n, flags) : '';
  if (flags.includes('#') && letter === 'o' && !digits.startsWith('0')) digits = `0${digits}`;
  if (flags.includes('#') && letter.toLowerCase() === 'x' && magnitude !== 0n) prefix = '0x';
  const text = pad(prefix, digits, conversion, precision === undefined);
  return letter === 'X' ? text.toUpperCase() : text;
}

const RADIX: ReadonlyMap<string, number> = new Map([
  ['o', 8],
  ['x', 16],
  ['X', 16],
]);

/** Formats a floating point number as C's printf: f F e E g G a A. */
export function formatFloat(value: number, conversion: Conversion): string {
  const { letter, flags, precision } = conversion;
  const isNegative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  const kind = letter.toLowerCase();
  let digits: string;
  if (!Number.isFinite(value)) digits = Number.isNaN(value) ? 'nan' : 'inf';
  else if (kind === 'f') digits = fixed(magnitude, precision ?? 6, flags);
  else if (kind === 'e') digits = exponential(magnitude, precision ?? 6, flags);
  else if (kind === 'a') digits = hexadecimalFloat(magnitude, precision);
  else digits = general(magnitude, precision ?? 6, flags);
  const prefix = sign(isNegative && !Number.isNaN(value), flags) + (kind === 'a' && Number.isFinite(value) ? '0x' : '');
  const text = pad(prefix, digits, conversion, Number.isFinite(value));
  return letter === kind ? text : text.toUpperCase();
}

/** Pads a text to the width of its conversion. */
export function padText(text: string, { width, flags }: Conversion): string {
  const missing = Math.max(0, width - Array.from(text).length);
  return flags.includes('-') ? text + ' '.repeat(missing) : ' '.repeat(missing) + text;
}

function sign(isNegative: boolean, flags: string): string {
  if (isNegative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function pad(prefix: string, digits: string, { flags, width }: Conversion, mayZeroPad: boolean): string {
  const missing = Math.max(0, width - prefix.length - digits.length);
  if (flags.includes('-')) return prefix + digits + ' '.repeat(missing);
  if (flags.includes('0') && mayZeroPad) return prefix + '0'.repeat(missing) + digits;
  return ' '.repeat(missing) + prefix + digits;
}

function fixed(value: number, precision: number, flags: string): string {
  const text = value < 1e21 && precision <= 100 ? roundedFixed(value, precision) : exactFixed(value, precision);
  return precision === 0 && flags.includes('#') ? `${text}.` : text;
}

/** Of two decimals that are equally near, C takes the one whose last digit is even; JavaScript takes the larger one. */
function roundedFixed(value: number, precision: number): string {
  const text = value.toFixed(precision);
  if (!Number.isInteger(value * 2 * 10 ** precision) || precision > 40) return text;
  const exact = value.toFixed(Math.min(precision + 55, 100));
  return isTie(exact.slice(exact.length - (Math.min(precision + 55, 100) - precision)), text)
    ? exact.slice(0, exact.indexOf('.') + (precision === 0 ? 0 : precision + 1))
    : text;
}

/** Returns whether the digits behind those of `text` are exactly a half, which made its last digit odd. */
function isTie(rest: string, text: string): boolean {
  return /^50*$/.test(rest) && /[13579]$/.test(text);
}

/** Writes a float out from its binary form, which is exact however large it is. */
function exactFixed(value: number, precision: number): string {
  const limited = Math.min(precision, 1100);
  const [mantissa = '0', exponent = '0'] = value.toExponential(20).split('e');
  const scaled = value >= 1e21 ? BigInt(value) * 10n ** BigInt(limited) : undefined;
  if (scaled === undefined) {
    const places = limited + Number(exponent);
    const digits = mantissa
      .replace('.', '')
      .padEnd(Math.max(places + 1, 0), '0')
      .slice(0, Math.max(places + 1, 0));
    return insertPoint(digits === '' ? '0' : digits, limited);
  }
  return insertPoint(scaled.toString(), limited);
}

function insertPoint(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  return places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

function exponential(value: number, precision: number, flags: string): string {
  const [mantissa = '', exponent = '+0'] = value.toExponential(Math.min(precision, 100)).split('e');
  const digits = exponent.slice(1).padStart(2, '0');
  const point = precision === 0 && flags.includes('#') ? '.' : '';
  return `${mantissa}${point}e${exponent[0] ?? '+'}${digits}`;
}

function general(value: number, precision: number, flags: string): string {
  const significant = Math.max(precision, 1);
  const exponent = value === 0 ? 0 : Number(value.toExponential(Math.min(significant - 1, 100)).split('e')[1]);
  const isExponential = exponent < -4 || exponent >= significant;
  const text = isExponential
    ? exponential(value, significant - 1, flags)
    : fixed(value, Math.max(significant - 1 - exponent, 0), flags);
  if (flags.includes('#')) return text;
  const [digits = '', power] = text.split('e');
  const trimmed = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return power === undefined ? trimmed : `${trimmed}e${power}`;
}

function hexadecimalFloat(value: number, precision: number | undefined): string {
  if (value === 0) return `0${precision ? `.${'0'.repeat(precision)}` : ''}p+0`;
  let exponent = Math.floor(Math.log2(value));
  let mantissa = value / 2 ** exponent;
  if (mantissa >= 2) {
    mantissa /= 2;
    exponent++;
  }
  const places = precision ?? 13;
  const scaled = BigInt(Math.round(mantissa * 2 ** 52)) >> BigInt(Math.max(0, 52 - places * 4));
  const digits = scaled.toString(16);
  const fraction = precision === undefined ? digits.slice(1).replace(/0+$/, '') : digits.slice(1).padEnd(places, '0');
  return `${digits[0] ?? '1'}${fraction === '' ? '' : `.${fraction}`}p${exponent < 0 ? '' : '+'}${exponent}`;
}
