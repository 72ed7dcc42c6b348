import { decodeText, type Program, textWidth } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';
import { countColumns, layOutTable, tableJson } from './table.ts';

type ColumnOption =
  | 'table'
  | 'json'
  | 'tableName'
  | 'order'
  | 'names'
  | 'limit'
  | 'noHeadings'
  | 'headerRepeat'
  | 'hide'
  | 'right'
  | 'keepEmpty'
  | 'separator'
  | 'outputSeparator'
  | 'width'
  | 'fillRows';

const USAGE: CommandUsage<ColumnOption> = {
  name: 'column',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Arrange lines in columns, or with -t their fields in a table.',
  options: {
    table: { short: 't', long: 'table', help: 'create a table' },
    json: { short: 'J', long: 'json', help: 'write the table as JSON; needs -N' },
    tableName: { short: 'n', long: 'table-name', value: 'NAME', help: 'name of the table in JSON (table)' },
    order: { short: 'O', long: 'table-order', value: 'COLUMNS', help: 'show these columns first' },
    names: { short: 'N', long: 'table-columns', value: 'NAMES', help: 'comma separated column names' },
    limit: {
      short: 'l',
      long: 'table-columns-limit',
      value: 'NUM',
      help: 'at most NUM columns; the last has the rest',
    },
    noHeadings: { short: 'd', long: 'table-noheadings', help: 'do not show the names' },
    headerRepeat: { short: 'e', long: 'table-header-repeat', help: 'accepted: there are no pages' },
    hide: { short: 'H', long: 'table-hide', value: 'COLUMNS', help: 'do not show these columns' },
    right: { short: 'R', long: 'table-right', value: 'COLUMNS', help: 'align these columns to the right' },
    keepEmpty: { short: 'L', long: 'keep-empty-lines', help: 'do not ignore empty lines' },
    separator: { short: 's', long: 'separator', value: 'STRING', help: 'characters that separate fields' },
    outputSeparator: { short: 'o', long: 'output-separator', value: 'STRING', help: 'columns separator (two spaces)' },
    width: { short: 'c', long: ['output-width', 'columns'], value: 'WIDTH', help: 'width of the output (80)' },
    fillRows: { short: 'x', long: 'fillrows', help: 'fill rows before columns' },
  },
  notes: 'COLUMNS are names or numbers, separated by commas; 0 stands for all, - for those without names.',
};

const TAB = 8;

/** Lays lines out in columns. */
export const column: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, output } = run;
  const fault = faultOf(run);
  if (fault !== undefined) {
    await run.fail(fault);
    return 1;
  }
  const lines: string[] = [];
  await run.eachInput(
    async ({ reader }) => {
      for await (const batch of readLines(reader)) for (const line of batch.lines) lines.push(decodeText(line));
    },
    { describe: (name, reason, wasOpened) => (wasOpened ? `read failed: ${reason}` : `${name}: ${reason}`) },
  );
  const kept = given.has('keepEmpty') ? lines : lines.filter((line) => line.trim() !== '');
  if (given.has('table') || given.has('json')) {
    const table = makeTable(run, kept);
    if (typeof table === 'string') {
      await run.fail(table);
      return 1;
    }
    output.putText(table.text);
  } else if (kept.length > 0) output.putText(layOutColumns(kept, Number(widthOf(run)), given.has('fillRows')));
  return run.status;
});

function widthOf({ arguments: given, context }: CommandRun<ColumnOption>): string {
  return given.value('width') ?? context.env.get('COLUMNS') ?? '80';
}

function faultOf(run: CommandRun<ColumnOption>): string | undefined {
  const { arguments: given } = run;
  const [width, limit = '1'] = [widthOf(run), given.value('limit')];
  if (!/^\d+$/.test(width)) return `invalid columns argument: '${width}'`;
  if (!/^\d+$/.test(limit)) return `invalid columns limit argument: '${limit}'`;
  if (given.has('json')) return given.has('names') ? undefined : 'option --table-columns required for --json';
  const needsTable = (['order', 'names', 'hide', 'right', 'tableName'] as const).some((name) => given.has(name));
  return needsTable && !given.has('table') ? 'option --table required for all --table-*' : undefined;
}

