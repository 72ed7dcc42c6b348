import { type FileDiff, showHidden } from 'cloche';
import type { VNode } from 'preact';

/** Lines shown before the rest is folded. */
const MAX_LINES = 400;

/** A unified diff, readable without colours: every changed line says so to screen readers. */
export function DiffView({ diff }: { diff: FileDiff }): VNode {
  const lines = diff.unified.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
  const shown = lines.slice(2, MAX_LINES);
  return (
    <figure class="diff">
      <figcaption>
        {diff.path}: {diff.addedLines} added, {diff.removedLines} removed
      </figcaption>
      <pre tabIndex={0} aria-label={`Changes to ${diff.path}`}>
        {shown.map((line, index) => (
          <span key={index} class={`line ${KINDS[line.charAt(0)] ?? 'same'}`}>
            <span class="visually-hidden">{WORDS[line.charAt(0)] ?? ''}</span>
            {showHidden(line)}
            {'\n'}
          </span>
        ))}
      </pre>
      {lines.length > MAX_LINES ? <p class="facts">{lines.length - MAX_LINES} more lines are not shown.</p> : null}
    </figure>
  );
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
const WORDS: Readonly<Record<string, string>> = { '+': 'added: ', '-': 'removed: ' };
