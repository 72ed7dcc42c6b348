import { describeSize } from '../../names/describe-size.ts';

/** The name of a column. */
export type DfField =
  | 'source'
  | 'fstype'
  | 'itotal'
  | 'iused'
  | 'iavail'
  | 'ipcent'
  | 'size'
  | 'used'
  | 'avail'
  | 'pcent'
  | 'file'
  | 'target';

/** A line of the table. */
export interface DfRow {
  readonly source: string;
  readonly file: string;
  readonly target: string;
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** How sizes are shown. */
export interface DfSizes {
  readonly show: (bytes: number) => string;
  /** What stands above all sizes: `1K-blocks`, or `Size`. */
  readonly heading: string;
  readonly isHuman: boolean;
  readonly isPosix: boolean;
  /** With --output `Avail` is never written out. */
  readonly isShort: boolean;
}

interface DfColumn {
  readonly heading: string | ((sizes: DfSizes) => string);
  readonly value: (row: DfRow, sizes: DfSizes) => string;
  readonly minWidth: number;
  readonly isLeft?: boolean;
}

/** Inodes have no limit here, and are not counted. */
const NO_INODES = (): string => '0';

/** All columns, by the names that `--output` takes, in the order in which it shows them all. */
export const DF_COLUMNS: Readonly<Record<DfField, DfColumn>> = {
  source: { heading: 'Filesystem', value: ({ source }) => source, minWidth: 14, isLeft: true },
  fstype: { heading: 'Type', value: ({ source }) => (source === 'total' ? '-' : 'vfs'), minWidth: 4, isLeft: true },
  itotal: { heading: 'Inodes', value: NO_INODES, minWidth: 5 },
  iused: { heading: 'IUsed', value: NO_INODES, minWidth: 5 },
  iavail: { heading: 'IFree', value: NO_INODES, minWidth: 5 },
  ipcent: { heading: 'IUse%', value: () => '-', minWidth: 4 },
  size: { heading: ({ heading }) => heading, value: ({ totalBytes }, { show }) => show(totalBytes), minWidth: 5 },
  used: {
    heading: 'Used',
    value: ({ totalBytes, freeBytes }, { show }) => show(totalBytes - freeBytes),
    minWidth: 5,
  },
  avail: {
    heading: ({ isHuman, isShort }) => (isHuman || isShort ? 'Avail' : 'Available'),
    value: ({ freeBytes }, { show }) => show(freeBytes),
    minWidth: 5,
  },
  pcent: {
    heading: ({ isPosix, isHuman }) => (isPosix && !isHuman ? 'Capacity' : 'Use%'),
    value: ({ totalBytes, freeBytes }) =>
      totalBytes === 0 ? '-' : `${Math.ceil(((totalBytes - freeBytes) / totalBytes) * 100)}%`,
    minWidth: 4,
  },
  file: { heading: 'File', value: ({ file }) => file, minWidth: 0, isLeft: true },
  target: { heading: 'Mounted on', value: ({ target }) => target, minWidth: 0, isLeft: true },
};

/** Returns whether `name` is the name of a column. */
export function isDfField(name: string): name is DfField {
  return Object.hasOwn(DF_COLUMNS, name);
}

/** Returns the lines of the table, each with its newline. */
export function layOutTable(fields: readonly DfField[], rows: readonly DfRow[], sizes: DfSizes): string {
  const columns = fields.map((field): readonly [DfColumn, readonly string[]] => {
    const column = DF_COLUMNS[field];
    const heading = typeof column.heading === 'string' ? column.heading : column.heading(sizes);
    return [column, [heading, ...rows.map((row) => column.value(row, sizes))]];
  });
  return Array.from({ length: rows.length + 1 }, (_, line) => {
    const cells = columns.map(([{ minWidth, isLeft }, texts], at) => {
      const width = Math.max(minWidth, ...texts.map((text) => text.length));
      const text = texts[line] ?? '';
      if (!isLeft) return text.padStart(width);
      return at === columns.length - 1 ? text : text.padEnd(width);
    });
    return `${cells.join(' ')}\n`;
  }).join('');
}

/** How sizes in blocks of `unit` bytes are shown. */
export function blockSizes(unit: number): Pick<DfSizes, 'show' | 'heading' | 'isHuman'> {
  return {
    show: (bytes) => String(Math.ceil(bytes / unit)),
    heading: `${nameOfUnit(unit)}-blocks`,
    isHuman: false,
  };
}

/** How sizes are shown for people. */
export function humanSizes(base: 1000 | 1024): Pick<DfSizes, 'show' | 'heading' | 'isHuman'> {
  return { show: (bytes) => describeSize(bytes, base), heading: 'Size', isHuman: true };
}

function nameOfUnit(unit: number): string {
  const [binary, decimal] = [reduce(unit, 1024), reduce(unit, 1000)];
  const letters = ['', 'K', 'M', 'G', 'T', 'P', 'E'];
  if (binary.power >= decimal.power && binary.power > 0) return `${binary.rest}${letters[binary.power] ?? ''}`;
  const letter = decimal.power === 1 ? 'k' : (letters[decimal.power] ?? '');
  return `${decimal.rest}${letter}B`;
}

function reduce(unit: number, base: number): { rest: number; power: number } {
  let [rest, power] = [unit, 0];
  while (rest % base === 0 && power < 6) {
    rest /= base;
    power++;
  }
  return { rest, power };
}