/** Returns the table that lines make, laid out or as JSON; or what is wrong with the call. */
function makeTable(
  { arguments: given }: CommandRun<ColumnOption>,
  lines: readonly string[],
): string | { readonly text: string } {
  const names = given.value('names')?.split(',');
  const separator = given.value('separator') ?? ' \t';
  const limit = Number(given.value('limit') ?? '0');
  const rows = lines.map((line) => fieldsOf(line, { separator, joins: !given.has('separator'), limit }));
  const count = countColumns(rows, names);
  const find = (option: 'order' | 'hide' | 'right') => findColumns(given.value(option) ?? '', names, count);
  const [order, hidden, right] = [find('order'), find('hide'), find('right')];
  if (typeof order === 'string') return order;
  if (typeof hidden === 'string') return hidden;
  if (typeof right === 'string') return right;
  const shown = [...new Set([...order, ...Array(count).keys()])].filter((index) => !hidden.has(index));
  const table = { name: given.value('tableName') ?? 'table', columnNames: names, rows, shown, right };
  if (!given.has('json')) {
    return { text: layOutTable(table, given.value('outputSeparator') ?? '  ', !given.has('noHeadings')) };
  }
  const wide = rows.findIndex((row) => row.length > (names?.length ?? 0));
  if (wide < 0) return { text: tableJson(table) };
  return `line ${wide + 2}: for JSON the name of the column ${(names?.length ?? 0) + 1} is required`;
}

interface FieldRules {
  readonly separator: string;
  /** Separators that follow each other count as one, and those at the ends do not count. */
  readonly joins: boolean;
  /** The most fields of a line; the last has what remains. 0 for no limit. */
  readonly limit: number;
}

function fieldsOf(line: string, { separator, joins, limit }: FieldRules): string[] {
  const fields: string[] = [];
  let start = 0;
  for (;;) {
    if (fields.length > 0 && fields.length + 1 === limit) return [...fields, line.slice(start)];
    while (joins && start < line.length && separator.includes(line[start] ?? '')) start++;
    if (joins && start >= line.length) return fields;
    let end = start;
    while (end < line.length && !separator.includes(line[end] ?? '')) end++;
    if (end >= line.length || fields.length + 1 === limit) return [...fields, line.slice(start)];
    fields.push(line.slice(start, end));
    start = end + 1;
  }
}

/** Finds columns by name or number, in the order given; or says which there is not. Numbers of no column do not count. */
function findColumns(written: string, names: readonly string[] | undefined, count: number): Set<number> | string {
  const found = new Set<number>();
  for (const name of written.split(',').filter(Boolean)) {
    const index = names?.indexOf(name) ?? -1;
    if (index >= 0) found.add(index);
    else if (name === '-') continue;
    else if (!/^\d+$/.test(name)) return `undefined column name '${name}'`;
    else if (name === '0') for (const every of Array(count).keys()) found.add(every);
    else if (Number(name) <= count) found.add(Number(name) - 1);
  }
  return found;
}

/** Columns begin at tab stops and are as wide as the longest line. */
function layOutColumns(lines: readonly string[], width: number, fillsRows: boolean): string {
  const longest = Math.max(...lines.map(textWidth));
  const cell = (Math.floor(longest / TAB) + 1) * TAB;
  const columns = Math.max(1, Math.floor(width / cell));
  if (longest >= width || columns === 1) return lines.map((line) => `${line}\n`).join('');
  const rows = Math.ceil(lines.length / columns);
  let text = '';
  for (let row = 0; row < rows; row++) {
    const indexes = fillsRows
      ? lines.map((_, index) => index).slice(row * columns, (row + 1) * columns)
      : lines.map((_, index) => index).filter((index) => index % rows === row);
    indexes.forEach((index, place) => {
      const line = lines[index] ?? '';
      text += line;
      if (place === indexes.length - 1) return;
      text += '\t'.repeat(Math.ceil((cell - textWidth(line)) / TAB));
    });
    text += '\n';
  }
  return text;
}
