import { useSignal } from '@preact/signals';
import { type DecisionRecord, showHidden } from 'cloche';
import type { VNode } from 'preact';
import { useCallback, useEffect, useId } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { Age } from './age.tsx';

/** Decisions that are shown, the latest ones. */
const MAX_SHOWN = 50;

const VERDICTS: Readonly<Record<DecisionRecord['verdict'], string>> = {
  allowed: 'allowed',
  denied: 'denied',
  approval_required: 'not allowed',
};

/** What was decided about the calls of the workspace, the latest first, also before a reload. */
export function DecisionList({ demo }: { demo: Demo }): VNode {
  const heading = useId();
  const decisions = useSignal<readonly DecisionRecord[]>([]);
  const refresh = useCallback(
    () =>
      demo.attempt(async () => {
        decisions.value = await (await demo.whenOpen()).permissions.decisions();
      }),
    [demo, decisions],
  );
  const heard = demo.timeline.value;
  // Each call that begins or ends was decided on.
  useEffect(() => void refresh(), [refresh, heard]);
  const forget = (): void =>
    void demo
      .attempt(async () => {
        await (await demo.whenOpen()).permissions.forgetDecisions();
      })
      .then(refresh);
  const shown = decisions.value.slice(-MAX_SHOWN).reverse();
  return (
    <section class="decisions" aria-labelledby={heading}>
      <h3 id={heading}>Decisions</h3>
      {shown.length === 0 ? <p class="empty">None yet. Calls that only read are not listed.</p> : null}
      <ol reversed>
        {shown.map((decision) => (
          <Decision key={`${decision.atMs} ${decision.callId}`} decision={decision} />
        ))}
      </ol>
      {shown.length === 0 ? null : (
        <button type="button" onClick={forget}>
          Forget the decisions
        </button>
      )}
    </section>
  );
}

function Decision({ decision }: { decision: DecisionRecord }): VNode {
  const { verdict, decidedBy, summary, subject, proposed, note, tool, through, session, atMs } = decision;
  return (
    <li data-effect={verdict === 'allowed' ? 'allow' : 'deny'}>
      <span class="verdict">{VERDICTS[verdict]}</span> {showHidden(summary)} <code>{showHidden(subject)}</code>{' '}
      <span class="facts">
        by {decidedBy === '' ? 'nobody, since nobody was there to ask' : showHidden(decidedBy)}
        {proposed === undefined ? null : (
          <>
            , who was asked for <code>{showHidden(proposed)}</code>
          </>
        )}
        {note === undefined ? null : `: ${showHidden(note)}`}, {tool}
        {through === undefined ? '' : ` through ${through}`}, session {session}, <Age ms={atMs} />
      </span>
    </li>
  );
}
