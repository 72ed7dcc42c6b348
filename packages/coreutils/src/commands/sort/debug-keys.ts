import { textWidth } from '@cloche/system';
import { keyRange } from './extract-key.ts';
import type { SortKey, SortOrder } from './sort-key.ts';

/** What a sort compares by. */
interface ComparedBy {
  readonly keys: readonly SortKey[];
  readonly separator: string | undefined;
  /** Lines with equal keys are not compared as wholes. */
  readonly isStable: boolean;
}

/** The part of a key that an order reads, behind blanks; the others read all of it. */
const READ_PARTS: Readonly<Partial<Record<SortOrder, RegExp>>> = {
  numeric: /^-?(?:\d+(?:\.\d*)?|\.\d+)/,
  human: /^-?(?:\d+(?:\.\d*)?|\.\d+)[KkMGTPEZY]?/,
  general: /^[-+]?(?:0x[\da-f]+(?:\.[\da-f]*)?(?:p[-+]?\d+)?|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)/i,
  month: /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
};

/** Returns a line with the parts of it that are compared underlined below, one line for each key; tabs show as `>`. */
export function underlineKeys(line: string, { keys, separator, isStable }: ComparedBy): string {
  const ranges = keys.map((key) => readRange(line, key, separator));
  if (keys.length === 0 || !isStable) ranges.push([0, line.length]);
  const shown = line.replaceAll('\t', '>');
  const underlines = ranges.map(([start, end]) => {
    const before = ' '.repeat(textWidth(shown.slice(0, start)));
    const width = textWidth(shown.slice(start, end));
    return before + (width === 0 ? '^ no match for key' : '_'.repeat(width));
  });
  return [shown, ...underlines].join('\n');
}

function readRange(line: string, key: SortKey, separator: string | undefined): readonly [number, number] {
  const [start, end] = keyRange(line, key, separator);
  const part = READ_PARTS[key.order];
  if (!part) return [start, end];
  const text = line.slice(start, end);
  const blanks = /^[ \t\n]*/.exec(text)?.[0].length ?? 0;
  const length = part.exec(text.slice(blanks))?.[0].length ?? 0;
  return [start + blanks, start + blanks + length];
}

/** Returns what there is to say about the keys of a call; `areGiven` by `-k`, not by options alone. */
export function explainKeys({ keys, separator }: ComparedBy, areGiven: boolean): string[] {
  const notes = ['text ordering performed using ‘C.UTF-8’ sorting rules'];
  for (const [index, key] of areGiven ? keys.entries() : []) {
    const { start, end, order } = key;
    const isRead = READ_PARTS[order] !== undefined;
    if (isRead && (!end || end.field > start.field)) {
      notes.push(`key ${index + 1} is numeric and spans multiple fields`);
    }
    const countsBlanks =
      (!start.skipsBlanks && (!isRead || start.character > 1)) || (end && !end.skipsBlanks && end.character > 0);
    const isPartOfFirst = end?.field === 1 && end.character > 0;
    if (separator === undefined && !isPartOfFirst && countsBlanks) {
      notes.push(`leading blanks are significant in key ${index + 1}; consider also specifying 'b'`);
    }
  }
  const hasNumbers = keys.some(({ order }) => order !== 'month' && READ_PARTS[order] !== undefined);
  if (hasNumbers) notes.push('note numbers use ‘.’ as a decimal point in this locale');
  return notes;
}
