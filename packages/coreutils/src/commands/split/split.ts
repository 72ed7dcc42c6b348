import { concatBytes, describeError, NO_BYTES, type Program, type ProgramFile } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll, splitLines } from '../../command/read-lines.ts';
import { createSuffixes, type Suffixes, SuffixesExhausted } from './suffixes.ts';

type SplitOption =
  | 'suffixLength'
  | 'additionalSuffix'
  | 'bytes'
  | 'lineBytes'
  | 'numeric'
  | 'numericFrom'
  | 'hex'
  | 'lines'
  | 'chunks'
  | 'elideEmpty'
  | 'separator'
  | 'verbose'
  | 'number';
type SplitRun = CommandRun<SplitOption>;

const USAGE: CommandUsage<SplitOption> = {
  name: 'split',
  synopsis: ['[OPTION]... [FILE [PREFIX]]'],
  summary: 'Output pieces of FILE to PREFIXaa, PREFIXab, ...',
  digits: 'number',
  options: {
    suffixLength: { short: 'a', long: 'suffix-length', value: 'N', help: 'generate suffixes of length N (2)' },
    additionalSuffix: { long: 'additional-suffix', value: 'SUFFIX', help: 'append SUFFIX to file names' },
    bytes: { short: 'b', long: 'bytes', value: 'SIZE', help: 'put SIZE bytes per output file' },
    lineBytes: { short: 'C', long: 'line-bytes', value: 'SIZE', help: 'put at most SIZE bytes of records per file' },
    numeric: { short: 'd', help: 'use numeric suffixes starting at 0' },
    numericFrom: { long: 'numeric-suffixes', value: 'FROM', valueIsOptional: true, help: 'the same, starting at FROM' },
    hex: { short: 'x', help: 'use hexadecimal suffixes' },
    lines: { short: 'l', long: 'lines', value: 'NUMBER', help: 'put NUMBER lines per output file (1000)' },
    chunks: {
      short: 'n',
      long: 'number',
      value: 'CHUNKS',
      help: 'N files; l/N without splitting lines, r/N line by line in turn; K/N prints only the Kth',
    },
    elideEmpty: { short: 'e', long: 'elide-empty-files', help: 'do not generate empty output files with -n' },
    separator: { short: 't', long: 'separator', value: 'SEP', help: 'use SEP, not newline, as the record separator' },
    verbose: { long: 'verbose', help: 'print a diagnostic just before each output file is opened' },
    number: { value: 'NUMBER' },
  },
};

