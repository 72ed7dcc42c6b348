import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Demo } from '../state/demo.ts';
import { describeWhere } from '../state/describe-status.ts';
import { ApprovalCard } from './approval-card.tsx';

/**
 * The calls that wait for the person, oldest first. Nothing here takes the focus by itself: Alt+A and the link at the
 * bottom lead to the card.
 */
export function ApprovalQueue({ demo, onReview }: { demo: Demo; onReview: () => void }): VNode {
  const pending = demo.approvals.pending.value;
  const first = useRef<HTMLElement>(null);
  const isInView = useSignal(false);
  const firstId = pending[0]?.request.callId;
  const cameFrom = useRef<Element | null>(null);
  const review = (): void => {
    if (!document.activeElement?.closest('.approval')) cameFrom.current = document.activeElement;
    onReview();
    // The panel may have been hidden until now.
    requestAnimationFrame(() => first.current?.focus());
  };
  useLayoutEffect(() => {
    // Whoever was led to the cards, and has answered, goes on with the next one, or is back where they came from.
    if (cameFrom.current === null || document.activeElement !== document.body) return;
    const back = firstId === undefined ? cameFrom.current : first.current;
    if (firstId === undefined) cameFrom.current = null;
    if (back instanceof HTMLElement && back.isConnected) back.focus();
  }, [firstId]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || event.code !== 'KeyA' || pending.length === 0) return;
      event.preventDefault();
      review();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  useEffect(() => {
    isInView.value = false;
    if (!first.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      isInView.value = entry?.isIntersecting ?? false;
    });
    observer.observe(first.current);
    return () => observer.disconnect();
  }, [firstId, isInView]);
  return (
    <>
      <p class="visually-hidden" role="status">
        {pending[0]
          ? `${pending[0].request.tool.name} asks: ${pending[0].request.subject.summary}${others(pending.length - 1)}. Press Alt+A to review.`
          : ''}
      </p>
      {pending.map((approval, index) => (
        <ApprovalCard
          key={approval.request.callId}
          approval={approval}
          where={describeWhere(demo)}
          cardRef={index === 0 ? first : undefined}
        />
      ))}
      {pending.length > 0 && !isInView.value ? (
        <button type="button" class="review-link" aria-keyshortcuts="Alt+A" onClick={review}>
          Review {pending.length === 1 ? 'the waiting call' : `${pending.length} waiting calls`} <kbd>Alt+A</kbd>
        </button>
      ) : null}
    </>
  );
}

function others(count: number): string {
  return count === 0 ? '' : `, and ${count} more ${count === 1 ? 'call waits' : 'calls wait'}`;
}
