import { type ProcessView, showHidden } from 'cloche';
import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { describeProcessState, isRunning } from '../state/processes.ts';

const KIND_LABELS = { command: 'command', monitor: 'monitor', terminal: 'shell' } as const;

/** What goes on in the background, with a button to look at each and one to stop it. */
export function ProcessList({ demo }: { demo: Demo }): VNode | null {
  const { processes } = demo;
  const list = processes.list.value;
  if (list.length === 0) return null;
  const running = list.filter(isRunning).length;
  return (
    <section class="processes" aria-label="Background">
      <h3>
        Background <span class="count">{running === 0 ? 'nothing runs' : `${running} running`}</span>
      </h3>
      <ul>
        {[...list].reverse().map((process) => (
          <ProcessRow key={process.id} process={process} demo={demo} />
        ))}
      </ul>
    </section>
  );
}

function ProcessRow({ process, demo }: { process: ProcessView; demo: Demo }): VNode {
  const { id, kind, command, state, startedAtMs, finishedAtMs, totalBytes } = process;
  const { processes, terminals } = demo;
  const name = showHidden(command.replace(/\s+/g, ' ').trim());
  const endMs = finishedAtMs ?? Math.max(processes.nowMs.value, startedAtMs);
  return (
    <li>
      <code title={name}>{name}</code>
      <span class="facts">
        {KIND_LABELS[kind]}
        {state === 'lost_on_restore'
          ? ', ended when the page was left'
          : `, ${describeElapsed(endMs - startedAtMs)}, ${describeBytes(totalBytes)}`}
      </span>
      <span class="chip" role="status" data-state={state}>
        {describeProcessState(process)}
      </span>
      <span class="row-actions">
        {state === 'lost_on_restore' ? null : (
          <button type="button" aria-label={`Show ${name}`} onClick={() => terminals.openProcess(process)}>
            Show
          </button>
        )}
        {isRunning(process) ? (
          <button type="button" aria-label={`Stop ${name}`} onClick={() => void demo.attempt(() => processes.stop(id))}>
            Stop
          </button>
        ) : null}
      </span>
    </li>
  );
}

function describeElapsed(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${Math.floor(seconds / 3600)} h`;
}

function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
