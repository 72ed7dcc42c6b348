import { textWidth } from '@cloche/system';

/** Most possibilities that are listed; the rest is counted. */
const MAX_LABELS = 500;

/** Lays names out in columns, read downwards, for a terminal of a width. */
export function layOutLabels(labels: readonly string[], columns: number): string {
  const shown = labels.slice(0, MAX_LABELS);
  const width = Math.max(1, ...shown.map(textWidth)) + 2;
  const perRow = Math.max(1, Math.floor(columns / width));
  const rows = Math.ceil(shown.length / perRow);
  let text = '';
  for (let row = 0; row < rows; row++) {
    const cells = shown.filter((_, index) => index % rows === row);
    text += `${cells
      .map((label) => label + ' '.repeat(width - textWidth(label)))
      .join('')
      .trimEnd()}\n`;
  }
  return labels.length > shown.length ? `${text}… and ${labels.length - shown.length} more\n` : text;
}
