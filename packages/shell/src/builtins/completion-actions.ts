import { expandPathname } from '../expand/pathnames.ts';
import { escapePattern } from '../expand/pattern.ts';
import { SET_OPTION_NAMES, SHELL_OPTION_NAMES } from '../options.ts';
import type { Shell } from '../shell.ts';
import { scalarOf } from '../variables/variable.ts';
import { KEYWORD_NAMES } from './describe-command.ts';

type NameSource = (shell: Shell, prefix: string) => Iterable<string>;

/** Where `-A ACTION` takes its names from. */
export const ACTIONS: Readonly<Record<string, NameSource>> = {
  alias: (shell) => shell.aliases.keys(),
  builtin: (shell) => shell.builtins.keys(),
  command: (shell) => [
    ...KEYWORD_NAMES,
    ...shell.functions.keys(),
    ...shell.builtins.keys(),
    ...shell.aliases.keys(),
    ...shell.machine.processes.programNames(),
  ],
  directory: (shell, prefix) => paths(shell, prefix).filter((path) => isDirectory(shell, path)),
  export: (shell) => [...shell.variables.visible()].filter(([, variable]) => variable.isExported).map(([name]) => name),
  file: (shell, prefix) => paths(shell, prefix),
  function: (shell) => shell.functions.keys(),
  keyword: () => KEYWORD_NAMES,
  setopt: () => SET_OPTION_NAMES,
  shopt: () => SHELL_OPTION_NAMES,
  user: () => ['root'],
  variable: (shell) =>
    [...shell.variables.visible()].filter(([, variable]) => scalarOf(variable) !== undefined).map(([name]) => name),
  arrayvar: (shell) =>
    [...shell.variables.visible()].filter(([, variable]) => typeof variable.value === 'object').map(([name]) => name),
};

/** The letters that stand for actions. */
export const ACTION_LETTERS: Readonly<Record<string, string>> = {
  a: 'alias',
  b: 'builtin',
  c: 'command',
  d: 'directory',
  e: 'export',
  f: 'file',
  k: 'keyword',
  u: 'user',
  v: 'variable',
};

/** Returns the paths that begin with `prefix`. */
export function paths(shell: Shell, prefix: string): string[] {
  return expandPathname(shell.machine.files, shell.cwd, `${escapePattern(prefix)}*`, {
    extended: false,
    ignoreCase: false,
    includesHidden: false,
    isRecursive: false,
  });
}

function isDirectory(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(path.startsWith('/') ? path : `${shell.cwd}/${path}`).kind === 'directory';
  } catch {
    return false;
  }
}
