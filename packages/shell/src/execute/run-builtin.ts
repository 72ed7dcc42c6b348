import { describeError, encodeText, errnoOf } from '@cloche/system';
import type { BuiltinCall, BuiltinDefinition, BuiltinResult } from '../builtins/builtin.ts';
import type { Shell } from '../shell.ts';
import type { PreparedAssignment } from '../variables/prepared-assignment.ts';
import { checkOutput, checkTextLength } from './check-limits.ts';
import { type Completion, EXIT, NORMAL } from './completion.ts';
import { messagePrefix, reportError, writeText } from './report-error.ts';
import { ShellError } from './shell-error.ts';
import { type Task, waitFor } from './task.ts';

interface OutputPiece {
  readonly descriptor: 1 | 2;
  text: string;
}

/** Runs a builtin, writes what it printed, and sets `$?`. */
export function* runBuiltin(
  shell: Shell,
  builtin: BuiltinDefinition,
  { words, operands }: { words: readonly string[]; operands: readonly (string | PreparedAssignment)[] },
): Task<Completion> {
  const pieces: OutputPiece[] = [];
  const add = (descriptor: 1 | 2, text: string): void => {
    const last = pieces.at(-1);
    if (last?.descriptor === descriptor) last.text += text;
    else pieces.push({ descriptor, text });
  };
  const name = words[0] ?? '';
  let hasFailedToWrite = false;
  const call: BuiltinCall = {
    shell,
    name,
    args: words.slice(1),
    operands,
    out: (text) => add(1, text),
    error: (message) => add(2, `${messagePrefix(shell)}${name}: ${message}\n`),
    errorText: (text) => add(2, text),
    *flush() {
      for (const piece of pieces.splice(0)) {
        checkTextLength(shell, piece.text.length, 'bytes written at once');
        if (piece.descriptor === 2) yield* writeText(shell, 2, piece.text);
        else if (!(yield* writeOutput(shell, name, piece.text))) hasFailedToWrite = true;
      }
    },
  };
  let result: BuiltinResult;
  try {
    const given = builtin.run(call);
    result = isTask(given) ? yield* given : given;
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    if (error.effect === 'shell' || error.message === '') {
      yield* call.flush();
      throw error;
    }
    add(2, `${messagePrefix(shell)}${error.message}\n`);
    result = error.status;
  }
  if (pieces.length > 0) yield* call.flush();
  if (typeof result === 'number') {
    shell.status = hasFailedToWrite ? 1 : result;
    if (result !== 0 && builtin.isSpecial === true && shell.options.has('posix') && name !== 'eval' && name !== '.')
      return shell.uncheckedDepth > 0 ? NORMAL : specialFailure(name);
    return NORMAL;
  }
  shell.status = result.status;
  return result.completion;
}

/** In POSIX mode an error in a special builtin ends the shell; `return` and the like report through their completion. */
function specialFailure(name: string): Completion {
  return ['set', 'unset', 'export', 'readonly'].includes(name) ? EXIT : NORMAL;
}

function isTask(given: BuiltinResult | Task<BuiltinResult>): given is Task<BuiltinResult> {
  return typeof given === 'object' && 'next' in given;
}

/** Writes a builtin's output; a broken pipe ends the process as SIGPIPE does unless the shell ignores it. */
function* writeOutput(shell: Shell, name: string, text: string): Task<boolean> {
  const file = shell.descriptors.get(1);
  try {
    if (!file?.canWrite) {
      if (text !== '') yield* reportError(shell, `${name}: write error: Bad file descriptor`);
      return text === '';
    }
    yield* waitFor<void>(file.write(encodeText(text), shell.signal));
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined) throw error;
    checkOutput(shell);
    if (code === 'EPIPE' && !shell.traps.commands.has('SIGPIPE') && !shell.ignoredSignals.has('SIGPIPE')) throw error;
    yield* reportError(shell, `${name}: write error: ${describeError(error)}`);
    return false;
  }
}
