import { decodeText, describeError, encodeText, type Program, type ProgramContext } from '@cloche/system';
import { changeOption } from './builtins/set.ts';
import { createShell } from './create-shell.ts';
import { runTask } from './execute/task.ts';
import { createInteractiveShell } from './interactive/run-interactive-shell.ts';
import { takeSignal } from './jobs/trap-table.ts';
import type { ShellLimits } from './limits.ts';
import { isSetOption, isShellOption, setOptionOfLetter } from './options.ts';
import { runShell } from './run-shell.ts';
import { readStandardInput, readText, type ScriptReader } from './script/script-reader.ts';
import type { Shell } from './shell.ts';

/**
 * Creates the program `bash`: `bash [OPTION…] [-c SCRIPT [NAME [ARG…]] | FILE [ARG…] | -s [ARG…]]`. Without a script, and
 * with standard input and error at a terminal, it is interactive.
 */
export function createShellProgram({ limits = {} }: { limits?: Partial<ShellLimits> } = {}): Program {
  return async (context) => {
    const invocation = parseInvocation(context.argv);
    if (invocation.problem !== undefined) {
      await context.stderr.write(encodeText(`${invocation.name}: ${invocation.problem}\n`));
      return 2;
    }
    const script = openScript(context, invocation);
    if (script.kind === 'failed') {
      await context.stderr.write(encodeText(script.message));
      return script.status;
    }
    const shell = createShell({
      machine: context,
      limits,
      // What holds the process is in the context's `yieldIfDue`.
      process: { ...context.process, signal: context.signal, held: () => undefined },
      cwd: context.cwd,
      env: context.env,
      umask: context.umask,
      descriptors: context.descriptors,
      name: invocation.name,
      positional: invocation.positional,
      executionString: invocation.script,
      mode: invocation.script !== undefined ? 'c' : invocation.file === undefined ? 's' : '',
    });
    const input = context.descriptors.get(0);
    const terminal = isInteractive(context, invocation) ? input?.terminal : undefined;
    try {
      if (input && terminal) {
        const interactive = createInteractiveShell(shell, input, terminal);
        applyOptions(shell, invocation);
        context.process.setSignalHandler((signal) => interactive.onSignal(signal));
        return (await runTask(interactive.run())).exitCode;
      }
      applyOptions(shell, invocation);
      context.process.setSignalHandler((signal) => takeSignal(shell.traps, signal));
      return (await runTask(runShell(shell, script.reader))).exitCode;
    } finally {
      shell.descriptors.releaseAll();
    }
  };
}

function isInteractive({ stdin, stderr }: ProgramContext, { script, file, asksForTerminal }: Invocation): boolean {
  return script === undefined && file === undefined && stdin.isTerminal && (asksForTerminal || stderr.isTerminal);
}

interface Invocation {
  /** `$0`. */
  readonly name: string;
  readonly script: string | undefined;
  readonly file: string | undefined;
  readonly positional: readonly string[];
  readonly setOptions: readonly (readonly [string, boolean])[];
  readonly shellOptions: readonly (readonly [string, boolean])[];
  /** `-i` */
  readonly asksForTerminal: boolean;
  readonly problem: string | undefined;
}

const LONG_OPTIONS_WITH_VALUE = new Set(['--rcfile', '--init-file']);
const LONG_OPTIONS = new Set([
  '--norc',
  '--noprofile',
  '--login',
  '--noediting',
  '--restricted',
  '--verbose',
  '--posix',
]);

function parseInvocation(argv: readonly string[]): Invocation {
  const [name = 'bash', ...args] = argv;
  const setOptions: [string, boolean][] = [];
  const shellOptions: [string, boolean][] = [];
  let takesScript = false;
  let readsInput = false;
  let asksForTerminal = false;
  let problem: string | undefined;
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--' || arg === '-') {
      index++;
      break;
    }
    if (arg.startsWith('--')) {
      if (LONG_OPTIONS_WITH_VALUE.has(arg)) index++;
      else if (arg === '--posix') setOptions.push(['posix', true]);
      else if (arg === '--verbose') setOptions.push(['verbose', true]);
      else if (!LONG_OPTIONS.has(arg)) problem ??= `${arg}: invalid option`;
      continue;
    }
    if (!/^[-+]./.test(arg)) break;
    const turnsOn = arg[0] === '-';
    for (const letter of arg.slice(1)) {
      if (letter === 'c') takesScript = true;
      else if (letter === 's') readsInput = true;
      else if (letter === 'i') asksForTerminal = true;
      else if (letter === 'l' || letter === 'r') continue;
      else if (letter === 'o' || letter === 'O') {
        const value = args[++index] ?? '';
        const isKnown = letter === 'o' ? isSetOption(value) : isShellOption(value);
        if (!isKnown) problem ??= `${value}: invalid ${letter === 'O' ? 'shell ' : ''}option name`;
        (letter === 'o' ? setOptions : shellOptions).push([value, turnsOn]);
      } else {
        const option = setOptionOfLetter(letter);
        if (option) setOptions.push([option, turnsOn]);
        else problem ??= `${arg[0]}${letter}: invalid option`;
      }
    }
  }
  const rest = args.slice(index);
  const options = { setOptions, shellOptions, asksForTerminal };
  if (takesScript) {
    const [script, zero, ...positional] = rest;
    if (script === undefined) problem ??= '-c: option requires an argument';
    return { name: zero ?? name, script, file: undefined, positional, ...options, problem };
  }
  if (readsInput || rest.length === 0)
    return { name, script: undefined, file: undefined, positional: rest, ...options, problem };
  const [file, ...positional] = rest;
  return { name: file ?? name, script: undefined, file, positional, ...options, problem };
}

function applyOptions(shell: Shell, { setOptions, shellOptions }: Invocation): void {
  for (const [option, turnsOn] of setOptions) changeOption(shell, option, turnsOn);
  for (const [option, turnsOn] of shellOptions) {
    if (turnsOn) shell.shellOptions.add(option);
    else shell.shellOptions.delete(option);
  }
}

type OpenedScript =
  | { readonly kind: 'opened'; readonly reader: ScriptReader }
  | { readonly kind: 'failed'; readonly message: string; readonly status: number };

function openScript(context: ProgramContext, { script, file, name }: Invocation): OpenedScript {
  if (script !== undefined) return { kind: 'opened', reader: readText(script, name) };
  if (file === undefined) return { kind: 'opened', reader: readStandardInput(name) };
  try {
    const opened = context.open(file);
    opened.close();
    const bytes = context.files.readFile(file.startsWith('/') ? file : `${context.cwd}/${file}`);
    const start = bytes.subarray(0, 80);
    if (start.includes(0) && !start.subarray(0, start.indexOf(10) + 1).includes(35)) {
      return { kind: 'failed', message: `${file}: ${file}: cannot execute binary file\n`, status: 126 };
    }
    return { kind: 'opened', reader: readText(decodeText(bytes), name) };
  } catch (error) {
    const reason = describeError(error);
    const status = reason === 'No such file or directory' ? 127 : 126;
    return { kind: 'failed', message: `${context.argv[0] ?? 'bash'}: ${file}: ${reason}\n`, status };
  }
}
