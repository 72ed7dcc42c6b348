import { type PartVerdict, showHidden } from 'cloche';
import type { VNode } from 'preact';

const WORDS = { allowed: 'allowed', neutral: 'harmless', asks: 'needs you', denied: 'blocked' } as const;

/** Each command and file of a call on a line of its own, with what the rules say about it. */
export function PartList({ parts }: { parts: readonly PartVerdict[] }): VNode | null {
  if (parts.length === 0) return null;
  return (
    <ol class="parts" aria-label="Its parts">
      {parts.map(({ text, kind, verdict, rule, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same command may come twice, and the list never changes
        <li key={index} data-verdict={verdict}>
          <span class="verdict">{verdict === 'neutral' && kind !== 'command' ? 'goes with it' : WORDS[verdict]}</span>{' '}
          <code>
            {kind === 'write' ? 'changes ' : kind === 'read' ? 'reads ' : ''}
            {showHidden(text)}
          </code>
          {describeWhy(rule, verdict === 'allowed' ? undefined : reason)}
        </li>
      ))}
    </ol>
  );
}

function describeWhy(rule: string | undefined, reason: string | undefined): VNode | null {
  if (rule === undefined && reason === undefined) return null;
  if (rule === undefined) return <span class="facts">{reason}</span>;
  // One that only may be meant decides nothing: the reason says so.
  const isMeant = reason === undefined || reason.includes(rule);
  return <span class="facts">{isMeant ? `by the rule ${rule}` : `${reason}: ${rule}`}</span>;
}
