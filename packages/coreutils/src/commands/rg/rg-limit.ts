import { decodeText, encodedLength, encodeText } from '@cloche/system';
import type { MarkedText } from './rg-replacement.ts';

/** What is left of a line that is too long, and what is said of the rest. */
export interface LimitedLine extends MarkedText {
  readonly note: string;
}

/**
 * Returns what is printed for a line that is too long: that it is left out or, where a preview is wanted, how it begins.
 * @param matchCount  `undefined` where matches were not looked for
 */
export function limitLine(
  { text, spans }: MarkedText,
  kind: 'match' | 'context',
  matchCount: number | undefined,
  { maxColumns, showsPreview }: { readonly maxColumns: number; readonly showsPreview: boolean },
): LimitedLine {
  const isCounted = kind === 'match' && matchCount !== undefined;
  if (!showsPreview) {
    if (isCounted) return noted('', [], `[Omitted long line with ${matchCount} matches]`);
    return noted('', [], `[Omitted long ${kind === 'context' ? 'context' : 'matching'} line]`);
  }
  const start = decodeText(encodeText(text).subarray(0, maxColumns));
  if (!isCounted) return noted(start, [], ' [... omitted end of long line]');
  const left = spans.filter((span) => encodedLength(text.slice(0, span.start)) >= maxColumns).length;
  return noted(start, spans, ` [... ${left} more ${left === 1 ? 'match' : 'matches'}]`);
}

function noted(text: string, spans: MarkedText['spans'], note: string): LimitedLine {
  return { text, spans, note };
}
