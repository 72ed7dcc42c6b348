import { matchesPattern } from '../expand/pattern.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `help [-dms] [PATTERN…]`: says which builtins there are. */
export const helpBuiltin: Builtin = ({ shell, args, error, out }) => {
  const { operands, problem } = parseLetters(args, 'dms');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const names = [...shell.builtins.keys()].sort();
  if (operands.length === 0) {
    out(`These commands are part of the shell:\n${names.map((name) => `  ${name}\n`).join('')}`);
    return 0;
  }
  let isFound = false;
  for (const pattern of operands) {
    for (const name of names) {
      if (!name.startsWith(pattern) && !matchesPattern(name, pattern, { extended: true, ignoreCase: false })) continue;
      isFound = true;
      out(`${name}: a command of the shell; the Bash Reference Manual describes it\n`);
    }
  }
  if (isFound) return 0;
  const last = operands.at(-1) ?? '';
  error(`no help topics match \`${last}'.  Try \`help help' or \`man -k ${last}' or \`info ${last}'.`);
  return 1;
};
