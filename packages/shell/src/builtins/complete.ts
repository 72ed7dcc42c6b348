import { quoteSingle } from '../expand/quote-text.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `complete [-pr] [-A ACTION] [-W WORDS] … [NAME…]`: keeps the rules of line editing by the command's name. */
export const completeBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, given, operands, problem } = parseLetters(args, 'abcdefgjksuvprDEIA:W:F:C:G:o:P:S:X:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const { completions } = shell;
  const isListing = flags.has('p') || (args.length === 0 && !flags.has('r'));
  if (!isListing && !flags.has('r')) {
    const rule = [...flags].map((flag) => `-${flag}`);
    for (const [letter, value] of given)
      rule.push(`-${letter}`, /^[\w.:/-]+$/.test(value) ? value : quoteSingle(value));
    for (const name of operands) completions.set(name, rule.join(' '));
    return 0;
  }
  let status = 0;
  for (const name of operands.length > 0 ? operands : [...completions.keys()]) {
    const rule = completions.get(name);
    if (rule === undefined) {
      error(`${name}: no completion specification`);
      status = 1;
    } else if (isListing) out(`complete ${rule} ${name}\n`);
    else completions.delete(name);
  }
  return status;
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
export const bindBuiltin: Builtin = ({ args, error }) => {
  error('warning: line editing not enabled');
  return args[0] === '-q' ? 1 : 0;
};
