import { isSetOption } from './options.ts';
import { parseScript } from './script/parse-script.ts';
import type { Shell } from './shell.ts';
import { isSpecialVariable } from './variables/special-variables.ts';
import { createVariable } from './variables/variable.ts';

/** What a shell session keeps between runs, as plain data. */
export interface ShellState {
  readonly cwd: string;
  readonly umask: number;
  /** Exported variables with a value, the whole environment: what is missing was removed. */
  readonly environment: readonly ExportedVariable[];
  readonly functions: readonly FunctionText[];
  readonly aliases: readonly (readonly [string, string])[];
  /** `set -o` options that are on, without `xtrace`. */
  readonly options: readonly string[];
  /** `shopt` options that are on. */
  readonly shellOptions: readonly string[];
  readonly directories: readonly string[];
}

/** A variable that programs get. */
export interface ExportedVariable {
  readonly name: string;
  readonly value: string;
  readonly isReadonly: boolean;
  readonly isInteger: boolean;
}

/** A function as the script defined it. */
export interface FunctionText {
  readonly name: string;
  readonly text: string;
  /** Where it was defined, for messages. */
  readonly sourceName: string;
  readonly isExported: boolean;
}

/** Variables that every shell makes anew. */
const MADE_ANEW = new Set(['SHLVL', 'PWD', 'BASHOPTS', 'SHELLOPTS', '_']);

/** Takes the state of a shell whose run has ended. */
export function captureState(shell: Shell): ShellState {
  const environment: ExportedVariable[] = [];
  for (const [name, { value, isExported, isReadonly, isInteger }] of shell.variables.visible()) {
    if (!isExported || typeof value !== 'string' || isSpecialVariable(name) || MADE_ANEW.has(name)) continue;
    environment.push({ name, value, isReadonly, isInteger });
  }
  const functions = [...shell.functions.values()].map(({ name, definition, source, isExported }) => ({
    name,
    text: source.text.slice(definition.pos, definition.end),
    sourceName: source.name,
    isExported,
  }));
  return {
    cwd: shell.cwd,
    umask: shell.umask,
    environment,
    functions,
    aliases: [...shell.aliases],
    options: [...shell.options].filter((option) => option !== 'xtrace'),
    shellOptions: [...shell.shellOptions],
    directories: [...shell.directories],
  };
}

/** Puts a state into a new shell that was created with its environment. */
export function restoreState(shell: Shell, state: ShellState): void {
  for (const { name, value, isReadonly, isInteger } of state.environment) {
    shell.variables.setGlobal(name, { ...createVariable(value), isExported: true, isReadonly, isInteger });
  }
  for (const { name, text, sourceName, isExported } of state.functions) {
    const definition = parseScript(text).commands[0]?.command;
    if (definition?.type !== 'Function') continue;
    shell.functions.set(name, { name, definition, source: { name: sourceName, text, firstLine: 1 }, isExported });
  }
  shell.aliases = new Map(state.aliases);
  shell.options = new Set(state.options.filter(isSetOption));
  shell.shellOptions = new Set(state.shellOptions);
  shell.directories = [...state.directories];
}
