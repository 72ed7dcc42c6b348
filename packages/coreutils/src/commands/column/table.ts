import { textWidth } from '@cloche/system';

/** A table: its names, if it has any, its rows, and which columns are shown in which order. */
export interface Table {
  readonly name: string;
  readonly columnNames: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Indexes of columns. */
  readonly shown: readonly number[];
  readonly right: ReadonlySet<number>;
}

/** Returns how many columns there are. */
export function countColumns(rows: readonly (readonly string[])[], names: readonly string[] | undefined): number {
  return rows.reduce((most, row) => Math.max(most, row.length), names?.length ?? 0);
}

/** Lays a table out in columns as wide as their longest cell. */
export function layOutTable(
  { columnNames, rows, shown, right }: Table,
  separator: string,
  hasHeading: boolean,
): string {
  const all = columnNames && hasHeading && rows.length > 0 ? [columnNames, ...rows] : rows;
  const widths = shown.map((column) => all.reduce((most, row) => Math.max(most, textWidth(row[column] ?? '')), 0));
  return all
    .map((row) => {
      const cells = shown.map((column, place) => {
        const text = row[column] ?? '';
        const missing = ' '.repeat((widths[place] ?? 0) - textWidth(text));
        if (right.has(column)) return missing + text;
        return place === shown.length - 1 ? text : text + missing;
      });
      return `${cells.join(separator)}\n`;
    })
    .join('');
}

/** Writes a table as JSON: an object for each row, `null` for what it does not have. Names are in small letters. */
export function tableJson({ name, columnNames = [], rows, shown }: Table): string {
  if (rows.length === 0) return '';
  const objects = rows.map((row) => {
    const members = shown.map((column) => {
      const text = row[column] ?? '';
      return `         ${jsonText((columnNames[column] ?? '').toLowerCase())}: ${text === '' ? 'null' : jsonText(text)}`;
    });
    return `{\n${members.join(',\n')}\n      }`;
  });
  return `{\n   ${jsonText(name.toLowerCase())}: [\n      ${objects.join(',')}\n   ]\n}\n`;
}

function jsonText(text: string): string {
  return JSON.stringify(text);
}
