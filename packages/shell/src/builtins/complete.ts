import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `complete`: takes rules for line editing, which a shell that runs scripts does not use. */
export const completeBuiltin: Builtin = ({ args, error }) => {
  const { problem } = parseLetters(args, 'abcdefgjksuvprDEIA:W:F:C:G:o:P:S:X:');
  if (!problem) return 0;
  error(describeProblem(problem));
  return 2;
};

const OPTION_NAMES: ReadonlySet<string> = new Set([
  'bashdefault',
  'default',
  'dirnames',
  'filenames',
  'noquote',
  'nosort',
  'nospace',
  'plusdirs',
]);

/** `compopt`: changes the rules of a completion that runs, of which there is none. */
export const compoptBuiltin: Builtin = ({ args, error }) => {
  const { given, problem } = parseLetters(args, 'DEIo:', true);
  const unknown = given.find(([, value]) => !OPTION_NAMES.has(value));
  if (problem ?? unknown) {
    error(problem ? describeProblem(problem) : `${unknown?.[1] ?? ''}: invalid option name`);
    return 2;
  }
  error('not currently executing completion function');
  return 1;
};

/** `bind`: keys belong to line editing; says so, as bash does without it. */
export const bindBuiltin: Builtin = ({ error }) => {
  error('warning: line editing not enabled');
  return 0;
};
