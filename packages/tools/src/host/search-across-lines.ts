import type { Pattern } from '@cloche/search';
import { decodeText, encodeText } from '@cloche/system';
import type { FoundLine } from './search-content.ts';

/** Finds the lines that matches reach over, when a match may span several; with context and gaps between groups. */
export function* scanAcrossLines(
  bytes: Uint8Array,
  pattern: Pattern,
  { before, after }: { readonly before: number; readonly after: number },
): Generator<FoundLine | { readonly kind: 'gap' }> {
  const text = decodeText(bytes);
  if (text === '') return;
  const starts = lineStarts(text);
  const matched = new Set<number>();
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    const match = pattern.find(text, from);
    if (!match || (match.start === text.length && text.endsWith('\n'))) break;
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= match.start) line++;
    // A match that ends with a newline does not reach into the next line.
    const last = match.end > match.start ? match.end - 1 : match.end;
    for (let index = line; index < starts.length && (starts[index] ?? 0) <= last; index++) matched.add(index);
    from = match.end > match.start ? match.end : match.end + 1;
  }
  const shown = new Set<number>();
  for (const index of matched) {
    for (let near = Math.max(0, index - before); near <= Math.min(starts.length - 1, index + after); near++)
      shown.add(near);
  }
  let previous = -2;
  for (const index of [...shown].sort((left, right) => left - right)) {
    if (previous >= 0 && index > previous + 1 && before + after > 0) yield { kind: 'gap' };
    previous = index;
    const content = text.slice(starts[index], starts[index + 1] ?? text.length).replace(/\n$/, '');
    yield { kind: matched.has(index) ? 'match' : 'context', lineNumber: index + 1, bytes: encodeText(content) };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  return starts;
}
