import { useSignal } from '@preact/signals';
import { type ApprovalSubject, showHidden } from 'cloche';
import type { RefObject, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { PendingApproval } from '../state/approvals.ts';
import { DiffView } from './diff-view.tsx';

/** For so long after a card appears its buttons do nothing, since a key or click may have been meant for what was there. */
const GUARD_MS = 500;

/** One call that waits: what it is, in full, and the answers. */
export function ApprovalCard({
  approval,
  cardRef,
}: {
  approval: PendingApproval;
  cardRef: RefObject<HTMLElement | null> | undefined;
}): VNode {
  const { request } = approval;
  const heading = useId();
  const note = useSignal('');
  const isReady = useSignal(false);
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      isReady.value = true;
    }, GUARD_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  const answer = (action: 'allow' | 'deny'): void => {
    if (!isReady.value) return;
    const text = note.value.trim();
    approval.answer(action === 'allow' ? { action } : { action, ...(text === '' ? {} : { note: text }) });
  };
  return (
    <section class="approval" role="group" aria-labelledby={heading} tabIndex={-1} ref={cardRef ?? own}>
      <h3 id={heading}>
        {showHidden(request.subject.summary)}? <span class="risk">{describeRisk(request.subject)}</span>
      </h3>
      <Detail subject={request.subject} />
      <p class="facts">
        Tool <code>{request.tool.name}</code>
        {request.subject.detail.kind === 'command' ? (
          <>
            {' '}
            in <code>{showHidden(request.subject.detail.cwd)}</code>
          </>
        ) : null}
        , session {request.session}, offline machine, no network
      </p>
      <form
        class="answers"
        onSubmit={(event) => {
          event.preventDefault();
          answer('deny');
        }}
      >
        <button type="submit" aria-disabled={!isReady.value}>
          Deny
        </button>
        <button type="button" class="primary" aria-disabled={!isReady.value} onClick={() => answer('allow')}>
          Allow once
        </button>
        <label>
          <span>Note to the agent, with Deny</span>
          <input
            value={note.value}
            onInput={(event) => {
              note.value = event.currentTarget.value;
            }}
            placeholder="why not, or what instead"
          />
        </label>
      </form>
    </section>
  );
}

function Detail({ subject }: { subject: ApprovalSubject }): VNode {
  const { detail } = subject;
  switch (detail.kind) {
    case 'command':
      return (
        <pre class="command" tabIndex={0} aria-label="The exact command">
          {detail.command === '' ? '(restart the shell)' : showHidden(detail.command)}
        </pre>
      );
    case 'diff':
      return <DiffView diff={detail.diff} />;
    case 'query':
      return (
        <pre class="command" tabIndex={0}>
          {showHidden(detail.text)}
        </pre>
      );
  }
}

/** Says what kind of thing the call does, from facts. */
function describeRisk({ detail }: ApprovalSubject): string {
  switch (detail.kind) {
    case 'command':
      return 'runs a command';
    case 'diff':
      return detail.isNewFile ? 'writes a new file' : 'changes a file';
    case 'query':
      return 'reads';
  }
}
