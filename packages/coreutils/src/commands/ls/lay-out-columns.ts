/** A cell of a table, and the columns of the terminal it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

const GAP = 2;

/** Lays cells out in as many columns as fit into `width` (0 for no limit), filled by columns or `across`. */
export function layOutColumns(cells: readonly Cell[], width: number, direction: 'columns' | 'across'): string {
  for (let count = Math.min(cells.length, width > 0 ? Math.ceil(width / 3) : cells.length); count > 1; count--) {
    const rows = Math.ceil(cells.length / count);
    const place = (row: number, column: number): number =>
      direction === 'columns' ? column * rows + row : row * count + column;
    if (direction === 'columns' && Math.ceil(cells.length / rows) < count) continue;
    const widths = Array.from({ length: count }, (_, column) => {
      const inColumn = Array.from({ length: rows }, (_cell, row) => cells[place(row, column)]?.width ?? 0);
      return Math.max(...inColumn) + (column < count - 1 ? GAP : 0);
    });
    if (width > 0 && widths.reduce((sum, one) => sum + one, 0) > width) continue;
    return Array.from({ length: rows }, (_, row) => rowText(cells, widths, (column) => place(row, column))).join('');
  }
  return cells.map(({ text }) => `${text}\n`).join('');
}

function rowText(cells: readonly Cell[], widths: readonly number[], place: (column: number) => number): string {
  let text = '';
  let start = 0;
  widths.forEach((width, column) => {
    const cell = cells[place(column)];
    if (!cell) return;
    const isLast = column === widths.length - 1 || cells[place(column + 1)] === undefined;
    text += cell.text + (isLast ? '' : gap(start + cell.width, start + width));
    start += width;
  });
  return `${text}\n`;
}

const TAB_COLUMNS = 8;

/** Fills the columns `[from, to)`, with tabs where they fit. */
function gap(from: number, to: number): string {
  let text = '';
  let column = from;
  while (column < to) {
    const next = column - (column % TAB_COLUMNS) + TAB_COLUMNS;
    const usesTab =
      next <= to && column + 1 < to && Math.floor(to / TAB_COLUMNS) > Math.floor((column + 1) / TAB_COLUMNS);
    text += usesTab ? '\t' : ' ';
    column = usesTab ? next : column + 1;
  }
  return text;
}
