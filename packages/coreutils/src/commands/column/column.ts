import { decodeText, type Program, textWidth } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';

type ColumnOption = 'table' | 'separator' | 'outputSeparator' | 'width' | 'fillRows' | 'names' | 'right' | 'keepEmpty';

const USAGE: CommandUsage<ColumnOption> = {
  name: 'column',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Arrange lines in columns, or with -t their fields in a table.',
  options: {
    table: { short: 't', long: 'table', help: 'create a table' },
    separator: { short: 's', long: 'separator', value: 'STRING', help: 'characters that separate fields' },
    outputSeparator: { short: 'o', long: 'output-separator', value: 'STRING', help: 'columns separator (two spaces)' },
    width: { short: 'c', long: ['output-width', 'columns'], value: 'WIDTH', help: 'width of the output (80)' },
    fillRows: { short: 'x', long: 'fillrows', help: 'fill rows before columns' },
    names: { short: 'N', long: 'table-columns', value: 'NAMES', help: 'comma separated column names' },
    right: { short: 'R', long: 'table-right', value: 'COLUMNS', help: 'align these columns to the right' },
    keepEmpty: { short: 'L', long: 'keep-empty-lines', help: 'do not ignore empty lines' },
  },
};

const TAB = 8;

/** Lays lines out in columns. */
export const column: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, output } = run;
  const width = given.value('width') ?? run.context.env.get('COLUMNS') ?? '80';
  if (!/^\d+$/.test(width)) {
    await run.fail(`invalid columns argument: '${width}'`);
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
  if (given.has('table')) {
    const separator = given.value('separator');
    const rows = kept.map((line) => fieldsOf(line, separator));
    const names = given.value('names')?.split(',');
    output.putText(
      layOutTable(
        names ? [names, ...rows] : rows,
        given.value('outputSeparator') ?? '  ',
        rightColumns(given.value('right')),
      ),
    );
  } else if (kept.length > 0) output.putText(layOutColumns(kept, Number(width), given.has('fillRows')));
  return run.status;
});

function fieldsOf(line: string, separator: string | undefined): string[] {
  if (separator === undefined) return line.split(/[ \t]+/).filter((field) => field !== '');
  const fields: string[] = [''];
  for (const character of line) {
    if (separator.includes(character)) fields.push('');
    else fields[fields.length - 1] += character;
  }
  return fields;
}

function rightColumns(written: string | undefined): ReadonlySet<number> {
  return new Set(
    (written ?? '')
      .split(',')
      .filter(Boolean)
      .map((number) => Number(number) - 1),
  );
}

function layOutTable(rows: readonly string[][], separator: string, right: ReadonlySet<number>): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(0, ...rows.map((row) => textWidth(row[index] ?? ''))),
  );
  return rows
    .map((row) => {
      const cells = widths.map((width, index) => {
        const text = row[index] ?? '';
        const missing = ' '.repeat(width - textWidth(text));
        if (right.has(index)) return missing + text;
        return index === count - 1 ? text : text + missing;
      });
      return `${cells.join(separator)}\n`;
    })
    .join('');
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
