import type { TrapName } from '../jobs/trap-table.ts';
import type { Shell } from '../shell.ts';
import { type Completion, NORMAL } from './completion.ts';
import type { Task } from './task.ts';

/** Runs the traps of signals that have come. Returns how the commands go on: a trap may exit. */
export function* runPendingTraps(shell: Shell): Task<Completion> {
  for (;;) {
    const signal = shell.traps.pending.shift();
    if (!signal) return NORMAL;
    const completion = yield* runTrap(shell, signal);
    if (completion.kind !== 'normal') return completion;
  }
}

/** Traps in which `LINENO` is the line of the command that ran them. */
const KEEPS_LINE: ReadonlySet<TrapName> = new Set(['ERR', 'DEBUG', 'RETURN']);

/** Runs the trap on a name, when there is one and it does not run already; `$?` is kept. */
export function* runTrap(shell: Shell, name: TrapName): Task<Completion> {
  const command = shell.traps.commands.get(name);
  if (!command || shell.traps.running.has(name)) return NORMAL;
  const { status, source, offset, trapStatus, pipelineStatuses, uncheckedDepth } = shell;
  shell.traps.running.add(name);
  shell.trapStatus = status;
  try {
    const line = shell.interpreter.lineOf(shell);
    const completion = yield* shell.interpreter.runText(shell, command, {
      name: source.name,
      firstLine: KEEPS_LINE.has(name) ? line : 1,
    });
    if (completion.kind === 'exit' || completion.kind === 'return') return completion;
    shell.status = status;
    shell.pipelineStatuses = pipelineStatuses;
    return NORMAL;
  } finally {
    shell.traps.running.delete(name);
    shell.trapStatus = trapStatus;
    shell.source = source;
    shell.offset = offset;
    shell.uncheckedDepth = uncheckedDepth;
  }
}

/** Runs the EXIT trap once; `exit N` in it changes the status. */
export function* runExitTrap(shell: Shell): Task<void> {
  const command = shell.traps.commands.get('EXIT');
  if (command === undefined) return;
  yield* runTrap(shell, 'EXIT');
  shell.traps.commands.delete('EXIT');
}
