import { type FileDiff, showHidden } from 'cloche';
import type { RefObject, VNode } from 'preact';

/** Lines shown before the rest is folded. */
export const MAX_FOLDED_LINES = 400;

/** A unified diff, readable without colours: every changed line says so to screen readers. */
export function DiffView({
  diff,
  preRef,
  isFolded = true,
  onUnfold,
}: {
  diff: FileDiff;
  preRef?: RefObject<HTMLPreElement | null>;
  isFolded?: boolean;
  onUnfold?: () => void;
}): VNode {
  const lines = diff.unified.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
  const shown = lines.slice(2, isFolded ? MAX_FOLDED_LINES : undefined);
  const hidden = lines.length - shown.length - 2;
  return (
    <figure class="diff">
      <figcaption>
        {diff.path}: {diff.addedLines} added, {diff.removedLines} removed
      </figcaption>
      <pre tabIndex={0} aria-label={`Changes to ${diff.path}`} {...(preRef ? { ref: preRef } : {})}>
        {shown.map((line, index) => (
          <span key={index} class={`line ${KINDS[line.charAt(0)] ?? 'same'}`}>
            <span class="visually-hidden">{WORDS[line.charAt(0)] ?? ''}</span>
            {showHidden(line)}
            {'\n'}
          </span>
        ))}
      </pre>
      {hidden <= 0 ? null : onUnfold ? (
        <button type="button" onClick={onUnfold}>
          Show {hidden} more lines
        </button>
      ) : (
        <p class="facts">{hidden} more lines are not shown.</p>
      )}
    </figure>
  );
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
const WORDS: Readonly<Record<string, string>> = { '+': 'added: ', '-': 'removed: ' };
