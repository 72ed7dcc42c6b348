import { encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { readDump } from './read-dump.ts';

type XxdOption = 'columns' | 'group' | 'length' | 'plain' | 'reverse' | 'skip' | 'upper' | 'bits' | 'include';

const USAGE: CommandUsage<XxdOption> = {
  name: 'xxd',
  synopsis: ['[OPTION]... [INFILE [OUTFILE]]', '-r [-p] [INFILE [OUTFILE]]'],
  summary: 'Make a hexadecimal dump, or do the reverse.',
  options: {
    columns: { short: 'c', value: 'COLS', help: 'COLS bytes per line (16; -b 6, -i 12, -p 30)' },
    group: { short: 'g', value: 'BYTES', help: 'separate groups of BYTES bytes (2; -b 1)' },
    length: { short: 'l', value: 'LEN', help: 'stop after LEN bytes' },
    plain: { short: 'p', help: 'plain hexadecimal, without offsets and text' },
    reverse: { short: 'r', help: 'turn a dump into bytes' },
    skip: { short: 's', value: 'SEEK', help: 'begin at SEEK bytes' },
    upper: { short: 'u', help: 'use upper case letters' },
    bits: { short: 'b', help: 'binary digits, not hexadecimal' },
    include: { short: 'i', help: 'a C array' },
  },
};

/** Dumps bytes in hexadecimal, and reads such dumps. */
export const xxd: Program = defineCommand(USAGE, async (run) => {
  const [name = '-', target, extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand '${extra}'`);
  const output =
    target === undefined ? undefined : run.context.open(target, { write: true, create: true, truncate: true });
  await run.eachInput(
    async ({ reader }) => {
      const bytes = await readAll(reader);
      const from = Number(run.arguments.value('skip') ?? 0);
      const start = from < 0 ? Math.max(bytes.length + from, 0) : from;
      const part = bytes.subarray(start, start + Number(run.arguments.value('length') ?? bytes.length));
      const result = run.arguments.has('reverse') ? readDump(bytes, run.arguments.has('plain')) : undefined;
      const made = result ?? dump(run, part, start, name);
      if (output) await output.write(made);
      else run.output.put(made);
    },
    { operands: [name], describe: (file, reason, wasOpened) => (wasOpened ? reason : `${file}: ${reason}`), status: 2 },
  );
  output?.close();
  return run.status;
});

function dump(run: CommandRun<XxdOption>, bytes: Uint8Array, start: number, name: string): Uint8Array {
  const { arguments: given } = run;
  const columns = Number(given.value('columns') ?? 0);
  const style = { isUpper: given.has('upper'), isBinary: given.has('bits') };
  if (given.has('plain')) return encodeText(plainDump(bytes, columns || 30, style));
  if (given.has('include')) return encodeText(arrayDump(bytes, columns || 12, name, style));
  const width = columns || (style.isBinary ? 6 : 16);
  const group = Number(given.value('group') ?? (style.isBinary ? 1 : 2)) || width;
  let text = '';
  for (let at = 0; at < bytes.length; at += width) {
    text += dumpLine(bytes.subarray(at, at + width), start + at, { width, group, ...style });
  }
  return encodeText(text);
}

interface DigitStyle {
  readonly isUpper: boolean;
  readonly isBinary: boolean;
}

function digitsOf(byte: number, { isUpper, isBinary }: DigitStyle): string {
  if (isBinary) return byte.toString(2).padStart(8, '0');
  const digits = byte.toString(16).padStart(2, '0');
  return isUpper ? digits.toUpperCase() : digits;
}

function dumpLine(
  bytes: Uint8Array,
  offset: number,
  options: DigitStyle & { readonly width: number; readonly group: number },
): string {
  const { width, group, isBinary } = options;
  let digits = '';
  let letters = '';
  bytes.forEach((byte, index) => {
    digits += digitsOf(byte, options);
    if (index % group === group - 1) digits += ' ';
    letters += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
  });
  const full = width * (isBinary ? 8 : 2) + Math.ceil(width / group);
  return `${offset.toString(16).padStart(8, '0')}: ${digits.trimEnd().padEnd(full)} ${letters}\n`;
}

function plainDump(bytes: Uint8Array, columns: number, style: DigitStyle): string {
  let text = '';
  bytes.forEach((byte, index) => {
    text += digitsOf(byte, style);
    if (index % columns === columns - 1 || index === bytes.length - 1) text += '\n';
  });
  return text;
}

/** Without a name only the numbers are written. */
function arrayDump(bytes: Uint8Array, columns: number, name: string, style: DigitStyle): string {
  const items: string[] = [];
  bytes.forEach((byte, index) => {
    items.push(`${index % columns === 0 ? '\n  ' : ' '}0x${digitsOf(byte, { ...style, isBinary: false })}`);
  });
  const list = items.join(',').replace(/^\n/, '');
  if (name === '-') return `${list}\n`;
  const identifier = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '__');
  return `unsigned char ${identifier}[] = {\n${list}\n};\nunsigned int ${identifier}_len = ${bytes.length};\n`;
}
