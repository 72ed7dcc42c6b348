import { ShellError } from '../execute/shell-error.ts';
import { evaluate } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';

/** `let EXPRESSION…`: evaluates arithmetic; fails when the last value is 0. */
export const letBuiltin: Builtin = ({ shell, args, error }) => {
  const expressions = args[0] === '--' ? args.slice(1) : args;
  if (expressions.length === 0) {
    error('expression expected');
    return 1;
  }
  try {
    let value: number | bigint = 0;
    for (const expression of expressions) value = evaluate(shell, expression);
    return value === 0 ? 1 : 0;
  } catch (failure) {
    if (!(failure instanceof ShellError) || failure.effect === 'shell' || failure.message.endsWith('readonly variable'))
      throw failure;
    error(failure.message);
    return 1;
  }
};
