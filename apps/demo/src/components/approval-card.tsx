import { useSignal } from '@preact/signals';
import { type ApprovalSubject, type RiskFact, type RuleScope, showHidden } from 'cloche';
import type { RefObject, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { PendingApproval } from '../state/approvals.ts';
import { AlwaysForm } from './always-form.tsx';
import { DiffView } from './diff-view.tsx';
import { PartList } from './part-list.tsx';

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
  const deny = (): void => {
    if (!isReady.value) return;
    const text = note.value.trim();
    approval.answer({ action: 'deny', ...(text === '' ? {} : { note: text }) });
  };
  const allow = (always?: { rules: readonly string[]; scope: RuleScope }): void => {
    if (isReady.value) approval.answer({ action: 'allow', ...(always ? { always } : {}) });
  };
  return (
    <section class="approval" role="group" aria-labelledby={heading} tabIndex={-1} ref={cardRef ?? own}>
      <h3 id={heading}>
        {showHidden(request.subject.summary)}? <span class="risk">{describeRisk(request.subject)}</span>
      </h3>
      {request.problem === undefined ? null : (
        <p class="problem" role="alert">
          {showHidden(request.problem)}
        </p>
      )}
      <Detail subject={request.subject} />
      <Risks risks={request.risks} />
      <PartList parts={request.parts} />
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
          deny();
        }}
      >
        <button type="submit" aria-disabled={!isReady.value}>
          Deny
        </button>
        <button type="button" class="primary" aria-disabled={!isReady.value} onClick={() => allow()}>
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
      <AlwaysForm request={request} isReady={isReady} onAllow={allow} />
    </section>
  );
}

function Risks({ risks }: { risks: readonly RiskFact[] }): VNode | null {
  if (risks.length === 0) return null;
  return (
    <ul class="risks" aria-label="What it may do">
      {risks.map(({ kind, text }) => (
        <li key={text} data-risk={kind}>
          {showHidden(text)}
        </li>
      ))}
    </ul>
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
