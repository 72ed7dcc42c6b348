import type { Shell } from '../shell.ts';
import { type Completion, EXIT, NORMAL } from './completion.ts';
import { runTrap } from './run-traps.ts';
import type { Task } from './task.ts';

/** Runs the ERR trap and ends the shell under `set -e`. */
export function* failed(shell: Shell): Task<Completion> {
  if (
    shell.frames.length === 0 ||
    shell.options.has('errtrace') ||
    shell.frames.every((frame) => frame.kind === 'source')
  ) {
    const completion = yield* runTrap(shell, 'ERR');
    if (completion !== NORMAL) return completion;
  }
  return shell.options.has('errexit') ? EXIT : NORMAL;
}
