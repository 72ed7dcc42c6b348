import {
  type ByteReader,
  concatBytes,
  describeError,
  encodeText,
  errnoOf,
  joinPath,
  NO_BYTES,
  type OpenOptions,
  type Program,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createBlockConverter } from './convert-blocks.ts';
import { type DdSettings, readDdSettings } from './dd-settings.ts';

const USAGE: CommandUsage<never> = {
  name: 'dd',
  synopsis: ['[OPERAND]...'],
  summary: 'Copy a file in blocks, changing it on the way.',
  options: {},
  notes: `  if=FILE, of=FILE   read from and write to FILE instead of standard input and output
  bs=BYTES           read and write so many bytes at once (ibs=, obs= for one of them; 512)
  count=N            copy only N input blocks
  skip=N, seek=N     pass over N blocks of the input, of the output
  conv=LIST          lcase ucase swab sync notrunc nocreat excl block unblock (with cbs=BYTES) noerror
  iflag=LIST         fullblock skip_bytes count_bytes;  oflag=LIST  append seek_bytes
  status=LEVEL       none: no statistics; noxfer: without the last line

Numbers may end with c 1, w 2, b 512, kB 1000, K 1024, MB, M, GB, G, or be products such as 2x512.`,
};

/** Blocks are held in memory, so they cannot be larger. */
const MAX_BLOCK_BYTES = 1_073_741_824;

/** Copies in blocks. */
export const dd: Program = defineCommand(USAGE, async (run) => {
  const settings = readDdSettings(run.arguments.operands);
  if ('message' in settings) {
    if (settings.showsHint) return run.failUsage(settings.message);
    await run.fail(settings.message);
    return 1;
  }
  if (Math.max(settings.inputBytes, settings.outputBytes) > MAX_BLOCK_BYTES) {
    await run.fail('memory exhausted by a block of more than 1 GiB');
    return 1;
  }
  const startMs = run.context.clock.monotonic();
  const input = await openInput(run, settings);
  const output = input && (await openOutput(run, settings));
  if (!input || !output) return 1;
  const counts = new Counts();
  try {
    await copy(run, settings, input, output, counts);
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined || code === 'EPIPE') throw error;
    const what = code === 'EISDIR' ? `error reading ${quoteName(settings.input ?? 'standard input')}` : 'writing';
    await run.fail(`${what}: ${describeError(error)}`);
  }
  await run.output.flush();
  if (settings.status !== 'none') {
    await run.context.stderr.write(encodeText(counts.describe(settings, run.context.clock.monotonic() - startMs)));
  }
  return run.status;
});

async function openInput(run: CommandRun<never>, { input }: DdSettings): Promise<ByteReader | undefined> {
  if (input === undefined) return run.context.stdin;
  try {
    return run.open(input);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`failed to open ${quoteName(input)}: ${describeError(error)}`);
    return undefined;
  }
}

type Write = (bytes: Uint8Array) => undefined | Promise<void>;

async function openOutput(run: CommandRun<never>, settings: DdSettings): Promise<Write | undefined> {
  const { output, seekBytes } = settings;
  if (output === undefined) {
    return (bytes) => {
      run.output.put(bytes);
      return run.output.drain();
    };
  }
  const { files, cwd } = run.context;
  const path = joinPath(cwd, output);
  try {
    const options: OpenOptions = {
      write: true,
      append: settings.appends,
      create: settings.creates !== 'never',
      exclusive: settings.creates === 'exclusive',
      truncate: settings.truncates && seekBytes === 0,
    };
    const file = run.context.open(output, options);
    if (file.file.kind !== 'file') return (bytes) => file.write(bytes);
    if (settings.truncates && seekBytes > 0) files.truncate(path, seekBytes);
    if (seekBytes > 0) file.file.seek(seekBytes, 'start');
    return (bytes) => file.write(bytes);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`failed to open ${quoteName(output)}: ${describeError(error)}`);
    return undefined;
  }
}

/** Full and partial blocks, as dd counts them. */
class Counts {
  readonly read = { full: 0, partial: 0 };
  readonly written = { full: 0, partial: 0, bytes: 0 };
  truncatedRecords = 0;

