/** Formats a number by one of C's floating conversions, without padding. */
export function formatFloat(
  value: number,
  conversion: string,
  options: { flags: string; precision: number | undefined },
): string {
  const lower = conversion.toLowerCase();
  const text = Number.isFinite(value)
    ? formatFinite(value, lower, options)
    : Number.isNaN(value)
      ? 'nan'
      : value < 0
        ? '-inf'
        : 'inf';
  return conversion === lower ? text : text.toUpperCase();
}

function formatFinite(
  value: number,
  conversion: string,
  { flags, precision }: { flags: string; precision: number | undefined },
): string {
  const isNegative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  const sign = isNegative ? '-' : '';
  const keepsPoint = flags.includes('#');
  switch (conversion) {
    case 'f':
      return sign + withPoint(toFixed(magnitude, precision ?? 6), keepsPoint);
    case 'e':
      return sign + exponential(magnitude, precision ?? 6, keepsPoint);
    case 'a':
      return sign + hexadecimal(magnitude, precision);
    default:
      return sign + general(magnitude, precision === undefined ? 6 : Math.max(precision, 1), keepsPoint);
  }
}

function toFixed(value: number, precision: number): string {
  const digits = Math.min(precision, 100);
  const text = value < 1e21 ? fixed(value, digits) : `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  return text + '0'.repeat(precision - digits);
}

/** Rounds as the C library does: a value in the middle goes to the even neighbour. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  const exact = value.toFixed(Math.min(100, digits + 25));
  const cut = exact.slice(0, exact.indexOf('.') + 1 + digits);
  if (!/^50*$/.test(exact.slice(cut.length)) || !/[02468]\.?$/.test(cut)) return text;
  return digits === 0 ? cut.slice(0, -1) : cut;
}

function withPoint(text: string, keepsPoint: boolean): string {
  return keepsPoint && !text.includes('.') ? `${text}.` : text;
}

function exponential(value: number, precision: number, keepsPoint: boolean): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(Math.min(precision, 100)).split('e');
  const number = Number(exponent);
  return `${withPoint(mantissa, keepsPoint)}e${number < 0 ? '-' : '+'}${String(Math.abs(number)).padStart(2, '0')}`;
}

function general(value: number, precision: number, keepsZeros: boolean): string {
  const exponent = value === 0 ? 0 : Number(value.toExponential(Math.min(precision - 1, 100)).split('e')[1]);
  const isFixed = exponent >= -4 && exponent < precision;
  const text = isFixed
    ? toFixed(value, Math.max(0, precision - 1 - exponent))
    : exponential(value, precision - 1, keepsZeros);
  if (keepsZeros) return text;
  const [mantissa = '', power] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return power === undefined ? short : `${short}e${power}`;
}

function hexadecimal(value: number, precision: number | undefined): string {
  if (value === 0) return '0x0p+0';
  let exponent = Math.floor(Math.log2(value));
  let fraction = value / 2 ** exponent;
  while (fraction >= 2) {
    fraction /= 2;
    exponent++;
  }
  let digits = '';
  let rest = fraction - 1;
  while (rest > 0 && digits.length < 13) {
    rest *= 16;
    digits += Math.floor(rest).toString(16);
    rest -= Math.floor(rest);
  }
  const shown = precision === undefined ? digits : digits.padEnd(precision, '0').slice(0, precision);
  return `0x1${shown ? `.${shown}` : ''}p${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}
