import { encodeText, errnoOf } from '@cloche/system';
import { lineNumberAt } from '../script/source-text.ts';
import type { Shell } from '../shell.ts';
import { type Task, waitFor } from './task.ts';

/** Returns the start of the shell's messages: `bash: line 3: `, without a line for what a person enters. */
export function messagePrefix(shell: Shell): string {
  if (shell.isInteractive && !shell.frames.some(({ kind }) => kind === 'source')) return `${shell.name}: `;
  return `${shell.name}: line ${lineNumberAt(shell.source, shell.offset)}: `;
}

/** Writes `bash: line 3: message` to standard error. */
export function* reportError(shell: Shell, message: string): Task<void> {
  if (message !== '') yield* writeText(shell, 2, `${messagePrefix(shell)}${message}\n`);
}

/** Reports that the script has passed a limit, once a run: the shells around the one that has it end too. */
export function* reportLimit(shell: Shell, message: string): Task<void> {
  const { reported } = shell.budget;
  if (reported.has(message)) return;
  reported.add(message);
  yield* reportError(shell, message);
}

/** Writes to a descriptor; nothing happens when it is closed, and messages nobody reads are dropped. */
export function* writeText(shell: Shell, descriptor: number, text: string): Task<void> {
  const file = shell.descriptors.get(descriptor);
  if (!file?.canWrite) return;
  try {
    yield* waitFor<void>(file.write(encodeText(text), shell.signal));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