/** Divides a file into pieces. */
export const split: Program = defineCommand(USAGE, async (run) => {
  const [name = '-', prefix = 'x', extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const plan = readPlan(run);
  if (typeof plan === 'string') {
    await run.fail(plan);
    return 1;
  }
  try {
    const reader = name === '-' ? run.context.stdin : run.open(name);
    const pieces = new PieceWriter(run, prefix, plan.suffixes);
    await plan.divide(reader, pieces);
    pieces.end();
    return run.status;
  } catch (error) {
    if (error instanceof SuffixesExhausted) {
      await run.fail('output file suffixes exhausted');
      return 1;
    }
    if (!isInputFault(error)) throw error;
    await run.fail(`cannot open ${quoteName(name)} for reading: ${describeError(error)}`);
    return 1;
  }
});

type Divide = (reader: SplitRun['context']['stdin'], pieces: PieceWriter) => Promise<void>;

/** Writes pieces to one file after the other. */
class PieceWriter {
  readonly #run: SplitRun;
  readonly #prefix: string;
  readonly #suffixes: Suffixes;
  #file: ProgramFile | undefined;

  constructor(run: SplitRun, prefix: string, suffixes: Suffixes) {
    this.#run = run;
    this.#prefix = prefix;
    this.#suffixes = suffixes;
  }

  /** Begins the next file. */
  begin(): void {
    this.end();
    const name = `${this.#prefix}${this.#suffixes.next()}${this.#run.arguments.value('additionalSuffix') ?? ''}`;
    if (this.#run.arguments.has('verbose')) this.#run.output.putText(`creating file ${quoteName(name)}\n`);
    this.#file = this.#run.context.open(name, { write: true, create: true, truncate: true });
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#file?.write(bytes);
  }

  end(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

function readPlan(run: SplitRun): { divide: Divide; suffixes: Suffixes } | string {
  const given = run.arguments;
  const separator = given.value('separator') ?? '\n';
  const terminator = separator === '\\0' ? 0 : (separator.codePointAt(0) ?? 10);
  const suffixes = createSuffixes({
    kind: given.has('hex') ? 'hexadecimal' : given.has('numeric') || given.has('numericFrom') ? 'decimal' : 'letters',
    length: given.has('suffixLength') ? Number(given.value('suffixLength')) : undefined,
    first: Number(given.value('numericFrom') || 0),
  });
  const kind = given.last('bytes', 'lineBytes', 'lines', 'chunks', 'number') ?? 'lines';
  const written = given.value(kind) ?? '1000';
  if (kind === 'chunks') {
    const [, way = '', only, count] = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(written) ?? [];
    if (count === undefined) return `invalid number of chunks: ${quote(written)}`;
    if (Number(count) === 0) return `invalid number of chunks: ${quote(count)}: Numerical result out of range`;
    if (only !== undefined && (Number(only) < 1 || Number(only) > Number(count)))
      return `invalid chunk number: ${quote(only)}: Numerical result out of range`;
    const cut = (WAYS[way] ?? cutBytes)(Number(count), terminator);
    if (only !== undefined) return { suffixes, divide: printPart(run, cut, Number(only) - 1) };
    return { suffixes, divide: divideInto(cut, given.has('elideEmpty')) };
  }
  const size = parseSize(written);
  if (size === undefined || size === 0) {
    const what = kind === 'bytes' || kind === 'lineBytes' ? 'bytes' : 'lines';
    return `invalid number of ${what}: ${quote(written)}${size === 0 ? ': Numerical result out of range' : ''}`;
  }
  if (kind === 'bytes') return { suffixes, divide: divideByBytes(size) };
  return {
    suffixes,
    divide: kind === 'lineBytes' ? divideByLineBytes(size, terminator) : divideByLines(size, terminator),
  };
}

function divideByBytes(size: number): Divide {
  return async (reader, pieces) => {
    let room = 0;
    for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) {
      for (let rest = chunk; rest.length > 0; ) {
        if (room === 0) {
          pieces.begin();
          room = size;
        }
        const part = rest.subarray(0, room);
        await pieces.write(part);
        room -= part.length;
        rest = rest.subarray(part.length);
      }
    }
  };
}

function divideByLines(count: number, terminator: number): Divide {
  return async (reader, pieces) => {
    let left = 0;
    for (let chunk = await reader.read(); chunk.length > 0; chunk = await reader.read()) {
      for (let start = 0; start < chunk.length; ) {
        if (left === 0) {
          pieces.begin();
          left = count;
        }
        let end = start;
        while (left > 0 && end < chunk.length) {
          const at = chunk.indexOf(terminator, end);
          if (at >= 0) left--;
          end = at < 0 ? chunk.length : at + 1;
        }
        await pieces.write(chunk.subarray(start, end));
        start = end;
      }
    }
  };
}

/** Lines that are longer than a piece are cut. */
function divideByLineBytes(size: number, terminator: number): Divide {
  return async (reader, pieces) => {
    const bytes = await readAll(reader);
    for (let start = 0; start < bytes.length; ) {
      const limit = Math.min(start + size, bytes.length);
      const lineEnd = limit === bytes.length ? limit : bytes.lastIndexOf(terminator, limit - 1) + 1;
      const end = lineEnd > start ? lineEnd : limit;
      pieces.begin();
      await pieces.write(bytes.subarray(start, end));
      start = end;
    }
  };
}

/** Cuts a whole input into parts. */
type Cut = (bytes: Uint8Array) => readonly Uint8Array[];

const WAYS: Readonly<Record<string, (count: number, terminator: number) => Cut>> = {
  l: (count, terminator) =>
    cutLines(count, terminator, (start, size) => (size === 0 ? start : Math.floor(start / size))),
  r: (count, terminator) => cutLines(count, terminator, (_, __, index) => index % count),
};

function cutBytes(count: number): Cut {
  return (bytes) => {
    const size = Math.floor(bytes.length / count);
    return Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * size, index === count - 1 ? bytes.length : (index + 1) * size),
    );
  };
}

/** @param partOf  the part that a line is for, by its start, the bytes of an even part and its number */
function cutLines(
  count: number,
  terminator: number,
  partOf: (start: number, size: number, index: number) => number,
): Cut {
  return (bytes) => {
    const size = Math.floor(bytes.length / count);
    const parts: Uint8Array[][] = Array.from({ length: count }, () => []);
    let start = 0;
    let index = 0;
    for (const line of splitLines(bytes, terminator)) {
      const end = Math.min(start + line.length + 1, bytes.length);
      parts[Math.min(partOf(start, size, index++), count - 1)]?.push(bytes.subarray(start, end));
      start = end;
    }
    return parts.map((lines) => concatBytes(lines));
  };
}

function divideInto(cut: Cut, leavesOutEmpty: boolean): Divide {
  return async (reader, pieces) => {
    for (const part of cut(await readAll(reader))) {
      if (part.length === 0 && leavesOutEmpty) continue;
      pieces.begin();
      await pieces.write(part);
    }
  };
}

/** One part goes to standard output, and no file is made. */
function printPart({ output }: SplitRun, cut: Cut, index: number): Divide {
  return async (reader) => output.put(cut(await readAll(reader))[index] ?? NO_BYTES);
}
