import { expandToText } from '../expand/expand-to-text.ts';
import { FieldBuilder } from '../expand/field-builder.ts';
import { compareText, expandPathname } from '../expand/pathnames.ts';
import { escapePattern } from '../expand/pattern.ts';
import { SET_OPTION_NAMES, SHELL_OPTION_NAMES } from '../options.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { scalarOf } from '../variables/variable.ts';
import type { Builtin } from './builtin.ts';
import { KEYWORD_NAMES } from './describe-command.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

type NameSource = (shell: Shell, prefix: string) => Iterable<string>;

const ACTIONS: Readonly<Record<string, NameSource>> = {
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

const ACTION_LETTERS: Readonly<Record<string, string>> = {
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

/** `compgen [-A ACTION] [-W WORDS] [-abcdefkuv] [WORD]`: prints the completions of a word. */
export const compgenBuiltin: Builtin = function* ({ shell, args, out, error }) {
  const { flags, values, operands, problem } = parseLetters(args, 'abcdefkuvgjsA:W:F:C:G:o:P:S:X:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const prefix = operands[0] ?? '';
  const found: string[] = [];
  const action = values.get('A');
  if (action !== undefined && !Object.hasOwn(ACTIONS, action)) {
    error(`${action}: invalid action name`);
    return 2;
  }
  const actions = [
    ...[...flags].flatMap((flag) => ACTION_LETTERS[flag] ?? []),
    ...(action === undefined ? [] : [action]),
  ];
  for (const name of actions) found.push(...[...(ACTIONS[name]?.(shell, prefix) ?? [])].sort(compareText));
  const words = values.get('W');
  if (words !== undefined) {
    const fields = new FieldBuilder(readVariable(shell, 'IFS'));
    fields.addSplit(yield* expandToText(shell, shell.words.text(words, 'operand')));
    found.push(...fields.finish().map((field) => field.text));
  }
  const matching = found.filter((word) => word.startsWith(prefix));
  const before = values.get('P') ?? '';
  const after = values.get('S') ?? '';
  for (const word of matching) out(`${before}${word}${after}\n`);
  return matching.length > 0 ? 0 : 1;
};

/** `complete`, `compopt` and `bind` set up line editing, which a shell that runs scripts does not have. */
export const noEditingBuiltin: Builtin = () => 0;

function paths(shell: Shell, prefix: string): string[] {
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
