import {
  describeError,
  encodeText,
  errnoOf,
  type OpenFile,
  openDevice,
  type Program,
  statusCode,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { endOf, startProgram } from '../../command/run-program.ts';
import { replaceEscapes } from '../../text/backslash-escapes.ts';
import { createCopyHost } from '../cp/copy-host.ts';
import { type ArgumentSyntax, readArguments } from './read-arguments.ts';

type XargsOption =
  | 'null'
  | 'file'
  | 'delimiter'
  | 'endOfFile'
  | 'endOfFileOptional'
  | 'replace'
  | 'replaceOptional'
  | 'maxLines'
  | 'maxLinesOptional'
  | 'maxArgs'
  | 'openTty'
  | 'maxProcs'
  | 'interactive'
  | 'slotVariable'
  | 'noRunIfEmpty'
  | 'maxChars'
  | 'showLimits'
  | 'verbose'
  | 'exit';
type XargsRun = CommandRun<XargsOption>;

const USAGE: CommandUsage<XargsOption> = {
  name: 'xargs',
  synopsis: ['[OPTION]... COMMAND [INITIAL-ARGS]...'],
  summary: 'Run COMMAND with INITIAL-ARGS and arguments read from standard input.',
  stopsAtOperand: true,
  options: {
    null: { short: '0', long: 'null', help: 'arguments are separated by NUL bytes, not by blanks' },
    file: { short: 'a', long: 'arg-file', value: 'FILE', help: 'read arguments from FILE' },
    delimiter: { short: 'd', long: 'delimiter', value: 'CHARACTER', help: 'arguments are separated by CHARACTER' },
    endOfFile: { short: 'E', value: 'END', help: 'stop at an argument END' },
    endOfFileOptional: {
      short: 'e',
      long: 'eof',
      value: 'END',
      valueIsOptional: true,
      help: 'the same, if END is given',
    },
    replace: { short: 'I', value: 'R', help: 'run once a line, with R in INITIAL-ARGS replaced by it' },
    replaceOptional: {
      short: 'i',
      long: 'replace',
      value: 'R',
      valueIsOptional: true,
      help: 'the same; R is {} if not given',
    },
    maxLines: { short: 'L', value: 'MAX', help: 'use at most MAX lines for a command' },
    maxLinesOptional: {
      short: 'l',
      long: 'max-lines',
      value: 'MAX',
      valueIsOptional: true,
      help: 'the same; 1 if not given',
    },
    maxArgs: { short: 'n', long: 'max-args', value: 'MAX', help: 'use at most MAX arguments for a command' },
    openTty: { short: 'o', long: 'open-tty', help: 'accepted' },
    maxProcs: { short: 'P', long: 'max-procs', value: 'MAX', help: 'run up to MAX commands at once; 0 for no limit' },
    interactive: { short: 'p', long: 'interactive', help: 'ask before running each command' },
    slotVariable: {
      long: 'process-slot-var',
      value: 'VAR',
      help: 'set VAR to a number different for each running command',
    },
    noRunIfEmpty: { short: 'r', long: 'no-run-if-empty', help: 'without arguments run nothing' },
    maxChars: { short: 's', long: 'max-chars', value: 'MAX', help: 'use at most MAX characters for a command' },
    showLimits: { long: 'show-limits', help: 'accepted' },
    verbose: { short: 't', long: 'verbose', help: 'show each command before it runs' },
    exit: { short: 'x', long: 'exit', help: 'end when a command would be too long' },
  },
  notes: 'Exit status is 123 when a command failed, 124 when one ended with 255, 126 and 127 when one cannot be run.',
};

const DEFAULT_MAX_CHARS = 131_072;

/** How arguments are put together. */
interface Grouping {
  readonly maxArgs: number;
  readonly maxLines: number;
  readonly maxChars: number;
  /** Text in the initial arguments that each argument replaces. */
  readonly replaced: string | undefined;
}

/** Runs commands with arguments from its input. */
export const xargs: Program = defineCommand(USAGE, async (run) => {
  const grouping = readGrouping(run);
  if (typeof grouping === 'string') return run.failUsage(grouping);
  const syntax = readSyntax(run, grouping);
  const file = run.arguments.value('file');
  const command = run.arguments.operands.length > 0 ? run.arguments.operands : ['echo'];
  const runner = new CommandRunner(run, file === undefined);
  try {
    const source = file === undefined ? run.context.stdin : run.context.open(file);
    for await (const argv of groupArguments(
      readArguments(source, syntax),
      command,
      grouping,
      run.arguments.has('noRunIfEmpty'),
    )) {
      if (!(await runner.start(argv))) break;
    }
  } catch (error) {
    if (error instanceof WrongInput) await run.fail(error.message);
    else if (isInputFault(error)) await run.fail(`${quoteNameIfNeeded(file ?? '-')}: ${describeError(error)}`);
    else throw error;
  }
  await runner.finish();
  return run.status;
});

function readGrouping({ arguments: given }: XargsRun): Grouping | string {
  const latest = given.last('replace', 'replaceOptional', 'maxLines', 'maxLinesOptional', 'maxArgs');
  // One argument at a time is what replacing does anyway.
  const replacing = latest === 'maxArgs' && given.value(latest) === '1' && given.last('replace', 'replaceOptional');
  const last = replacing || latest;
  const isReplacing = last === 'replace' || last === 'replaceOptional';
  const isByLines = last === 'maxLines' || last === 'maxLinesOptional';
  const number = (name: XargsOption, letter: string, otherwise: number): number | string => {
    const value = given.value(name) || String(otherwise);
    if (!/^\d+$/.test(value)) return `invalid number "${value}" for -${letter} option`;
    if (Number(value) < 1 && letter !== 'P') return `value ${value} for -${letter} option should be >= 1`;
    return Number(value);
  };
  const maxArgs = number('maxArgs', 'n', Number.MAX_SAFE_INTEGER);
  const maxLines = number(
    given.has('maxLines') ? 'maxLines' : 'maxLinesOptional',
    'L',
    isByLines ? 1 : Number.MAX_SAFE_INTEGER,
  );
  const maxChars = number('maxChars', 's', DEFAULT_MAX_CHARS);
  const maxProcs = number('maxProcs', 'P', 1);
  for (const value of [maxArgs, maxLines, maxChars, maxProcs]) if (typeof value === 'string') return value;
  const limit = (value: number | string, applies: boolean): number =>
    applies ? Number(value) : Number.MAX_SAFE_INTEGER;
  return {
    maxArgs: limit(maxArgs, last === 'maxArgs'),
    maxLines: limit(maxLines, isByLines),
    maxChars: Number(maxChars),
    replaced: isReplacing ? given.value(last) || '{}' : undefined,
  };
}

function readSyntax({ arguments: given }: XargsRun, { replaced }: Grouping): ArgumentSyntax {
  const separator = given.last('null', 'delimiter');
  if (separator === 'null') return { kind: 'delimited', delimiter: 0 };
  if (separator === 'delimiter') {
    const text = replaceEscapes(given.value('delimiter') ?? '', 'format').text;
    return { kind: 'delimited', delimiter: encodeText(text)[0] ?? 0 };
  }
  const endOfFile = given.value('endOfFile') ?? given.value('endOfFileOptional');
  return { kind: 'words', wholeLines: replaced !== undefined, endOfFile: endOfFile || undefined };
}

/** The input of xargs cannot be taken apart. Thrown and caught in this file. */
class WrongInput extends Error {
  override readonly name = 'WrongInput';
}

/** Puts arguments together to commands. Without any argument there is one command, unless `runsNothing`. */
async function* groupArguments(
  source: ReturnType<typeof readArguments>,
  command: readonly string[],
  { maxArgs, maxLines, maxChars, replaced }: Grouping,
  runsNothing: boolean,
): AsyncGenerator<readonly string[]> {
  const ownChars = command.reduce((sum, word) => sum + word.length + 1, 0);
  let group: string[] = [];
  let chars = ownChars;
  let lines = 0;
  let hasRun = false;
  for await (const { text, endsLine, fault } of source) {
    if (fault !== undefined) {
      if (group.length > 0) yield [...command, ...group];
      throw new WrongInput(fault);
    }
    if (replaced !== undefined) {
      hasRun = true;
      yield command.map((word, index) => (index === 0 ? word : word.replaceAll(replaced, () => text)));
      continue;
    }
    if (group.length > 0 && chars + text.length + 1 > maxChars) {
      yield [...command, ...group];
      hasRun = true;
      [group, chars, lines] = [[], ownChars, 0];
    }
    group.push(text);
    chars += text.length + 1;
    if (endsLine) lines++;
    if (group.length < maxArgs && lines < maxLines) continue;
    yield [...command, ...group];
    hasRun = true;
    [group, chars, lines] = [[], ownChars, 0];
  }
  if (group.length > 0 || (!hasRun && !runsNothing && replaced === undefined)) yield [...command, ...group];
}

/** Runs commands, several at once where that is asked for. */
class CommandRunner {
  readonly #run: XargsRun;
  readonly #maxProcs: number;
  readonly #descriptors: ReadonlyMap<number, OpenFile>;
  readonly #running = new Set<Promise<void>>();
  readonly #slots = new Set<number>();
  #isStopped = false;

  constructor(run: XargsRun, usesStdin: boolean) {
    this.#run = run;
    const most = Number(run.arguments.value('maxProcs') ?? 1);
    this.#maxProcs = most === 0 ? Number.POSITIVE_INFINITY : most;
    const descriptors = new Map(run.context.descriptors);
    if (usesStdin) descriptors.set(0, openDevice('/dev/null', run.context.random));
    this.#descriptors = descriptors;
  }

  /** Starts a command when there is room; returns whether more may follow. */
  async start(argv: readonly string[]): Promise<boolean> {
    while (this.#running.size >= this.#maxProcs) await Promise.race(this.#running);
    if (this.#isStopped) return false;
    if (this.#run.arguments.has('interactive')) {
      if (!(await createCopyHost(this.#run).ask(`${argv.join(' ')} ?...`))) return true;
    } else if (this.#run.arguments.has('verbose')) {
      await this.#run.context.stderr.write(encodeText(`${argv.join(' ')}\n`));
    }
    const slot = this.#takeSlot();
    const variable = this.#run.arguments.value('slotVariable');
    const env =
      variable === undefined ? this.#run.context.env : new Map([...this.#run.context.env, [variable, String(slot)]]);
    try {
      const process = startProgram(this.#run.context, argv, { descriptors: this.#descriptors, env });
      const ended = endOf(this.#run.context, process).then((status) => this.#judge(argv, statusCode(status)));
      const settled = ended.finally(() => {
        this.#running.delete(settled);
        this.#slots.delete(slot);
      });
      this.#running.add(settled);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      this.#slots.delete(slot);
      await this.#run.fail(`${quoteNameIfNeeded(argv[0] ?? '')}: ${describeError(error)}`);
      this.#run.status = errnoOf(error) === 'ENOENT' ? 127 : 126;
      this.#isStopped = true;
    }
    return !this.#isStopped;
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  #takeSlot(): number {
    let slot = 0;
    while (this.#slots.has(slot)) slot++;
    this.#slots.add(slot);
    return slot;
  }

  async #judge(argv: readonly string[], status: number): Promise<void> {
    if (status === 0) return;
    if (status === 255) {
      this.#isStopped = true;
      this.#run.status = 124;
      return this.#run.warn(`${argv[0] ?? ''}: exited with status 255; aborting`);
    }
    if (status > 128 && status < 192) {
      this.#isStopped = true;
      this.#run.status = 125;
      return this.#run.warn(`${argv[0] ?? ''}: terminated by signal ${status - 128}`);
    }
    if (status === 126 || status === 127) this.#run.status = Math.max(this.#run.status, 123);
    else if (this.#run.status === 0) this.#run.status = 123;
  }
}
