import { SET_OPTION_NAMES, SHELL_OPTION_NAMES } from '../options.ts';
import { lineNumberAt, type SourceText } from '../script/source-text.ts';
import type { Shell } from '../shell.ts';
import { IndexedArray } from './indexed-array.ts';
import { createVariable, type VariableValue } from './variable.ts';

interface SpecialVariable {
  readonly read: (shell: Shell) => VariableValue;
  readonly assign?: (shell: Shell, value: string) => void;
  readonly isReadonly?: boolean;
}

const IGNORE_ASSIGNMENT = (): void => undefined;

/** Variables that are computed when they are read; one that is unset loses its meaning. */
const SPECIAL_VARIABLES: Readonly<Record<string, SpecialVariable>> = {
  BASHPID: { read: (shell) => String(shell.pid), assign: IGNORE_ASSIGNMENT },
  BASH_ARGV0: {
    read: (shell) => shell.name,
    assign(shell, value) {
      shell.name = value;
    },
  },
  BASHOPTS: {
    read: (shell) => SHELL_OPTION_NAMES.filter((name) => shell.shellOptions.has(name)).join(':'),
    isReadonly: true,
  },
  BASH_COMMAND: { read: (shell) => shell.commandText(), assign: IGNORE_ASSIGNMENT },
  BASH_EXECUTION_STRING: { read: (shell) => shell.executionString, assign: IGNORE_ASSIGNMENT },
  BASH_LINENO: { read: (shell) => new IndexedArray(frameLines(shell)), assign: IGNORE_ASSIGNMENT },
  BASH_SOURCE: { read: (shell) => new IndexedArray(frameSources(shell)), assign: IGNORE_ASSIGNMENT },
  BASH_SUBSHELL: { read: (shell) => String(shell.subshellLevel), assign: IGNORE_ASSIGNMENT },
  DIRSTACK: { read: (shell) => new IndexedArray([shell.cwd, ...shell.directories]), assign: IGNORE_ASSIGNMENT },
  EPOCHREALTIME: { read: (shell) => (shell.machine.clock.now() / 1000).toFixed(6), assign: IGNORE_ASSIGNMENT },
  EPOCHSECONDS: { read: (shell) => String(Math.floor(shell.machine.clock.now() / 1000)), assign: IGNORE_ASSIGNMENT },
  FUNCNAME: { read: functionNames, assign: IGNORE_ASSIGNMENT },
  GROUPS: { read: () => new IndexedArray(['0']), assign: IGNORE_ASSIGNMENT },
  LINENO: { read: (shell) => String(lineNumberAt(shell.source, shell.offset)), assign: IGNORE_ASSIGNMENT },
  PIPESTATUS: { read: (shell) => new IndexedArray(shell.pipelineStatuses.map(String)), assign: IGNORE_ASSIGNMENT },
  RANDOM: {
    read: (shell) => String(nextRandom(shell)),
    assign(shell, value) {
      shell.randomSeed = Number.parseInt(value, 10) >>> 0;
    },
  },
  SECONDS: {
    read: (shell) => String(Math.floor(shell.machine.clock.monotonic() / 1000 - shell.secondsOffset)),
    assign(shell, value) {
      shell.secondsOffset = shell.machine.clock.monotonic() / 1000 - (Number.parseInt(value, 10) || 0);
    },
  },
  SHELLOPTS: {
    read: (shell) => SET_OPTION_NAMES.filter((name) => shell.options.has(name)).join(':'),
    isReadonly: true,
  },
  SRANDOM: {
    read(shell) {
      const bytes = shell.machine.random(4);
      return String(bytes.reduce((value, byte) => value * 256 + byte, 0));
    },
    assign: IGNORE_ASSIGNMENT,
  },
  _: { read: (shell) => shell.lastArgument, assign: IGNORE_ASSIGNMENT },
};

/** Declares the special variables in a new shell. */
export function declareSpecialVariables(shell: Shell): void {
  for (const [name, special] of Object.entries(SPECIAL_VARIABLES)) {
    const variable = createVariable();
    variable.isReadonly = special.isReadonly === true;
    variable.compute = () => special.read(shell);
    shell.variables.setGlobal(name, variable);
  }
  bindSpecialVariables(shell);
}

/** Binds the special variables that are still declared to the shell that reads them. */
export function bindSpecialVariables(shell: Shell): void {
  for (const [name, special] of Object.entries(SPECIAL_VARIABLES)) {
    const variable = shell.variables.getGlobal(name);
    if (!variable?.compute) continue;
    variable.compute = () => special.read(shell);
    variable.accept = special.assign && ((value) => special.assign?.(shell, value));
  }
}

/** Says whether a variable is one that the shell computes; such are not part of what a session keeps. */
export function isSpecialVariable(name: string): boolean {
  return Object.hasOwn(SPECIAL_VARIABLES, name);
}

function nextRandom(shell: Shell): number {
  shell.randomSeed = (Math.imul(shell.randomSeed, 1_103_515_245) + 12_345) >>> 0;
  return (shell.randomSeed >>> 16) & 0x7fff;
}

function functionNames(shell: Shell): VariableValue {
  if (!shell.frames.some((frame) => frame.kind === 'function')) return undefined;
  const names = shell.frames.map((frame) => (frame.kind === 'source' ? 'source' : frame.name)).reverse();
  return new IndexedArray(shell.mode === '' ? [...names, 'main'] : names);
}

function frameSources(shell: Shell): string[] {
  const sources = shell.frames.map((frame) => sourceName(shell, frame.source)).reverse();
  return shell.mode === '' ? [...sources, shell.frames[0]?.callSource.name ?? shell.source.name] : sources;
}

/** A function that the script of `-c` defined comes from the `environment`. */
export function sourceName(shell: Shell, source: SourceText): string {
  return shell.mode === 'c' && source.name === shell.name ? 'environment' : source.name;
}

function frameLines(shell: Shell): string[] {
  const lines = shell.frames.map((frame) => String(frame.callLine)).reverse();
  return shell.mode === '' ? [...lines, '0'] : lines;
}
