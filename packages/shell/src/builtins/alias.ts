import { compareText } from '../expand/pathnames.ts';
import { quoteSingle } from '../expand/quote-text.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `alias [-p] [NAME[=VALUE]…]`: sets and shows aliases. */
export const aliasBuiltin: Builtin = ({ shell, args, out, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'p');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const show = (name: string, value: string): void =>
    out(`alias ${name.startsWith('-') ? '-- ' : ''}${name}=${quoteSingle(value)}\n`);
  if (operands.length === 0 || flags.has('p')) {
    for (const [name, value] of [...shell.aliases].sort(([left], [right]) => compareText(left, right)))
      show(name, value);
  }
  let status = 0;
  for (const operand of operands) {
    const equals = operand.indexOf('=', 1);
    if (equals > 0) {
      const name = operand.slice(0, equals);
      if (/[\s"'$`/\\&|;()<>]/.test(name)) {
        error(`\`${name}': invalid alias name`);
        status = 1;
      } else shell.aliases.set(name, operand.slice(equals + 1));
      continue;
    }
    const value = shell.aliases.get(operand);
    if (value !== undefined) show(operand, value);
    else {
      error(`${operand}: not found`);
      status = 1;
    }
  }
  return status;
};

/** `unalias [-a] NAME…`: removes aliases. */
export const unaliasBuiltin: Builtin = ({ shell, args, error, errorText }) => {
  const { flags, operands, problem } = parseLetters(args, 'a');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('a')) {
    shell.aliases.clear();
    return 0;
  }
  if (operands.length === 0) {
    errorText('unalias: usage: unalias [-a] name [name ...]\n');
    return 2;
  }
  let status = 0;
  for (const name of operands) {
    if (shell.aliases.delete(name)) continue;
    error(`${name}: not found`);
    status = 1;
  }
  return status;
};
