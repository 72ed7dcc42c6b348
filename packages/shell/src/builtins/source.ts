import { decodeText, describeError, errnoOf, joinPath } from '@cloche/system';
import { NORMAL } from '../execute/completion.ts';
import { runTrap } from '../execute/run-traps.ts';
import { ShellError } from '../execute/shell-error.ts';
import { waitFor } from '../execute/task.ts';
import { openPath } from '../redirect/apply-redirections.ts';
import { lineNumberAt } from '../script/source-text.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';

/** `source FILE [ARG…]` and `.`: runs a file in this shell. */
export const sourceBuiltin: Builtin = function* ({ shell, args, error }) {
  if (/^-[^-]/.test(args[0] ?? '')) {
    error(`${args[0]?.slice(0, 2)}: invalid option`);
    return 2;
  }
  const [name, ...operands] = args[0] === '--' ? args.slice(1) : args;
  if (name === undefined) {
    error('filename argument required');
    return 2;
  }
  const path = findScript(shell, name);
  let file: ReturnType<typeof openPath>;
  try {
    if (isDirectory(shell, path)) throw new ShellError(`${name}: is a directory`);
    file = openPath(shell, path, { read: true });
  } catch (failure) {
    if (failure instanceof ShellError)
      throw new ShellError(
        failure.message.replace(path, name).replace(/^(.*): is a directory$/, '.: $1: is a directory'),
      );
    throw failure;
  }
  const chunks: string[] = [];
  try {
    for (;;) {
      const bytes = yield* waitFor(file.read(1 << 20, shell.signal));
      if (bytes.length === 0) break;
      chunks.push(decodeText(bytes));
    }
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    error(`${name}: ${describeError(failure)}`);
    return 1;
  } finally {
    file.release();
  }
  const { positional, source, loopDepth } = shell;
  const text = chunks.join('');
  const callLine = lineNumberAt(source, shell.offset);
  const frame = {
    kind: 'source',
    name,
    source: { name: path, text, firstLine: 1 },
    callLine,
    callSource: source,
  } as const;
  shell.frames.push(frame);
  shell.loopDepth = 0;
  if (operands.length > 0) shell.positional = operands;
  shell.status = 0;
  try {
    const completion = yield* shell.interpreter.runText(shell, text, { name: path, firstLine: 1 });
    yield* runTrap(shell, 'RETURN');
    return { status: shell.status, completion: completion.kind === 'return' ? NORMAL : completion };
  } finally {
    shell.frames.pop();
    shell.loopDepth = loopDepth;
    if (operands.length > 0) shell.positional = positional;
  }
};

function findScript(shell: Shell, name: string): string {
  if (name.includes('/') || !shell.shellOptions.has('sourcepath')) return name;
  for (const directory of (readVariable(shell, 'PATH') ?? '').split(':')) {
    const path = joinPath(directory === '' ? shell.cwd : directory, name);
    try {
      if (shell.machine.files.stat(joinPath(shell.cwd, path)).kind === 'file') return path;
    } catch {
      continue;
    }
  }
  return name;
}

function isDirectory(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(joinPath(shell.cwd, path)).kind === 'directory';
  } catch {
    return false;
  }
}
