import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { scalarOf } from '../variables/variable.ts';
import { TextSink } from './expansion-sink.ts';

const NEEDS_EXPANSION = /[$`'"\\]/;

/**
 * Returns a subscript that a builtin got as text (`unset 'a[$key]'`, `test -v`, `printf -v`), with its quotes and
 * expansions replaced.
 */
export function* expandSubscriptText(shell: Shell, subscript: string): Task<string> {
  if (!NEEDS_EXPANSION.test(subscript)) return subscript;
  const sink = new TextSink(scalarOf(shell.variables.get('IFS')));
  yield* shell.interpreter.expandParts(shell, shell.words.text(subscript, 'operand').parts, sink);
  return sink.text;
}

/** Does the same where nothing can wait; a command substitution is an error there. */
export function expandSubscriptAtOnce(shell: Shell, subscript: string): string {
  if (!NEEDS_EXPANSION.test(subscript)) return subscript;
  const step = expandSubscriptText(shell, subscript).next();
  if (step.done) return step.value;
  throw new ShellError(`${subscript}: commands cannot run in this subscript`);
}
