/** How some bytes are shown. */
export interface DumpFormat {
  /** Bytes of one number. */
  readonly size: number;
  /** Columns that a number takes, the blank before it counted. */
  readonly columns: number;
  /** The bytes follow as text too. */
  readonly hasText: boolean;
  /** @param bytes  `size` of them, the lowest first */
  show(bytes: Uint8Array): string;
}

/** What the letters of old stand for. */
export const TRADITIONAL_FORMATS: ReadonlyMap<string, string> = new Map([
  ['bytesOctal', 'o1'],
  ['characters', 'c'],
  ['decimal', 'u2'],
  ['octal', 'o2'],
  ['hexadecimal', 'x2'],
  ['named', 'a'],
  ['integers', 'd4'],
  ['longs', 'd8'],
]);

const NAMES =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0, '\\0'],
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
]);

const SIZES: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['S', 2],
  ['I', 4],
  ['L', 8],
]);

/** Returns the formats of a type such as `x1z` or `cd2`; nothing when it is none. */
export function readDumpFormats(written: string): DumpFormat[] | undefined {
  const formats: DumpFormat[] = [];
  for (let rest = written; rest !== ''; ) {
    const found = /^(?:([ac])|([doux])(\d+|[CSIL])?)(z?)/.exec(rest);
    if (!found) return undefined;
    const [whole, character, radix = '', size = '4', text] = found;
    rest = rest.slice(whole.length);
    const hasText = text === 'z';
    if (character !== undefined) {
      formats.push({
        size: 1,
        columns: 4,
        hasText,
        show: ([byte = 0]) => (character === 'a' ? nameOf(byte) : escapeOf(byte)),
      });
      continue;
    }
    const bytes = SIZES.get(size) ?? Number(size);
    if (![1, 2, 4, 8].includes(bytes)) return undefined;
    formats.push({ size: bytes, columns: digitsOf(radix, bytes) + 1, hasText, show: (part) => numberOf(part, radix) });
  }
  return formats;
}

/** Returns bytes as text, with dots for what cannot be printed. */
export function showsText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
}

function nameOf(byte: number): string {
  const low = byte & 127;
  return low === 127 ? 'del' : (NAMES[low] ?? String.fromCharCode(low));
}

function escapeOf(byte: number): string {
  const known = ESCAPES.get(byte);
  if (known !== undefined) return known;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0');
}

const RADIX: Readonly<Record<string, number>> = { d: 10, o: 8, u: 10, x: 16 };

function digitsOf(radix: string, size: number): number {
  const most = (2n ** BigInt(size * 8) - 1n).toString(RADIX[radix] ?? 10).length;
  if (radix !== 'd') return most;
  return (2n ** BigInt(size * 8 - 1)).toString().length + 1;
}

function numberOf(bytes: Uint8Array, radix: string): string {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  if (radix === 'd') return BigInt.asIntN(bytes.length * 8, value).toString();
  const text = value.toString(RADIX[radix] ?? 10);
  return radix === 'u' ? text : text.padStart(digitsOf(radix, bytes.length), '0');
}
