import { encodeText } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { RgOption } from './rg-usage.ts';

/** Returns a file's bytes as UTF-8. */
export type Recode = (bytes: Uint8Array) => Uint8Array;

/** Byte order marks, and the encodings that they tell. */
const MARKS: readonly { readonly mark: readonly number[]; readonly encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** What windows-1252 has at 0x80 to 0x9F; some decoders take it for Latin-1 there. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Returns how `-E` has files read, or why not. By default a byte order mark tells, and else bytes are left alone. */
export function readEncoding(given: ParsedArguments<RgOption>): Recode | string {
  const written = given.value('encoding') ?? 'auto';
  if (written === 'none') return (bytes) => bytes;
  if (written === 'auto') return (bytes) => recode(bytes, undefined);
  const decoder = createDecoder(written);
  if (!decoder) return `unknown encoding: ${written}`;
  return (bytes) => recode(bytes, decoder.encoding);
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A mark of UTF-16 goes before what was asked for; one of UTF-8 is only taken off. */
function recode(bytes: Uint8Array, asked: string | undefined): Uint8Array {
  const found = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const body = found ? bytes.subarray(found.mark.length) : bytes;
  const encoding = found && found.encoding !== 'utf-8' ? found.encoding : asked;
  return encoding === undefined ? body : encodeText(decode(body, encoding));
}

function decode(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replaceAll(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
