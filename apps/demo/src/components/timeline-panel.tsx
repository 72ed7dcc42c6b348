import { showHidden } from 'cloche';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { describeTarget, type TimelineCall, type TimelineItem } from '../state/timeline.ts';
import { QuestionCard } from './question-card.tsx';
import { RestoreControl } from './restore-control.tsx';
import { ResultView } from './result-view.tsx';

/** What the agent says and does, in order. */
export function TimelinePanel({ demo }: { demo: Demo }): VNode {
  const items = demo.timeline.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [items.length]);
  return (
    <>
      <div class="panel-head">
        <h2>Agent</h2>
        {demo.isAgentRunning.value ? (
          <button type="button" onClick={() => demo.stopAgent()}>
            Stop
          </button>
        ) : (
          <button type="button" disabled={!demo.workspace.value} onClick={() => void demo.runSampleTask()}>
            Run the sample task
          </button>
        )}
      </div>
      {items.length === 0 ? <p class="empty">Calls appear here as they happen.</p> : null}
      <ol class="timeline" ref={list} aria-label="Calls">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} demo={demo} />
          </li>
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {demo.history.told.value}
      </p>
      {demo.questions.pending.value.map((pending) => (
        <QuestionCard key={pending.id} pending={pending} />
      ))}
    </>
  );
}

function Item({ item, demo }: { item: TimelineItem; demo: Demo }): VNode {
  if (item.kind === 'call') return <Call call={item} demo={demo} />;
  return (
    <>
      <p class={`note from-${item.from}`}>{item.text}</p>
      <RestoreControl
        cause={item.id}
        name="an earlier restore"
        subject={item.text}
        label="Undo this restore"
        demo={demo}
      />
    </>
  );
}

function Call({ call, demo }: { call: TimelineCall; demo: Demo }): VNode {
  const { result, state } = call;
  const diff = result?.details.diff;
  const isOpenEnded = state === 'queued' || state === 'asking' || state === 'running';
  return (
    <details class="call" data-state={state} open={state === 'failed' || state === 'faulted'}>
      <summary>
        <span class="tool">{call.tool}</span> <code class="target">{showHidden(describeTarget(call))}</code>
        {diff ? (
          <span class="counts">
            +{diff.addedLines} −{diff.removedLines}
          </span>
        ) : null}
        <span class="state">{describeState(call)}</span>
      </summary>
      {isOpenEnded ? (
        <button type="button" onClick={() => demo.cancel(call.id)}>
          Cancel
        </button>
      ) : null}
      {call.progress ? <p class="facts">{call.progress}</p> : null}
      {result ? <ResultView call={call} result={result} demo={demo} /> : null}
      {call.fault ? <pre class="result">{call.fault}</pre> : null}
      {call.decidedBy ? <p class="facts">Allowed by: {call.decidedBy}</p> : null}
      {result && !result.persistence.persisted ? <p class="facts">Not saved: {result.persistence.reason}</p> : null}
      {isOpenEnded ? null : (
        <RestoreControl cause={call.id} name={nameCall(call)} label="Restore to before this" demo={demo} />
      )}
    </details>
  );
}

const STATE_LABELS = {
  queued: 'waiting',
  asking: 'asks you',
  running: 'running',
  done: 'done',
  failed: 'failed',
  faulted: 'broke off',
} as const;

/** A call that did not run took no time. */
function describeState({ state, result, durationMs }: TimelineCall): string {
  const { code } = result?.details ?? {};
  if (code === 'denied') return 'denied';
  if (code === 'approval_required') return 'not allowed';
  return `${STATE_LABELS[state]}${durationMs === undefined ? '' : `, ${formatDuration(durationMs)}`}`;
}

const MAX_NAME_UNITS = 60;

function nameCall(call: TimelineCall): string {
  const name = showHidden(`${call.tool} ${describeTarget(call)}`.replace(/\s+/g, ' ').trim());
  return name.length > MAX_NAME_UNITS ? `${name.slice(0, MAX_NAME_UNITS)}…` : name;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
