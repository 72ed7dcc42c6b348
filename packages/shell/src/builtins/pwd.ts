import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `pwd [-L|-P]`: prints the current directory. */
export const pwdBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, problem } = parseLetters(args, 'LP');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (!flags.has('P') && !shell.options.has('physical')) {
    out(`${shell.cwd}\n`);
    return 0;
  }
  try {
    out(`${shell.machine.files.realPath(shell.cwd)}\n`);
    return 0;
  } catch {
    out(`${shell.cwd}\n`);
    return 0;
  }
};
