import type { ScriptReader } from '../script/script-reader.ts';
import type { SourceText } from '../script/source-text.ts';
import type { SyntaxProblem } from '../script/syntax-problem.ts';
import type { Shell } from '../shell.ts';
import { WordSyntaxError } from '../words/word-syntax-error.ts';
import { type Completion, EXIT, NORMAL } from './completion.ts';
import { reportError, writeText } from './report-error.ts';
import { ShellError } from './shell-error.ts';
import type { Task } from './task.ts';

/** Where a script runs, which decides what its errors end. */
export interface ReaderOptions {
  /** The shell's own script: an error ends a line, not the script; a syntax error ends the shell. */
  readonly isMain: boolean;
  /** Name that messages of syntax errors have after the shell's: `eval`. */
  readonly caller: string | undefined;
}

/** Runs what a reader gives until it ends. The shell's source is the caller's again afterwards. */
export function* runReader(shell: Shell, reader: ScriptReader, options: ReaderOptions): Task<Completion> {
  const { source, offset } = shell;
  try {
    for (;;) {
      const unit = yield* reader.next(shell);
      if (unit.kind === 'end') return NORMAL;
      if (unit.kind === 'error') {
        yield* reportProblem(shell, unit.problem, unit.source, options);
        shell.status = options.isMain ? statusAfter(unit.problem, shell.status) : statusAfter(unit.problem, 2);
        return options.isMain ? EXIT : NORMAL;
      }
      shell.source = unit.source;
      if (options.isMain) shell.commandNumber++;
      if (shell.options.has('verbose')) yield* showUnit(shell, unit.source, unit.statements);
      if (shell.options.has('noexec')) continue;
      const completion = options.isMain
        ? yield* runMainUnit(shell, unit.statements)
        : yield* shell.interpreter.executeStatements(shell, unit.statements);
      if (completion !== NORMAL) return completion;
    }
  } finally {
    shell.source = source;
    shell.offset = offset;
  }
}

function statusAfter({ status }: SyntaxProblem, last: number): number {
  if (status === 'last or 0') return last;
  return status === 'last' ? last || 2 : status;
}

type Statements = Parameters<Shell['interpreter']['executeStatements']>[1];

function* runMainUnit(shell: Shell, statements: Statements): Task<Completion> {
  try {
    return yield* shell.interpreter.executeStatements(shell, statements);
  } catch (error) {
    if (error instanceof WordSyntaxError) {
      yield* reportError(shell, error.message);
      shell.status = 2;
      return EXIT;
    }
    if (!(error instanceof ShellError)) throw error;
    shell.status = error.status;
    const ends = error.effect === 'shell' || (shell.options.has('errexit') && shell.uncheckedDepth === 0);
    shell.uncheckedDepth = 0;
    return ends ? EXIT : NORMAL;
  }
}

/** Writes a syntax error as bash words it. */
export function* reportProblem(
  shell: Shell,
  problem: SyntaxProblem,
  source: SourceText,
  { caller }: ReaderOptions,
): Task<void> {
  const name =
    caller === undefined
      ? shell.mode === '' && shell.frames.length > 0
        ? source.name
        : shell.mode === 'c' && shell.frames.length === 0
          ? `${shell.name}: -c`
          : shell.name
      : `${shell.name}: ${caller}`;
  const isEntered = shell.isInteractive && caller === undefined && shell.frames.length === 0;
  const prefix = isEntered ? `${name}: ` : `${name}: line ${problem.lineNumber}: `;
  const shown = problem.shownLine === undefined ? '' : `${prefix}\`${problem.shownLine}'\n`;
  yield* writeText(shell, 2, `${prefix}${problem.message}\n${shown}`);
}

function* showUnit(shell: Shell, source: SourceText, statements: Statements): Task<void> {
  const first = statements[0];
  const last = statements.at(-1);
  if (first && last) yield* writeText(shell, 2, `${source.text.slice(first.pos, last.end)}\n`);
}
