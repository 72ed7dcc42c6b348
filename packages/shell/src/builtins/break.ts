import { ShellError } from '../execute/shell-error.ts';
import type { Builtin, BuiltinCall, BuiltinResult } from './builtin.ts';

/** `break [N]`: leaves N loops. */
export const breakBuiltin: Builtin = (call) => leaveLoops(call, 'break');

/** `continue [N]`: goes on with the next round of the Nth loop. */
export const continueBuiltin: Builtin = (call) => leaveLoops(call, 'continue');

function leaveLoops({ shell, args, error }: BuiltinCall, kind: 'break' | 'continue'): BuiltinResult {
  const operands = args[0] === '--' ? args.slice(1) : args;
  const [word] = operands;
  if (shell.loopDepth === 0) {
    error("only meaningful in a `for', `while', or `until' loop");
    return 0;
  }
  if (word !== undefined && !/^[+-]?\d+$/.test(word)) {
    error(`${word}: numeric argument required`);
    return { status: 128, completion: { kind: 'exit' } };
  }
  if (operands.length > 1) {
    error('too many arguments');
    throw new ShellError('', { status: 1, effect: shell.mode === 'c' ? 'shell' : 'line' });
  }
  const levels = Number(word ?? 1);
  if (levels < 1) {
    error(`${word}: loop count out of range`);
    return { status: 1, completion: { kind: 'break', levels: shell.loopDepth } };
  }
  return { status: 0, completion: { kind, levels: Math.min(levels, shell.loopDepth) } };
}