  describe({ status }: DdSettings, elapsedMs: number): string {
    const { read, written } = this;
    const records = `${read.full}+${read.partial} records in\n${written.full}+${written.partial} records out\n`;
    const cut =
      this.truncatedRecords === 0
        ? ''
        : `${this.truncatedRecords} truncated record${this.truncatedRecords === 1 ? '' : 's'}\n`;
    if (status === 'noxfer') return records + cut;
    const seconds = Math.max(elapsedMs / 1000, 1e-6);
    const sizes = [describeBytes(written.bytes, 1000, 'B'), describeBytes(written.bytes, 1024, 'iB')].filter(Boolean);
    const also = sizes.length === 0 ? '' : ` (${sizes.join(', ')})`;
    const rate = describeBytes(written.bytes / seconds, 1000, 'B') || `${(written.bytes / seconds).toFixed(1)} B`;
    const unit = written.bytes === 1 ? 'byte' : 'bytes';
    return `${records}${cut}${written.bytes} ${unit}${also} copied, ${Number(seconds.toPrecision(6))} s, ${rate}/s\n`;
  }
}

function describeBytes(bytes: number, base: number, unit: string): string {
  if (bytes < base) return '';
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(base)), 5);
  const value = bytes / base ** power;
  const letter = base === 1000 && power === 1 ? 'k' : (' KMGTP'[power] ?? '');
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${letter}${unit}`;
}

async function copy(
  run: CommandRun<never>,
  settings: DdSettings,
  input: ByteReader,
  write: Write,
  counts: Counts,
): Promise<void> {
  const { inputBytes, outputBytes, conversions, countInBytes } = settings;
  const converter = createBlockConverter(conversions, settings.recordBytes);
  await skip(run, settings, input);
  let waiting: Uint8Array = NO_BYTES;
  const put = async (bytes: Uint8Array, isEnd: boolean): Promise<void> => {
    waiting = waiting.length === 0 ? bytes : concatBytes([waiting, bytes]);
    while (waiting.length >= outputBytes || ((isEnd || settings.copiesBlocks) && waiting.length > 0)) {
      const block = waiting.subarray(0, outputBytes);
      await write(block);
      counts.written.bytes += block.length;
      counts.written[block.length === outputBytes ? 'full' : 'partial']++;
      waiting = waiting.subarray(block.length);
    }
  };
  let left = settings.count ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const wanted = countInBytes ? Math.min(left, inputBytes) : inputBytes;
    const block = await readBlock(input, wanted, settings.readsFullBlocks || input !== run.context.stdin);
    if (block.length === 0) break;
    left -= countInBytes ? block.length : 1;
    counts.read[block.length === inputBytes ? 'full' : 'partial']++;
    await put(converter.convert(conversions.padsBlocks ? padBlock(block, settings) : block), false);
  }
  await put(converter.end(), true);
  counts.truncatedRecords = converter.truncatedRecords();
}

async function skip(run: CommandRun<never>, { skipBytes, input: name }: DdSettings, input: ByteReader): Promise<void> {
  let left = skipBytes;
  while (left > 0) {
    const bytes = await input.read(Math.min(left, 65_536));
    if (bytes.length === 0) {
      return run.warn(`${quoteNameIfNeeded(name ?? 'standard input')}: cannot skip to specified offset`);
    }
    left -= bytes.length;
  }
}

async function readBlock(input: ByteReader, wanted: number, isWhole: boolean): Promise<Uint8Array> {
  const first = await input.read(wanted);
  if (first.length === wanted || first.length === 0 || !isWhole) return first;
  const parts = [first];
  let length = first.length;
  while (length < wanted) {
    const bytes = await input.read(wanted - length);
    if (bytes.length === 0) break;
    parts.push(bytes);
    length += bytes.length;
  }
  return concatBytes(parts);
}

function padBlock(block: Uint8Array, { inputBytes, conversions }: DdSettings): Uint8Array {
  const padded = new Uint8Array(inputBytes).fill(conversions.records === undefined ? 0 : 32);
  padded.set(block);
  return padded;
}
