import { decodeText, normalizePath, type OpenFile, type SignalName } from '@cloche/system';
import { createArithmeticEvaluator } from './arithmetic/evaluate-arithmetic.ts';
import { BUILTINS } from './builtins/builtin-table.ts';
import { createHistory } from './interactive/history.ts';
import { createInterpreter } from './interpreter.ts';
import { createJobTable } from './jobs/job-table.ts';
import { createTrapTable } from './jobs/trap-table.ts';
import { createBudget, DEFAULT_LIMITS, type RunBudget, type ShellLimits } from './limits.ts';
import { defaultSetOptions, defaultShellOptions } from './options.ts';
import { DescriptorTable } from './redirect/descriptor-table.ts';
import { parseScript } from './script/parse-script.ts';
import type { Machine, Shell } from './shell.ts';
import { IndexedArray } from './variables/indexed-array.ts';
import { declareSpecialVariables } from './variables/special-variables.ts';
import { createVariable, scalarOf } from './variables/variable.ts';
import { VariableScopes } from './variables/variable-scopes.ts';
import { createWordCache } from './words/word-cache.ts';

/** What a new shell starts with. */
export interface ShellStart {
  readonly machine: Machine;
  readonly limits?: Partial<ShellLimits>;
  /** Counts what the run uses; its own by default. */
  readonly budget?: RunBudget;
  readonly process: {
    readonly pid: number;
    readonly parent: number;
    readonly group: number;
    readonly signal: AbortSignal;
    readonly held: () => Promise<void> | undefined;
  };
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly umask: number;
  /** Each file is retained until the shell ends. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  /** `$0`. */
  readonly name: string;
  readonly positional: readonly string[];
  readonly mode: Shell['mode'];
  /** The script, when it is an argument. */
  readonly executionString?: string | undefined;
  readonly ignoredSignals?: ReadonlySet<SignalName>;
}

const VERSION = ['5', '2', '37', '1', 'release', 'x86_64-pc-linux-gnu'];
const FUNCTION_VARIABLE = /^BASH_FUNC_(.+)%%$/;

/** Creates a shell process's state, with the environment as exported variables. */
export function createShell(start: ShellStart): Shell {
  const { machine, process } = start;
  const shell: Shell = {
    machine,
    limits: { ...DEFAULT_LIMITS, ...start.limits },
    interpreter: createInterpreter(),
    arithmetic: createArithmeticEvaluator(),
    budget: start.budget ?? createBudget(),
    words: createWordCache(),
    builtins: BUILTINS,
    pid: process.pid,
    mainPid: process.pid,
    parentPid: process.parent,
    group: process.group,
    signal: process.signal,
    held: process.held,
    name: start.name,
    mode: start.mode,
    isInteractive: false,
    jobControl: undefined,
    positional: start.positional,
    variables: new VariableScopes(),
    functions: new Map(),
    aliases: new Map(),
    options: defaultSetOptions(),
    shellOptions: defaultShellOptions(),
    descriptors: new DescriptorTable(start.descriptors),
    cwd: normalizePath(start.cwd),
    umask: start.umask,
    resourceLimits: new Map(),
    traps: createTrapTable(),
    jobs: createJobTable(),
    directories: [],
    commandPaths: new Map(),
    disabledBuiltins: new Set(),
    commandText: () => '',
    executionString: start.executionString,
    completions: new Map(),
    history: createHistory(),
    status: 0,
    pipelineStatuses: [0],
    substitutionStatus: undefined,
    lastBackgroundPid: undefined,
    startEnvironment: start.env,
    lastArgument: start.env.get('_') ?? start.name,
    frames: [],
    source: { name: start.name, text: '', firstLine: 1 },
    offset: 0,
    uncheckedDepth: 0,
    loopDepth: 0,
    commandNumber: 0,
    depth: 0,
    subshellDepth: 0,
    subshellLevel: 0,
    trapStatus: undefined,
    openSubstitutions: [],
    keepsRedirections: false,
    getoptsPosition: 1000,
    secondsOffset: machine.clock.monotonic() / 1000,
    randomSeed: machine.random(4).reduce((seed, byte) => seed * 256 + byte, 0),
    ignoredSignals: start.ignoredSignals ?? new Set(),
    traceDepth: 1,
    isReplaced: false,
  };
  importEnvironment(shell, start.env);
  declareShellVariables(shell);
  declareSpecialVariables(shell);
  return shell;
}

