import { lineNumberAt } from '../script/source-text.ts';
import type { Builtin } from './builtin.ts';

/** `eval [ARG…]`: runs its arguments, joined, as a command. */
export const evalBuiltin: Builtin = function* ({ shell, args, error, flush }) {
  if (/^-[^-]/.test(args[0] ?? '')) {
    error(`${args[0]?.slice(0, 2)}: invalid option`);
    yield* flush();
    return 2;
  }
  const text = (args[0] === '--' ? args.slice(1) : args).join(' ');
  shell.status = 0;
  if (text.trim() === '') return 0;
  const firstLine = lineNumberAt(shell.source, shell.offset);
  const completion = yield* shell.interpreter.runText(shell, text, {
    name: shell.source.name,
    firstLine,
    caller: 'eval',
  });
  return { status: shell.status, completion };
};
