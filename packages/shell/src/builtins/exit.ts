import { EXIT } from '../execute/completion.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Builtin } from './builtin.ts';

/** `exit [N]`: ends the shell with a status, by default that of the last command. */
export const exitBuiltin: Builtin = ({ shell, args, error }) => {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [word] = operands;
  if (word === undefined) return { status: shell.trapStatus ?? shell.status, completion: EXIT };
  if (!/^\s*[+-]?\d+\s*$/.test(word)) {
    error(`${word}: numeric argument required`);
    return { status: 2, completion: EXIT };
  }
  if (operands.length > 1) {
    error('too many arguments');
    throw new ShellError('', { status: 1, effect: shell.mode === 'c' ? 'shell' : 'line' });
  }
  return { status: Number(BigInt.asUintN(8, BigInt(word.trim().replace(/^\+/, '')))), completion: EXIT };
};
