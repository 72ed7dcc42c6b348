const CONVERSION = /%([-#0 +]*)(\d*)(?:\.(\d+))?(_a[dox]|_c|_p|_u|[diouxXc%s])/g;
const ESCAPES: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};

/** Returns the text of a format for the bytes of one unit, the lowest first. */
export function formatUnit(format: string, bytes: Uint8Array, offset: number): string {
  return format.replaceAll(
    CONVERSION,
    (_, flags: string, width: string, precision: string | undefined, letter: string) => {
      if (letter === '%') return '%';
      const text = convert(letter, bytes, offset, flags);
      const long = precision === undefined || letter === 's' ? text : text.padStart(Number(precision), '0');
      if (flags.includes('-')) return long.padEnd(Number(width));
      return long.padStart(Number(width), flags.includes('0') && precision === undefined ? '0' : ' ');
    },
  );
}

/** Returns what stands for a unit that is not there: blanks where its numbers would be. */
export function blankUnit(format: string): string {
  return format.replaceAll(CONVERSION, (_, _flags: string, width: string) => ' '.repeat(Number(width)));
}

function convert(letter: string, bytes: Uint8Array, offset: number, flags: string): string {
  const [first = 0] = bytes;
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  const printable = first >= 32 && first < 127 ? String.fromCharCode(first) : undefined;
  switch (letter) {
    case '_ad':
      return String(offset);
    case '_ao':
      return offset.toString(8);
    case '_ax':
      return offset.toString(16);
    case '_c':
      return printable ?? ESCAPES[first] ?? first.toString(8).padStart(3, '0');
    case '_p':
      return printable ?? '.';
    case '_u':
      return printable ?? first.toString(16).padStart(2, '0');
    case 'c':
      return String.fromCharCode(first);
    case 's':
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    case 'd':
    case 'i':
      return String(BigInt.asIntN(bytes.length * 8, value));
    case 'o':
      return (flags.includes('#') ? '0' : '') + value.toString(8);
    case 'x':
      return (flags.includes('#') ? '0x' : '') + value.toString(16);
    case 'X':
      return (flags.includes('#') ? '0X' : '') + value.toString(16).toUpperCase();
    default:
      return String(value);
  }
}
