import { useSignal } from '@preact/signals';
import { type AlwaysAnswer, type ApprovalRequest, type ApprovalSubject, type RiskFact, showHidden } from 'cloche';
import type { RefObject, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { PendingApproval } from '../state/approvals.ts';
import { Age } from './age.tsx';
import { AlwaysForm } from './always-form.tsx';
import { CallDetail } from './call-detail.tsx';
import { MAX_FOLDED_LINES } from './diff-view.tsx';
import { EditForm } from './edit-form.tsx';
import { PartList } from './part-list.tsx';
import { useSeenToEnd } from './use-seen-to-end.ts';

/** For so long after a card appears, or changes, its buttons do nothing: a key or click may have been meant for what was there. */
const GUARD_MS = 500;

/** One call that waits: what it is, in full, and the answers. */
export function ApprovalCard({
  approval,
  where,
  cardRef,
}: {
  approval: PendingApproval;
  /** The machine that it would run in. */
  where: string;
  cardRef: RefObject<HTMLElement | null> | undefined;
}): VNode {
  const { request, isChecking } = approval;
  const { detail } = request.subject;
  const cwd = detail.kind === 'command' ? detail.cwd : undefined;
  const heading = useId();
  const hint = useId();
  const note = useSignal('');
  const isGuarded = useSignal(true);
  const isFolded = useSignal(true);
  const own = useRef<HTMLElement>(null);
  const { ref, isSeen } = useSeenToEnd<HTMLPreElement>(`${request.id} ${isFolded.value}`);
  useEffect(() => {
    isGuarded.value = true;
    const timer = setTimeout(() => {
      isGuarded.value = false;
    }, GUARD_MS);
    return () => clearTimeout(timer);
  }, [isGuarded, request.id]);
  const mayAnswer = !isGuarded.value && !isChecking;
  const isWholeSeen = isSeen.value && !(isFolded.value && isLong(request.subject));
  const mayAllow = mayAnswer && isWholeSeen;
  const deny = (stop: boolean): void => {
    if (!mayAnswer) return;
    const text = note.value.trim();
    approval.answer({ action: 'deny', ...(text === '' ? {} : { note: text }), ...(stop ? { stop } : {}) });
  };
  const allow = (always?: AlwaysAnswer): void => {
    if (mayAllow) approval.answer({ action: 'allow', ...(always ? { always } : {}) });
  };
  return (
    <section
      class="approval"
      role="group"
      aria-labelledby={heading}
      tabIndex={-1}
      ref={cardRef ?? own}
      onKeyDown={closeDetails}
    >
      <h3 id={heading}>
        {showHidden(request.subject.summary)}? <span class="risk">{describeRisk(request)}</span>
      </h3>
      {request.problem === undefined ? null : (
        <p class="problem" role="alert">
          {showHidden(request.problem)}
        </p>
      )}
      {request.isChanged ? (
        <p class="problem" role="alert">
          You were asked about it before, and what it would do is not the same any more. Look at it again.
        </p>
      ) : null}
      {request.proposedInput === undefined ? null : (
        <p class="facts" role="status">
          You changed this call. The agent had asked for: <code>{shorten(JSON.stringify(request.proposedInput))}</code>
        </p>
      )}
      <CallDetail
        subject={request.subject}
        preRef={ref}
        isFolded={isFolded.value}
        onUnfold={() => {
          isFolded.value = false;
        }}
      />
      <Risks risks={request.risks} />
      <PartList parts={request.parts} />
      <p class="facts">
        Tool <code>{request.tool.name}</code>
        {request.through === undefined ? null : (
          <>
            , called by <code>{request.through.name}</code>
          </>
        )}
        {cwd === undefined ? null : (
          <>
            {' '}
            in <code>{showHidden(cwd)}</code>
          </>
        )}
        , session {request.session}, {where}, asked <Age ms={request.askedAtMs} />
      </p>
      <form
        class="answers"
        onSubmit={(event) => {
          event.preventDefault();
          deny(false);
        }}
      >
        <button type="submit" aria-disabled={!mayAnswer}>
          Deny
        </button>
        <button type="button" aria-disabled={!mayAnswer} onClick={() => deny(true)}>
          Deny and stop
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={!mayAllow}
          aria-describedby={isWholeSeen ? undefined : hint}
          onClick={() => allow()}
        >
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
        {isWholeSeen ? null : (
          <p id={hint} class="facts">
            It can be allowed once you have seen all of it: scroll to its end.
          </p>
        )}
      </form>
      <EditForm
        input={request.refusedInput ?? request.input}
        isReady={mayAnswer}
        onEdit={(input) => approval.answer({ action: 'edit', input })}
      />
      <AlwaysForm key={request.id} request={request} isReady={mayAllow} onAllow={allow} />
    </section>
  );
}

/** Esc closes the opened details that the focus is in, and never answers. */
function closeDetails(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !(event.target instanceof Element)) return;
  const details = event.target.closest<HTMLDetailsElement>('details[open]');
  if (!details) return;
  details.open = false;
  details.querySelector('summary')?.focus();
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

function isLong({ detail }: ApprovalSubject): boolean {
  return detail.kind === 'diff' && detail.diff.unified.split('\n').length > MAX_FOLDED_LINES;
}

const MAX_SHOWN_UNITS = 500;

function shorten(text: string): string {
  return showHidden(text.length > MAX_SHOWN_UNITS ? `${text.slice(0, MAX_SHOWN_UNITS)}…` : text);
}

const RISK_WORDS: Readonly<Record<RiskFact['kind'], string>> = {
  'not-understood': 'is not fully understood',
  deletes: 'deletes files',
  outside: 'changes files outside the workspace',
  writes: 'changes files',
  network: 'reaches the network',
  'runs-code': 'runs code',
  reads: 'reads',
};

/** Says what kind of thing the call does, from facts: the gravest of them, or that nothing is known but the tool. */
function describeRisk({ tool, subject: { detail }, risks: [gravest], parts }: ApprovalRequest): string {
  switch (detail.kind) {
    case 'command':
      return 'runs a command';
    case 'diff':
      return detail.isNewFile ? 'writes a new file' : 'changes a file';
    case 'query': {
      if (gravest) return RISK_WORDS[gravest.kind];
      const onlyReads = parts.length > 0 && parts.every(({ kind }) => kind === 'read');
      return onlyReads ? RISK_WORDS.reads : `uses the tool ${tool.name}`;
    }
  }
}
