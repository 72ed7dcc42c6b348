import type { Task } from '../execute/task.ts';
import { expandToText } from '../expand/expand-to-text.ts';
import { FieldBuilder } from '../expand/field-builder.ts';
import { compareText, expandPathname } from '../expand/pathnames.ts';
import { matchesPattern } from '../expand/pattern.ts';
import { quoteSingle } from '../expand/quote-text.ts';
import type { Shell } from '../shell.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { assignVariable, elementsOf, findVariable, readVariable } from '../variables/shell-variables.ts';
import { createVariable, valueOf } from '../variables/variable.ts';
import type { Builtin } from './builtin.ts';
import { ACTION_LETTERS, ACTIONS, paths } from './completion-actions.ts';
import { describeProblem, type Letters, parseLetters } from './parse-letters.ts';

/** `compgen [-A ACTION] [-F FUNCTION] [-G PATTERN] [-W WORDS] [-X FILTER] [-P TEXT] [-S TEXT] [WORD]`: prints completions. */
export const compgenBuiltin: Builtin = function* ({ shell, args, out, error }) {
  const letters = parseLetters(args, 'abcdefkuvgjsA:W:F:C:G:o:P:S:X:');
  const { values, operands, problem } = letters;
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const actions = chosenActions(letters);
  const unknown = actions.find((name) => !Object.hasOwn(ACTIONS, name));
  if (unknown !== undefined) {
    error(`${unknown}: invalid action name`);
    return 2;
  }
  const word = operands[0] ?? '';
  const found = actions.flatMap((name) => [...(ACTIONS[name]?.(shell, word) ?? [])].sort(compareText));
  found.push(...(yield* splitWords(shell, values.get('W'))));
  const matching = found.filter((name) => name.startsWith(word));
  matching.push(...globbed(shell, values.get('G')), ...(yield* askFunction(shell, values.get('F'), word)));
  matching.push(...(yield* askCommand(shell, values.get('C'), word)));
  const kept = matching.filter((name) => !isFiltered(name, values.get('X'), word));
  if (kept.length === 0 && letters.given.some(([letter, value]) => letter === 'o' && FALLBACKS.has(value)))
    kept.push(...paths(shell, word));
  for (const name of kept) out(`${values.get('P') ?? ''}${name}${values.get('S') ?? ''}\n`);
  return kept.length > 0 ? 0 : 1;
};

/** Values of `-o` that complete paths when nothing else matches. */
const FALLBACKS: ReadonlySet<string> = new Set(['default', 'bashdefault']);

function chosenActions({ flags, given }: Letters): string[] {
  const named = given.filter(([letter]) => letter === 'A').map(([, value]) => value);
  return [...[...flags].flatMap((flag) => ACTION_LETTERS[flag] ?? []), ...named];
}

function* splitWords(shell: Shell, words: string | undefined): Task<string[]> {
  if (words === undefined) return [];
  const fields = new FieldBuilder(readVariable(shell, 'IFS'));
  for (const piece of words.match(/\\.|[^\\]+|\\$/gs) ?? []) {
    if (piece.startsWith('\\') && piece.length > 1) fields.addQuoted(piece.slice(1));
    else fields.addSplit(yield* expandToText(shell, shell.words.text(piece, 'operand')));
  }
  return fields.finish().map((field) => field.text);
}

function globbed(shell: Shell, pattern: string | undefined): string[] {
  if (pattern === undefined) return [];
  return expandPathname(shell.machine.files, shell.cwd, pattern, {
    extended: true,
    ignoreCase: false,
    includesHidden: false,
    isRecursive: false,
  });
}

/** Calls a function as bash does for a word that is completed outside a line, and takes what it leaves in COMPREPLY. */
function* askFunction(shell: Shell, name: string | undefined, word: string): Task<string[]> {
  const fn = name === undefined ? undefined : shell.functions.get(name);
  if (!fn) return [];
  shell.variables.setGlobal('COMP_WORDS', createVariable(new IndexedArray()));
  assignVariable(shell, 'COMP_CWORD', '-1');
  assignVariable(shell, 'COMP_LINE', '');
  assignVariable(shell, 'COMP_POINT', '0');
  shell.variables.unset('COMPREPLY');
  yield* shell.interpreter.callFunction(shell, fn, ['compgen', word, '']);
  const reply = findVariable(shell, 'COMPREPLY');
  return reply ? elementsOf(valueOf(reply)) : [];
}

/** Runs a command with the arguments that a completion command gets; each line that it prints is a completion. */
function* askCommand(shell: Shell, command: string | undefined, word: string): Task<string[]> {
  if (command === undefined) return [];
  const script = { text: `${command} compgen ${quoteSingle(word)} ''`, offset: 0 };
  const output = yield* shell.interpreter.captureOutput(shell, script);
  return output === '' ? [] : output.split('\n');
}

/** `-X` removes what matches its pattern, or with `!` what does not; `&` in it stands for the word. */
function isFiltered(name: string, filter: string | undefined, word: string): boolean {
  if (filter === undefined) return false;
  const isNegated = filter.startsWith('!');
  const pattern = (isNegated ? filter.slice(1) : filter).replace(/\\&|&/g, (match) => (match === '&' ? word : '&'));
  return matchesPattern(name, pattern, { extended: true, ignoreCase: false }) !== isNegated;
}
