import { type ApprovalSubject, showHidden } from 'cloche';
import type { RefObject, VNode } from 'preact';
import { DiffView } from './diff-view.tsx';

/** What a call is, in full: its command, its diff or its input. */
export function CallDetail({
  subject: { detail },
  preRef,
  isFolded,
  onUnfold,
}: {
  subject: ApprovalSubject;
  preRef: RefObject<HTMLPreElement | null>;
  isFolded: boolean;
  onUnfold: () => void;
}): VNode {
  switch (detail.kind) {
    case 'command':
      return (
        <pre class="command" tabIndex={0} aria-label="The exact command" ref={preRef}>
          {detail.command === '' ? '(restart the shell)' : showHidden(detail.command)}
        </pre>
      );
    case 'diff':
      return <DiffView diff={detail.diff} preRef={preRef} isFolded={isFolded} onUnfold={onUnfold} />;
    case 'query':
      return (
        <pre class="command" tabIndex={0} ref={preRef}>
          {showHidden(detail.text)}
        </pre>
      );
  }
}
