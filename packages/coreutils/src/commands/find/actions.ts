import { describeError, directoryName, errnoOf, joinPath, type ProgramFile } from '@cloche/system';
import { quote } from '../../arguments/quote.ts';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { createCopyHost } from '../cp/copy-host.ts';
import { type FindState, type FoundFile, type Predicate, WrongExpression } from './expression.ts';
import { listFile } from './list-file.ts';
import type { CreatePredicate, ExpressionWords } from './parse-expression.ts';
import { compileFormat } from './print-format.ts';
import { runCommand } from './run-command.ts';

/** The actions of `find`. */
export const ACTIONS: ReadonlyMap<string, CreatePredicate> = new Map<string, CreatePredicate>([
  ['-print', () => print(standardOutput, (file) => `${file.entry.path}\n`)],
  ['-print0', () => print(standardOutput, (file) => `${file.entry.path}\0`)],
  ['-printf', (words, name) => print(standardOutput, compileFormat(words.take(name)))],
  ['-ls', () => print(standardOutput, listFile)],
  ['-fprint', (words, name) => print(openOutput(words, words.take(name)), (file) => `${file.entry.path}\n`)],
  ['-fprint0', (words, name) => print(openOutput(words, words.take(name)), (file) => `${file.entry.path}\0`)],
  ['-fprintf', (words, name) => print(openOutput(words, words.take(name)), compileFormat(words.take(name)))],
  ['-fls', (words, name) => print(openOutput(words, words.take(name)), listFile)],
  ['-prune', () => prune],
  ['-quit', () => quit],
  ['-delete', () => remove],
  ['-exec', (words, name) => execute(words, name, { inDirectory: false, asks: false })],
  ['-execdir', (words, name) => execute(words, name, { inDirectory: true, asks: false })],
  ['-ok', (words, name) => execute(words, name, { inDirectory: false, asks: true })],
  ['-okdir', (words, name) => execute(words, name, { inDirectory: true, asks: true })],
]);

type SelectOutput = (state: FindState) => OutputBuffer;

function print(select: SelectOutput, format: (file: FoundFile, state: FindState) => string): Predicate {
  return async (file, state) => {
    const output = select(state);
    output.putText(format(file, state));
    const wait = output.drain();
    if (wait) await wait;
    return true;
  };
}

function standardOutput({ run }: FindState): OutputBuffer {
  return run.output;
}

function openOutput({ state: { context } }: ExpressionWords, path: string): SelectOutput {
  let file: ProgramFile;
  try {
    file = context.open(path, { write: true, create: true, truncate: true });
  } catch (error) {
    throw new WrongExpression(`${quote(path)}: ${describeError(error)}`);
  }
  const output = new OutputBuffer(file);
  let isKnown = false;
  return (state) => {
    if (!isKnown) {
      state.atEnd.push(async () => {
        await output.flush();
        file.close();
      });
    }
    isKnown = true;
    return output;
  };
}

function prune(_: FoundFile, state: FindState): boolean {
  state.isPruned = true;
  return true;
}

function quit(_: FoundFile, state: FindState): boolean {
  state.hasQuit = true;
  return true;
}

async function remove({ entry }: FoundFile, { context, run }: FindState): Promise<boolean> {
  if (entry.path === '.' || entry.path === './') return true;
  try {
    if (context.files.lstat(entry.fullPath).kind === 'directory') context.files.removeDirectory(entry.fullPath);
    else context.files.unlink(entry.fullPath);
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`cannot delete ${quote(entry.path)}: ${describeError(error)}`);
    return false;
  }
}

/** Characters of arguments that one command gets at most. */
const MAX_ARGUMENT_UNITS = 120_000;

function execute(words: ExpressionWords, name: string, how: { inDirectory: boolean; asks: boolean }): Predicate {
  const taken = words.takeUntil(name, (word, all) => word === ';' || (word === '+' && all.at(-2) === '{}'));
  const end = taken.pop();
  if (end === '+') {
    const command = taken.slice(0, -1);
    if (command.some((word) => word.includes('{}'))) {
      throw new WrongExpression(`Only one instance of {} is supported with ${name} ... +`);
    }
    return executeTogether(command, how.inDirectory);
  }
  return async (file, state) => {
    const path = how.inDirectory ? `./${baseOf(file.entry.path)}` : file.entry.path;
    const argv = taken.map((word) => word.replaceAll('{}', () => path));
    if (how.asks && !(await createCopyHost(state.run).ask(`< ${argv.join(' ... ')} > ? `))) return false;
    return (await runCommand(state, argv, how.inDirectory ? directoryOf(file) : undefined)) === 0;
  };
}

/** Gathers files and runs the command with many at once, at the latest when the search ends. */
function executeTogether(command: readonly string[], inDirectory: boolean): Predicate {
  let gathered: string[] = [];
  let units = 0;
  let directory: string | undefined;
  let isKnown = false;
  const flush = async (state: FindState): Promise<void> => {
    if (gathered.length === 0) return;
    const argv = [...command, ...gathered];
    gathered = [];
    units = 0;
    if ((await runCommand(state, argv, directory)) !== 0) state.run.status = 1;
  };
  return async (file, state) => {
    if (!isKnown) state.atEnd.push(() => flush(state));
    isKnown = true;
    const own = inDirectory ? directoryOf(file) : undefined;
    if (own !== directory || units > MAX_ARGUMENT_UNITS) await flush(state);
    directory = own;
    const path = inDirectory ? `./${baseOf(file.entry.path)}` : file.entry.path;
    gathered.push(path);
    units += path.length + 1;
    return true;
  };
}

function baseOf(path: string): string {
  return path.replace(/(?<=.)\/+$/, '').replace(/^.*\/(?=.)/s, '');
}

function directoryOf({ entry }: FoundFile): string {
  return joinPath('/', directoryName(entry.fullPath));
}
