import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';

const USAGE: CommandUsage<'decode' | 'ignoreGarbage' | 'wrap'> = {
  name: 'base32',
  synopsis: ['[OPTION]... [FILE]'],
  summary: 'Encode FILE, or standard input, as base32.',
  options: {
    decode: { short: 'd', long: 'decode', help: 'decode' },
    ignoreGarbage: { short: 'i', long: 'ignore-garbage', help: 'when decoding, skip other characters' },
    wrap: { short: 'w', long: 'wrap', value: 'COLS', help: 'break lines after COLS characters (76); 0 for none' },
  },
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Characters of a last group by how many bytes are in it. */
const GROUP_LETTERS = [0, 2, 4, 5, 7, 8];

/** Encodes and decodes base32 (RFC 4648). */
export const base32: Program = defineCommand(USAGE, async (run) => {
  const [name = '-', extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const wrap = run.arguments.value('wrap') ?? '76';
  if (!/^\d+$/.test(wrap)) {
    await run.fail(`invalid wrap size: ${quote(wrap)}`);
    return 1;
  }
  await run.eachInput(
    async ({ reader }) => {
      const bytes = await readAll(reader);
      if (!run.arguments.has('decode')) {
        const text = encode(bytes);
        const width = Number(wrap);
        run.output.putText(width === 0 ? text : text.replaceAll(new RegExp(`.{1,${width}}`, 'g'), '$&\n'));
        return;
      }
      const decoded = decode(bytes, run.arguments.has('ignoreGarbage'));
      run.output.put(decoded.bytes);
      if (!decoded.isValid) await run.fail('invalid input');
    },
    { operands: [name] },
  );
  return run.status;
});

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const group = bytes.subarray(at, at + 5);
    let value = 0n;
    for (let index = 0; index < 5; index++) value = (value << 8n) | BigInt(group[index] ?? 0);
    const letters = Array.from(
      { length: 8 },
      (_, index) => ALPHABET[Number((value >> BigInt(35 - index * 5)) & 31n)] ?? '',
    );
    text += letters.slice(0, GROUP_LETTERS[group.length]).join('').padEnd(8, '=');
  }
  return text;
}

function decode(bytes: Uint8Array, ignoresGarbage: boolean): { bytes: Uint8Array; isValid: boolean } {
  const decoded: number[] = [];
  let value = 0;
  let bits = 0;
  let letters = 0;
  let padding = 0;
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === '\n') continue;
    if (character === '=') {
      padding++;
      continue;
    }
    const digit = ALPHABET.indexOf(character);
    if (digit < 0 && ignoresGarbage) continue;
    if (digit < 0 || padding > 0) {
      return { bytes: Uint8Array.from(decoded.slice(0, Math.floor(letters / 8) * 5)), isValid: false };
    }
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    letters++;
    if (bits >= 8) {
      bits -= 8;
      decoded.push((value >> bits) & 255);
    }
  }
  return { bytes: Uint8Array.from(decoded), isValid: (letters + padding) % 8 === 0 };
}
