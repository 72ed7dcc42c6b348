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
    chunks: { short: 'n', long: 'number', value: 'CHUNKS', help: 'generate N files, or l/N without splitting lines' },
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
    const [, byLines, count] = /^(l\/)?([1-9]\d*)$/.exec(written) ?? [];
    if (count === undefined) return `invalid number of chunks: ${quote(written)}`;
    return { suffixes, divide: divideInto(Number(count), byLines !== undefined, terminator, given.has('elideEmpty')) };
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

function divideInto(count: number, byLines: boolean, terminator: number, leavesOutEmpty: boolean): Divide {
  return async (reader, pieces) => {
    const bytes = await readAll(reader);
    const size = Math.floor(bytes.length / count);
    const parts: Uint8Array[] = Array.from({ length: count }, () => NO_BYTES);
    if (byLines) {
      let start = 0;
      for (const line of splitLines(bytes, terminator)) {
        const end = Math.min(start + line.length + 1, bytes.length);
        const index = Math.min(size === 0 ? start : Math.floor(start / size), count - 1);
        parts[index] = concatBytes([parts[index] ?? NO_BYTES, bytes.subarray(start, end)]);
        start = end;
      }
    } else {
      for (let index = 0; index < count; index++) {
        parts[index] = bytes.subarray(index * size, index === count - 1 ? bytes.length : (index + 1) * size);
      }
    }
    for (const part of parts) {
      if (part.length === 0 && leavesOutEmpty) continue;
      pieces.begin();
      await pieces.write(part);
    }
  };
}
