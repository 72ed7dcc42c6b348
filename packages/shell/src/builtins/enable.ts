import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `enable [-anps] [NAME…]`: turns builtins on and off. */
export const enableBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'anps');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (operands.length === 0) {
    for (const name of [...shell.builtins.keys()].sort()) {
      const isOff = shell.disabledBuiltins.has(name);
      if (flags.has('s') && !shell.builtins.get(name)?.isSpecial) continue;
      if (flags.has('a') || isOff === flags.has('n')) out(`enable ${isOff ? '-n ' : ''}${name}\n`);
    }
    return 0;
  }
  let status = 0;
  for (const name of operands) {
    if (!shell.builtins.has(name)) {
      error(`${name}: not a shell builtin`);
      status = 1;
    } else if (flags.has('n')) shell.disabledBuiltins.add(name);
    else shell.disabledBuiltins.delete(name);
  }
  return status;
};
