import { concatBytes, describeError, equalBytes, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { type DumpFormat, readDumpFormats, showsText, TRADITIONAL_FORMATS } from './dump-formats.ts';

type OdOption =
  | 'addressRadix'
  | 'skip'
  | 'limit'
  | 'format'
  | 'duplicates'
  | 'width'
  | 'bytesOctal'
  | 'characters'
  | 'decimal'
  | 'octal'
  | 'hexadecimal'
  | 'named'
  | 'integers'
  | 'longs';
type OdRun = CommandRun<OdOption>;

const USAGE: CommandUsage<OdOption> = {
  name: 'od',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Write an unambiguous representation, octal by default, of FILE.',
  options: {
    addressRadix: { short: 'A', long: 'address-radix', value: 'RADIX', help: 'format of offsets: d, o, x or n' },
    skip: { short: 'j', long: 'skip-bytes', value: 'BYTES', help: 'skip BYTES input bytes first' },
    limit: { short: 'N', long: 'read-bytes', value: 'BYTES', help: 'limit dump to BYTES input bytes' },
    format: { short: 't', long: 'format', value: 'TYPE', help: 'select output format or formats' },
    duplicates: { short: 'v', long: 'output-duplicates', help: 'do not use * to mark line suppression' },
    width: {
      short: 'w',
      long: 'width',
      value: 'BYTES',
      valueIsOptional: true,
      help: 'output BYTES bytes per line (16)',
    },
    bytesOctal: { short: 'b', help: 'same as -t o1' },
    characters: { short: 'c', help: 'same as -t c' },
    decimal: { short: 'd', help: 'same as -t u2' },
    octal: { short: 'o', help: 'same as -t o2' },
    hexadecimal: { short: 'x', help: 'same as -t x2' },
    named: { short: 'a', help: 'same as -t a' },
    integers: { short: 'i', help: 'same as -t dI' },
    longs: { short: 'l', help: 'same as -t dL' },
  },
  notes: 'TYPE is a (named characters), c (characters), or d, o, u, x with a size 1, 2, 4 or 8; z shows text too.',
};

/** Dumps bytes as numbers. */
export const od: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given } = run;
  const skip = parseSize(given.value('skip') ?? '0');
  const limit = given.has('limit') ? parseSize(given.value('limit') ?? '') : Number.POSITIVE_INFINITY;
  if (skip === undefined || limit === undefined) {
    const name = skip === undefined ? 'skip' : 'limit';
    await run.fail(`invalid -${name === 'skip' ? 'j' : 'N'} argument '${given.value(name) ?? ''}'`);
    return 1;
  }
  const address = ADDRESSES[given.value('addressRadix') ?? 'o'];
  if (!address) {
    await run.fail(
      `invalid output address radix '${given.value('addressRadix') ?? ''}'; it must be one character from [doxn]`,
    );
    return 1;
  }
  const formats = readFormats(run);
  if (typeof formats === 'string') {
    await run.fail(formats);
    return 1;
  }
  const bytes = await readInputs(run);
  if (run.status > 0 && bytes.length === 0) return run.status;
  if (skip > bytes.length) {
    await run.fail('cannot skip past end of combined input');
    return 1;
  }
  const width = given.has('width') ? Number(given.value('width') || 32) : 16;
  await dump(run, bytes.subarray(skip, skip + limit), { formats, width, address, start: skip });
  return run.status;
});

type ShowAddress = (offset: number) => string;

const ADDRESSES: Readonly<Record<string, ShowAddress>> = {
  d: (offset) => String(offset).padStart(7, '0'),
  o: (offset) => offset.toString(8).padStart(7, '0'),
  x: (offset) => offset.toString(16).padStart(6, '0'),
  n: () => '',
};

function readFormats({ arguments: given }: OdRun): DumpFormat[] | string {
  const formats: DumpFormat[] = [];
  for (const { name, value } of given.given) {
    const written = name === 'format' ? value : TRADITIONAL_FORMATS.get(name);
    if (written === undefined) continue;
    const read = readDumpFormats(written);
    if (!read)
      return `invalid character '${written.replace(/[acdoux\d]*/, '')[0] ?? ''}' in type string ${quote(written)}`;
    formats.push(...read);
  }
  return formats.length > 0 ? formats : (readDumpFormats('o2') ?? []);
}

async function readInputs(run: OdRun): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const name of run.arguments.operands.length > 0 ? run.arguments.operands : ['-']) {
    try {
      parts.push(await readAll(name === '-' ? run.context.stdin : run.open(name)));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
    }
  }
  return concatBytes(parts);
}

interface DumpOptions {
  readonly formats: readonly DumpFormat[];
  readonly width: number;
  readonly address: ShowAddress;
  readonly start: number;
}

async function dump(run: OdRun, bytes: Uint8Array, { formats, width, address, start }: DumpOptions): Promise<void> {
  let previous: Uint8Array | undefined;
  let isSuppressing = false;
  const cell = Math.max(...formats.map(({ size, columns }) => columns / size));
  for (let at = 0; at < bytes.length; at += width) {
    const line = bytes.subarray(at, at + width);
    const isSame = previous !== undefined && line.length === width && equalBytes(previous, line);
    previous = line;
    if (isSame && !run.arguments.has('duplicates')) {
      if (!isSuppressing) run.output.putText('*\n');
      isSuppressing = true;
      continue;
    }
    isSuppressing = false;
    for (const [index, format] of formats.entries()) {
      const lead = index === 0 ? address(start + at) : ' '.repeat(address(0).length);
      run.output.putText(`${lead}${showLine(line, format, width, cell)}\n`);
    }
    const wait = run.output.drain();
    if (wait) await wait;
  }
  const end = address(start + bytes.length);
  if (end !== '') run.output.putText(`${end}\n`);
}

/** Numbers of several formats stand below each other: all take the columns of the widest. */
function showLine(line: Uint8Array, format: DumpFormat, width: number, cell: number): string {
  const columns = Math.ceil(cell * format.size);
  let text = '';
  for (let at = 0; at < line.length; at += format.size) {
    const part = new Uint8Array(format.size);
    part.set(line.subarray(at, at + format.size));
    text += format.show(part).padStart(columns);
  }
  if (!format.hasText) return text;
  const missing = Math.floor((width - line.length) / format.size) * columns;
  return `${text}${' '.repeat(missing)}  >${showsText(line)}<`;
}
