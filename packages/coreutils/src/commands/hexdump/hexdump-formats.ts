import { quote } from '../../arguments/quote.ts';
import { blankUnit, formatUnit } from './format-unit.ts';

/** How blocks of bytes are shown. */
export interface BlockFormat {
  readonly blockBytes: number;
  show(block: Uint8Array, offset: number): string;
  /** Returns the line behind the last block. */
  showEnd(offset: number): string;
}

const BLOCK_BYTES = 16;

function words(unitBytes: number, columns: number, showUnit: (value: number) => string): BlockFormat {
  return {
    blockBytes: BLOCK_BYTES,
    show(block, offset) {
      let line = hex(offset, 7);
      for (let at = 0; at < BLOCK_BYTES; at += unitBytes) {
        const isThere = at < block.length;
        const value = (block[at] ?? 0) | (unitBytes === 2 ? (block[at + 1] ?? 0) << 8 : 0);
        line += isThere ? showUnit(value).padStart(columns) : ' '.repeat(columns);
      }
      return `${line}\n`;
    },
    showEnd: (offset) => `${hex(offset, 7)}\n`,
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

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

function character(byte: number): string {
  const printable = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0');
  return ESCAPES.get(byte) ?? printable;
}

/** Pairs of bytes, the lower first. */
export const HEX_WORDS: BlockFormat = words(2, 5, (value) => hex(value, 4));

/** The formats that letters choose. */
export const SHORT_FORMATS: Readonly<
  Record<'oneByteOctal' | 'oneByteChar' | 'decimal' | 'octal' | 'hex', BlockFormat>
> = {
  oneByteOctal: words(1, 4, (value) => value.toString(8).padStart(3, '0')),
  oneByteChar: words(1, 4, character),
  decimal: words(2, 8, (value) => String(value).padStart(5, '0')),
  octal: words(2, 8, (value) => value.toString(8).padStart(6, '0')),
  hex: words(2, 8, (value) => hex(value, 4)),
};

/** Bytes with the text they are. */
export const CANONICAL: BlockFormat = {
  blockBytes: BLOCK_BYTES,
  show(block, offset) {
    let line = `${hex(offset, 8)} `;
    for (let at = 0; at < BLOCK_BYTES; at++) {
      const byte = block[at];
      line += `${byte === undefined ? '   ' : ` ${hex(byte, 2)}`}${at === 7 ? ' ' : ''}`;
    }
    const text = Array.from(block, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    return `${line}  |${text}|\n`;
  },
  showEnd: (offset) => `${hex(offset, 8)}\n`,
};

interface FormatUnit {
  readonly count: number;
  readonly bytes: number;
  readonly format: string;
}

/** Parses a format of `-e`: units such as `4/2 "%04x "`; a text is what is wrong. */
export function parseFormat(text: string): BlockFormat | string {
  const units: FormatUnit[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [whole, count, bytes, format = ''] =
      /^(?:(\d+)?\s*(?:\/\s*(\d+)?)?\s*)"((?:[^"\\]|\\.)*)"\s*/.exec(rest) ?? [];
    if (whole === undefined || whole === '') return `bad format {${quote(rest).slice(1, -1)}}`;
    units.push({
      count: Number(count ?? 1),
      bytes: bytes === undefined ? defaultBytes(format) : Number(bytes),
      format: unescape(format),
    });
    rest = rest.slice(whole.length);
  }
  const blockBytes = units.reduce((total, unit) => total + unit.count * unit.bytes, 0);
  if (blockBytes === 0) return 'bad format: it shows no bytes';
  return {
    blockBytes,
    show(block, offset) {
      let line = '';
      let at = 0;
      for (const unit of units) {
        if (unit.bytes === 0) {
          line += formatUnit(unit.format, block, offset);
          continue;
        }
        for (let index = 0; index < unit.count; index++) {
          const isLast = index === unit.count - 1 && unit.count > 1;
          const format = isLast ? unit.format.trimEnd() : unit.format;
          const shown =
            at < block.length
              ? formatUnit(format, block.subarray(at, at + unit.bytes), offset + at)
              : blankUnit(format);
          line += shown;
          at += unit.bytes;
        }
      }
      return line;
    },
    showEnd: () => '',
  };
}

function defaultBytes(format: string): number {
  if (/%_c|%_p|%_u|%c/.test(format)) return 1;
  return /%[-#0 +]*\d*(?:\.\d+)?[diouxX]/.test(format) ? 4 : 0;
}

function unescape(text: string): string {
  const known: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    b: '\b',
    f: '\f',
    v: '\v',
    '0': '\0',
  };
  return text.replaceAll(/\\(.)/g, (_, letter: string) => known[letter] ?? letter);
}
