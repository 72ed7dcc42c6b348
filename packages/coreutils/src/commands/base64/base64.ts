import { concatBytes, NO_BYTES, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';

const USAGE: CommandUsage<'decode' | 'ignoreGarbage' | 'wrap'> = {
  name: 'base64',
  synopsis: ['[OPTION]... [FILE]'],
  summary: 'Encode FILE, or standard input, as base64.',
  options: {
    decode: { short: 'd', long: 'decode', help: 'decode' },
    ignoreGarbage: { short: 'i', long: 'ignore-garbage', help: 'when decoding, skip other characters' },
    wrap: {
      short: 'w',
      long: 'wrap',
      value: 'COLS',
      help: 'break lines after COLS characters (default 76); 0 for none',
    },
  },
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** A multiple of 3, so that pieces can be encoded one by one. */
const PIECE_BYTES = 49_152;

/** Encodes and decodes base64. */
export const base64: Program = defineCommand(USAGE, async (run) => {
  const [name = '-', extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const wrap = run.arguments.value('wrap') ?? '76';
  if (!/^\d+$/.test(wrap)) {
    await run.fail(`invalid wrap size: ${quote(wrap)}`);
    return 1;
  }
  await run.eachInput(
    async ({ reader }) => {
      if (run.arguments.has('decode')) {
        const { bytes, isValid } = decode(await readAll(reader), run.arguments.has('ignoreGarbage'));
        run.output.put(bytes);
        if (!isValid) await run.fail('invalid input');
        return;
      }
      let kept: Uint8Array = NO_BYTES;
      let column = 0;
      for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) {
        kept = concatBytes([kept, chunk]);
        const whole = kept.length < PIECE_BYTES ? 0 : kept.length - (kept.length % 3);
        column = putWrapped(encode(kept.subarray(0, whole)), column, Number(wrap), run.output);
        kept = kept.slice(whole);
        await run.output.drain();
      }
      column = putWrapped(encode(kept), column, Number(wrap), run.output);
      if (column > 0 && Number(wrap) > 0) run.output.putText('\n');
    },
    { operands: [name] },
  );
  return run.status;
});

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 63] ?? '').join('');
    text += left > 2 ? letters : letters.slice(0, left + 1).padEnd(4, '=');
  }
  return text;
}

function putWrapped(text: string, column: number, width: number, output: { putText(text: string): void }): number {
  if (width === 0) {
    output.putText(text);
    return 0;
  }
  let at = column;
  for (let index = 0; index < text.length; ) {
    const piece = text.slice(index, index + width - at);
    output.putText(piece);
    index += piece.length;
    at += piece.length;
    if (at < width) break;
    output.putText('\n');
    at = 0;
  }
  return at;
}

function decode(bytes: Uint8Array, ignoresGarbage: boolean): { bytes: Uint8Array; isValid: boolean } {
  const decoded = new Uint8Array(Math.ceil((bytes.length * 3) / 4));
  let length = 0;
  let group = 0;
  let count = 0;
  let padding = 0;
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === '\n') continue;
    if (character === '=') {
      padding++;
      continue;
    }
    const value = ALPHABET.indexOf(character);
    if (value < 0 && ignoresGarbage) continue;
    if (value < 0 || padding > 0) return { bytes: decoded.subarray(0, length), isValid: false };
    group = (group << 6) | value;
    if (++count < 4) continue;
    decoded.set([(group >> 16) & 255, (group >> 8) & 255, group & 255], length);
    length += 3;
    [group, count] = [0, 0];
  }
  if (count > 1) decoded[length++] = (group >> (count === 2 ? 4 : 10)) & 255;
  if (count > 2) decoded[length++] = (group >> 2) & 255;
  return {
    bytes: decoded.subarray(0, length),
    isValid: count === 0 ? padding === 0 : count > 1 && count + padding === 4,
  };
}
