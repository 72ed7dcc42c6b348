import type { ByteReader, Program } from '@cloche/system';
import { decodeText, joinPath } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { addCounts, type Counts, createCounter, NO_COUNTS } from './count-text.ts';

type WcOption = 'bytes' | 'characters' | 'lines' | 'files0From' | 'maxLineLength' | 'words' | 'total';
type WcRun = CommandRun<WcOption>;

const USAGE: CommandUsage<WcOption> = {
  name: 'wc',
  synopsis: ['[OPTION]... [FILE]...', '[OPTION]... --files0-from=F'],
  summary: 'Print newline, word and byte counts of each FILE, and a total when there are several.',
  options: {
    bytes: { short: 'c', long: 'bytes', help: 'print the number of bytes' },
    characters: { short: 'm', long: 'chars', help: 'print the number of characters' },
    lines: { short: 'l', long: 'lines', help: 'print the number of newlines' },
    files0From: { long: 'files0-from', value: 'F', help: 'take file names, each ended by NUL, from F' },
    maxLineLength: { short: 'L', long: 'max-line-length', help: 'print the width of the longest line' },
    words: { short: 'w', long: 'words', help: 'print the number of words' },
    total: { long: 'total', value: 'WHEN', help: 'print the total: auto, always, only or never' },
  },
};

/** The columns, in the order they are printed. */
const COLUMNS = ['lines', 'words', 'characters', 'bytes', 'maxLineLength'] satisfies (keyof Counts & WcOption)[];
const DEFAULT_COLUMNS: readonly (keyof Counts)[] = ['lines', 'words', 'bytes'];

/** Counts lines, words, characters and bytes. */
export const wc: Program = defineCommand(USAGE, async (run) => {
  const operands = await readOperands(run);
  if (!operands) return 1;
  const asked: (keyof Counts)[] = COLUMNS.filter((column) => run.arguments.has(column));
  const columns = asked.length > 0 ? asked : DEFAULT_COLUMNS;
  const total = run.arguments.value('total') ?? 'auto';
  const width = total === 'only' ? 1 : numberWidth(run, operands, columns.length);
  let sum = NO_COUNTS;
  const print = (counts: Counts, name: string | undefined): void => {
    const numbers = columns.map((column) => String(counts[column]).padStart(width)).join(' ');
    run.output.putText(name === undefined ? `${numbers}\n` : `${numbers} ${name}\n`);
  };
  await run.eachInput(
    async ({ name, reader }) => {
      const counter = createCounter({ needsText: columns.some((column) => column !== 'bytes' && column !== 'lines') });
      try {
        await countAll(reader, counter.add);
      } finally {
        const counts = counter.end();
        sum = addCounts(sum, counts);
        if (total !== 'only') print(counts, operands.length === 0 ? undefined : name);
      }
    },
    { operands },
  );
  const isShown = total === 'auto' ? operands.length > 1 : total !== 'never';
  if (isShown) print(sum, total === 'only' ? undefined : 'total');
  return run.status;
});

async function countAll(reader: ByteReader, add: (bytes: Uint8Array) => void): Promise<void> {
  for (;;) {
    const bytes = await reader.read();
    if (bytes.length === 0) return;
    add(bytes);
  }
}

async function readOperands(run: WcRun): Promise<readonly string[] | undefined> {
  const source = run.arguments.value('files0From');
  if (source === undefined) return run.arguments.operands;
  if (run.arguments.operands.length > 0) {
    await run.failUsage(
      `extra operand ‘${run.arguments.operands[0]}’\nfile operands cannot be combined with --files0-from`,
    );
    return undefined;
  }
  let names: string[] | undefined;
  await run.eachInput(
    async ({ reader }) => {
      names = decodeText(await readAll(reader))
        .split('\0')
        .filter((name) => name !== '');
    },
    { operands: [source] },
  );
  return names;
}

/** Numbers are as wide as the sizes of all files together need; 7 where a size is not known; 1 for a single number. */
function numberWidth({ context: { files, cwd } }: WcRun, operands: readonly string[], columns: number): number {
  if (operands.length <= 1 && columns === 1) return 1;
  let total = 0;
  let smallest = 1;
  for (const name of operands.length > 0 ? operands : ['-']) {
    try {
      if (name === '-') smallest = 7;
      else {
        const { kind, size } = files.stat(joinPath(cwd, name));
        if (kind === 'file') total += size;
        else smallest = 7;
      }
    } catch {
      // A file that is missing counts nothing.
    }
  }
  return Math.max(smallest, String(total).length);
}
