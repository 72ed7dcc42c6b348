import type { Completion } from './execute/completion.ts';
import { reportLimit } from './execute/report-error.ts';
import { runReader } from './execute/run-reader.ts';
import { runExitTrap } from './execute/run-traps.ts';
import { ShellError } from './execute/shell-error.ts';
import type { Task } from './execute/task.ts';
import { limitMessage } from './limits.ts';
import type { ScriptReader } from './script/script-reader.ts';
import type { Shell } from './shell.ts';

/** How a shell's own script ended. */
export interface ShellOutcome {
  readonly exitCode: number;
  /** `limit`: a limit ended it. `exit`: it asked to end; `end`: it ran to its end. */
  readonly reason: 'end' | 'exit' | 'limit';
  readonly ranExitTrap: boolean;
}

/**
 * Runs a shell's script and then its EXIT trap.
 *
 * @param skipsTrapAtEnd  leaves the EXIT trap out when the script runs to its end without `exit`
 */
export function* runShell(
  shell: Shell,
  reader: ScriptReader,
  { skipsTrapAtEnd = false }: { skipsTrapAtEnd?: boolean } = {},
): Task<ShellOutcome> {
  try {
    const completion: Completion = yield* runReader(shell, reader, { isMain: true, caller: undefined });
    const reason = completion.kind === 'exit' ? 'exit' : 'end';
    const ranExitTrap = shell.traps.commands.has('EXIT') && (reason === 'exit' || !skipsTrapAtEnd);
    if (ranExitTrap) yield* runExitTrap(shell);
    return { exitCode: shell.status & 0xff, reason, ranExitTrap };
  } catch (error) {
    if (error instanceof ShellError) return { exitCode: error.status, reason: 'exit', ranExitTrap: false };
    const limit = limitMessage(error);
    if (limit !== undefined) {
      yield* reportLimit(shell, limit);
      return { exitCode: 2, reason: 'limit', ranExitTrap: false };
    }
    throw error;
  }
}
