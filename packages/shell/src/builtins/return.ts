import { RETURN } from '../execute/completion.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Builtin } from './builtin.ts';

/** `return [N]`: leaves a function or a sourced file. */
export const returnBuiltin: Builtin = ({ shell, args, error }) => {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [word] = operands;
  if (word !== undefined && !/^\s*[+-]?\d+\s*$/.test(word)) {
    error(`${word}: numeric argument required`);
    return shell.frames.length === 0 ? 2 : { status: 2, completion: RETURN };
  }
  if (operands.length > 1) {
    error('too many arguments');
    throw new ShellError('', { status: 1, effect: shell.mode === 'c' ? 'shell' : 'line' });
  }
  if (shell.frames.length === 0) {
    error("can only `return' from a function or sourced script");
    return 2;
  }
  const status = word === undefined ? shell.status : Number(BigInt.asUintN(8, BigInt(word.trim().replace(/^\+/, ''))));
  return { status, completion: RETURN };
};
