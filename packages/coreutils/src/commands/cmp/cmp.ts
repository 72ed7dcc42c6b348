import { type ByteReader, describeError, NO_BYTES, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';

type CmpOption = 'printBytes' | 'ignoreInitial' | 'verbose' | 'bytes' | 'silent';
type CmpRun = CommandRun<CmpOption>;

const USAGE: CommandUsage<CmpOption> = {
  name: 'cmp',
  synopsis: ['[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]'],
  summary: 'Compare two files byte by byte.',
  faultStatus: 2,
  options: {
    printBytes: { short: 'b', long: 'print-bytes', help: 'print differing bytes' },
    ignoreInitial: { short: 'i', long: 'ignore-initial', value: 'SKIP', help: 'skip the first SKIP bytes of both' },
    verbose: { short: 'l', long: 'verbose', help: 'output byte numbers and differing byte values' },
    bytes: { short: 'n', long: 'bytes', value: 'LIMIT', help: 'compare at most LIMIT bytes' },
    silent: { short: 's', long: ['quiet', 'silent'], help: 'suppress all normal output' },
  },
};

/** Compares two files byte by byte. */
export const cmp: Program = defineCommand(USAGE, async (run) => {
  const [left, right = '-', ...skips] = run.arguments.operands;
  if (left === undefined) return run.failUsage(`missing operand after 'cmp'`, 2);
  const limits = readLimits(run, skips);
  if (typeof limits === 'string') return run.failUsage(limits, 2);
  if (skips.length > 2) return run.failUsage(`extra operand '${skips[2] ?? ''}'`, 2);
  const readers: ByteReader[] = [];
  let smallest = limits.limit;
  for (const name of [left, right]) {
    try {
      if (name === '-') readers.push(run.context.stdin);
      else {
        const file = run.open(name);
        readers.push(file);
        if (file.file.kind === 'file') smallest = Math.min(smallest, file.file.stat().size);
      }
    } catch (error) {
      if (!isInputFault(error)) throw error;
      if (run.arguments.has('silent')) return 2;
      await run.fail(`${name}: ${describeError(error)}`, 2);
      return 2;
    }
  }
  const [first, second] = readers;
  if (!first || !second) return 2;
  await skip(first, limits.skip[0]);
  await skip(second, limits.skip[1]);
  return compare(
    run,
    { reader: first, name: left },
    { reader: second, name: right },
    {
      limit: limits.limit,
      numberWidth: Number.isFinite(smallest) ? String(smallest).length : 19,
    },
  );
});

function readLimits(
  run: CmpRun,
  skips: readonly string[],
): { skip: readonly [number, number]; limit: number } | string {
  const initial = run.arguments.value('ignoreInitial')?.split(':') ?? skips;
  const [first = '0', second = run.arguments.has('ignoreInitial') ? first : '0'] = initial;
  const sizes = [first, second].map(parseSize);
  const [skipFirst, skipSecond] = sizes;
  if (skipFirst === undefined || skipSecond === undefined) {
    return `invalid --ignore-initial value '${skipFirst === undefined ? first : second}'`;
  }
  const written = run.arguments.value('bytes');
  const limit = written === undefined ? Number.POSITIVE_INFINITY : parseSize(written);
  return limit === undefined ? `invalid --bytes value '${written ?? ''}'` : { skip: [skipFirst, skipSecond], limit };
}

async function skip(reader: ByteReader, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    const chunk = await reader.read(Math.min(left, 65_536));
    if (chunk.length === 0) return;
    left -= chunk.length;
  }
}

interface ComparedStream {
  readonly reader: ByteReader;
  readonly name: string;
}

/** How far two streams are compared, and the columns that byte numbers take. */
interface ComparisonLimits {
  readonly limit: number;
  readonly numberWidth: number;
}

async function compare(
  run: CmpRun,
  left: ComparedStream,
  right: ComparedStream,
  { limit, numberWidth }: ComparisonLimits,
): Promise<number> {
  const { arguments: given, output } = run;
  let [ours, theirs]: [Uint8Array, Uint8Array] = [NO_BYTES, NO_BYTES];
  let [offset, line, status] = [0, 1, 0];
  let previous = 0;
  while (offset < limit) {
    if (ours.length === 0) ours = await left.reader.read();
    if (theirs.length === 0) theirs = await right.reader.read();
    if (ours.length === 0 && theirs.length === 0) return status;
    if (ours.length === 0 || theirs.length === 0) {
      if (given.has('silent')) return 1;
      await output.flush();
      await reportEnd(
        run,
        ours.length === 0 ? left.name : right.name,
        offset,
        previous === 10 ? line - 1 : line,
        previous,
      );
      return 1;
    }
    const length = Math.min(ours.length, theirs.length, limit - offset);
    for (let index = 0; index < length; index++) {
      const [byte, other] = [ours[index] ?? 0, theirs[index] ?? 0];
      previous = byte;
      if (byte !== other) {
        status = 1;
        if (given.has('silent')) return 1;
        if (!given.has('verbose')) {
          const values = given.has('printBytes') ? ` is ${showByte(byte)} ${showByte(other)}` : '';
          output.putText(`${left.name} ${right.name} differ: byte ${offset + index + 1}, line ${line}${values}\n`);
          return 1;
        }
        const number = String(offset + index + 1).padStart(numberWidth);
        output.putText(
          given.has('printBytes')
            ? `${number} ${showByte(byte).padEnd(8)} ${showByte(other)}\n`
            : `${number} ${octal(byte)} ${octal(other)}\n`,
        );
      }
      if (byte === 10) line++;
    }
    offset += length;
    ours = ours.subarray(length);
    theirs = theirs.subarray(length);
    const wait = output.drain();
    if (wait) await wait;
  }
  return status;
}

async function reportEnd(run: CmpRun, name: string, offset: number, line: number, previous: number): Promise<void> {
  if (offset === 0) return run.warn(`EOF on ${name} which is empty`);
  if (run.arguments.has('verbose')) return run.warn(`EOF on ${name} after byte ${offset}`);
  return run.warn(`EOF on ${name} after byte ${offset}, ${previous === 10 ? '' : 'in '}line ${line}`);
}

function octal(byte: number): string {
  return byte.toString(8).padStart(3);
}

/** A byte in octal and as `cat -v` shows it. */
function showByte(byte: number): string {
  const meta = byte >= 128 ? 'M-' : '';
  const low = byte & 127;
  const shown = low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? '^?' : String.fromCharCode(low);
  return `${octal(byte)} ${meta}${shown}`;
}