function importEnvironment(shell: Shell, env: ReadonlyMap<string, string>): void {
  for (const [name, value] of env) {
    const functionName = FUNCTION_VARIABLE.exec(name)?.[1];
    if (functionName !== undefined) importFunction(shell, functionName, value);
    else if (/^[A-Za-z_]\w*$/.test(name) && name !== '_') setVariable(shell, name, value, { isExported: true });
  }
}

/** Defines an exported function from `BASH_FUNC_name%%=() {…}`. */
function importFunction(shell: Shell, name: string, value: string): void {
  if (!value.startsWith('() ')) return;
  const text = `${name} ${value}`;
  const parsed = parseScript(text);
  const definition = parsed.commands[0]?.command;
  if (parsed.errors || definition?.type !== 'Function') return;
  shell.functions.set(name, {
    name,
    definition,
    source: { name: 'environment', text, firstLine: 1 },
    isExported: true,
  });
}

function setVariable(
  shell: Shell,
  name: string,
  value: string,
  attributes: { isExported?: boolean; isReadonly?: boolean; isInteger?: boolean } = {},
): void {
  shell.variables.setGlobal(name, { ...createVariable(value), ...attributes });
}

function declareShellVariables(shell: Shell): void {
  const level = Number(shell.variables.get('SHLVL')?.value ?? 0);
  const { isReadonly, isInteger } = { isReadonly: true, isInteger: true };
  setVariable(shell, 'IFS', ' \t\n');
  setVariable(shell, 'OPTIND', '1');
  setVariable(shell, 'OPTERR', '1');
  setVariable(shell, 'PS4', '+ ');
  setVariable(shell, 'SHLVL', String(Number.isInteger(level) ? level + 1 : 1), { isExported: true });
  setVariable(shell, 'PWD', workingDirectory(shell), { isExported: true });
  if (!shell.variables.get('OLDPWD')) shell.variables.setGlobal('OLDPWD', { ...createVariable(), isExported: true });
  setVariable(shell, 'PPID', String(shell.parentPid), { isReadonly, isInteger });
  setVariable(shell, 'UID', scalarOf(shell.variables.get('UID')) ?? '0', { isReadonly, isInteger });
  setVariable(shell, 'EUID', '0', { isReadonly, isInteger });
  setVariable(shell, 'BASH', '/bin/bash');
  setVariable(shell, 'BASH_VERSION', '5.2.37(1)-release');
  shell.variables.setGlobal('BASH_VERSINFO', { ...createVariable(new IndexedArray(VERSION)), isReadonly });
  setVariable(shell, 'HOSTTYPE', 'x86_64');
  setVariable(shell, 'MACHTYPE', 'x86_64-pc-linux-gnu');
  setVariable(shell, 'OSTYPE', 'linux-gnu');
  if (!shell.variables.get('HOSTNAME')) setVariable(shell, 'HOSTNAME', hostName(shell));
  if (!shell.variables.get('SHELL')) setVariable(shell, 'SHELL', '/bin/bash');
  if (!shell.variables.get('PATH'))
    setVariable(shell, 'PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin');
  if (!shell.variables.get('TERM')) setVariable(shell, 'TERM', 'dumb');
}

function realPathOr({ machine }: Shell, path: string): string {
  try {
    return machine.files.realPath(path);
  } catch {
    return path;
  }
}

function hostName({ machine }: Shell): string {
  try {
    return decodeText(machine.files.readFile('/etc/hostname')).trim();
  } catch {
    return 'localhost';
  }
}

/** Keeps an inherited PWD that names the current directory, links included. */
function workingDirectory(shell: Shell): string {
  const inherited = shell.variables.get('PWD')?.value;
  if (inherited === undefined) shell.cwd = realPathOr(shell, shell.cwd);
  if (typeof inherited === 'string' && inherited.startsWith('/') && inherited !== shell.cwd) {
    try {
      if (shell.machine.files.realPath(inherited) === shell.machine.files.realPath(shell.cwd))
        shell.cwd = normalizePath(inherited);
    } catch {
      return shell.cwd;
    }
  }
  return shell.cwd;
}
