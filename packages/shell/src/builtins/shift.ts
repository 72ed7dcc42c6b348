import { ShellError } from '../execute/shell-error.ts';
import type { Builtin } from './builtin.ts';

/** `shift [N]`: drops positional parameters. */
export const shiftBuiltin: Builtin = ({ shell, args, error }) => {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [word = '1'] = operands;
  if (!/^[+-]?\d+$/.test(word)) {
    error(`${word}: numeric argument required`);
    return 1;
  }
  if (operands.length > 1) {
    error('too many arguments');
    throw new ShellError('', { status: 1, effect: shell.mode === 'c' ? 'shell' : 'line' });
  }
  const count = Number(word);
  if (count < 0) {
    error(`${word}: shift count out of range`);
    return 1;
  }
  if (count > shell.positional.length) {
    if (shell.shellOptions.has('shift_verbose')) error(`${word}: shift count out of range`);
    return 1;
  }
  shell.positional = shell.positional.slice(count);
  return 0;
};
