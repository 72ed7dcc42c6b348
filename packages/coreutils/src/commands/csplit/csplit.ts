import { concatBytes, decodeText, describeError, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll, splitLines } from '../../command/read-lines.ts';
import { type CsplitPattern, parseCsplitPatterns } from './csplit-patterns.ts';
import { createPieceNames, type PieceNames } from './piece-names.ts';

type CsplitOption = 'suffixFormat' | 'prefix' | 'keepFiles' | 'digits' | 'quiet' | 'suppressMatched' | 'elideEmpty';

const USAGE: CommandUsage<CsplitOption> = {
  name: 'csplit',
  synopsis: ['[OPTION]... FILE PATTERN...'],
  summary: 'Divide FILE into pieces xx00, xx01, ... at the PATTERNs, and print the size of each in bytes.',
  options: {
    suffixFormat: { short: 'b', long: 'suffix-format', value: 'FORMAT', help: 'use a printf FORMAT instead of %02d' },
    prefix: { short: 'f', long: 'prefix', value: 'PREFIX', help: "use PREFIX instead of 'xx'" },
    keepFiles: { short: 'k', long: 'keep-files', help: 'do not remove pieces when something is wrong' },
    digits: { short: 'n', long: 'digits', value: 'DIGITS', help: 'use so many digits instead of 2' },
    quiet: { short: 's', long: ['quiet', 'silent'], help: 'do not print sizes' },
    suppressMatched: { long: 'suppress-matched', help: 'leave out the lines that match' },
    elideEmpty: { short: 'z', long: 'elide-empty-files', help: 'do not write empty pieces' },
  },
  notes: `A PATTERN is:
  INTEGER            copy up to, not including, that line
  /REGEXP/[OFFSET]   copy up to, not including, a line that matches, or OFFSET lines from it
  %REGEXP%[OFFSET]   pass over the lines up to it
  {INTEGER}, {*}     use the pattern before so many times more, or as often as possible`,
};

/** Divides a file at patterns. */
export const csplit: Program = defineCommand(USAGE, async (run) => {
  const [name, ...words] = run.arguments.operands;
  if (name === undefined) return run.failUsage('missing operand');
  if (words.length === 0) return run.failUsage(`missing operand after ${quote(name)}`);
  const names = createPieceNames(run.arguments);
  if (typeof names === 'string') return stop(run, names);
  let bytes: Uint8Array;
  try {
    bytes = await readAll(name === '-' ? run.context.stdin : run.open(name));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    return stop(run, `cannot open ${quoteName(name)} for reading: ${describeError(error)}`);
  }
  const parsed = parseCsplitPatterns(words);
  if (typeof parsed === 'string') return stop(run, parsed);
  for (const warning of parsed.warnings) await run.warn(warning);
  if (bytes.length === 0 && parsed.patterns[0]?.kind === 'line') return stop(run, 'input disappeared');
  const division = new Division(run, bytes, names);
  const fault = division.divide(parsed.patterns);
  if (fault === undefined) return run.status;
  if (!run.arguments.has('keepFiles')) division.removePieces();
  return stop(run, fault);
});

async function stop(run: CommandRun<CsplitOption>, message: string): Promise<number> {
  await run.fail(message);
  return 1;
}

class Division {
  readonly #run: CommandRun<CsplitOption>;
  readonly #names: PieceNames;
  readonly #lines: readonly Uint8Array[];
  readonly #isTerminated: boolean;
  readonly #written: string[] = [];
  /** Index of the first line that is in no piece yet. */
  #start = 0;
  /** Index of the line behind which matches are looked for. */
  #searched = -1;

  constructor(run: CommandRun<CsplitOption>, bytes: Uint8Array, names: PieceNames) {
    this.#run = run;
    this.#names = names;
    this.#lines = splitLines(bytes);
    this.#isTerminated = bytes.length === 0 || bytes.at(-1) === 10;
  }

  /** Writes the pieces; returns what is wrong. */
  divide(patterns: readonly CsplitPattern[]): string | undefined {
    for (const pattern of patterns) {
      for (let repetition = 0; repetition <= pattern.repeats; repetition++) {
        const end = pattern.kind === 'line' ? this.#lineEnd(pattern, repetition) : this.#matchEnd(pattern);
        const isDone = end === undefined && pattern.repeats === Number.POSITIVE_INFINITY;
        if (isDone) break;
        if (end === undefined || end < this.#start || end > this.#lines.length) {
          const isMissing = pattern.kind === 'match' && end === undefined;
          if (!(pattern.kind === 'match' && pattern.isSkipped)) {
            this.#write(end !== undefined && end < this.#start ? this.#start : this.#lines.length);
          }
          const what = isMissing ? 'match not found' : 'line number out of range';
          return `${quote(pattern.text)}: ${what}${repetition === 0 ? '' : ` on repetition ${repetition}`}`;
        }
        if (pattern.kind === 'match' && pattern.isSkipped) this.#start = end;
        else this.#write(end);
        if (this.#run.arguments.has('suppressMatched') && this.#start < this.#lines.length) this.#start++;
      }
    }
    this.#write(this.#lines.length);
    return undefined;
  }

  removePieces(): void {
    const { files, cwd } = this.#run.context;
    for (const name of this.#written) files.unlink(joinPath(cwd, name));
  }

  #lineEnd({ lineNumber }: CsplitPattern & { kind: 'line' }, repetition: number): number | undefined {
    const end = lineNumber * (repetition + 1) - 1;
    if (end >= this.#lines.length) return undefined;
    this.#searched = Math.max(this.#searched, end);
    return end;
  }

  #matchEnd({ pattern, offset }: CsplitPattern & { kind: 'match' }): number | undefined {
    for (let index = this.#searched + 1; index < this.#lines.length; index++) {
      if (!pattern.find(decodeText(this.#lines[index] ?? new Uint8Array(0)), 0)) continue;
      this.#searched = Math.max(index, index + offset);
      return index + offset;
    }
    return undefined;
  }

  /** Writes the lines up to `end` as the next piece. */
  #write(end: number): void {
    const lines = this.#lines.slice(this.#start, end);
    this.#start = Math.max(this.#start, end);
    if (lines.length === 0 && this.#run.arguments.has('elideEmpty')) return;
    const isWhole = this.#isTerminated || end < this.#lines.length;
    const parts = lines.flatMap((line, index) =>
      index === lines.length - 1 && !isWhole ? [line] : [line, Uint8Array.of(10)],
    );
    const bytes = parts.length === 0 ? new Uint8Array(0) : concatBytes(parts).slice();
    const name = this.#names.next();
    const { files, cwd, umask } = this.#run.context;
    files.writeFile(joinPath(cwd, name), bytes, { mode: 0o666 & ~umask });
    this.#written.push(name);
    if (!this.#run.arguments.has('quiet')) this.#run.output.putText(`${bytes.length}\n`);
  }
}
