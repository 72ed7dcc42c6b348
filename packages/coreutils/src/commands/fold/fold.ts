import { concatBytes, NO_BYTES, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';

const USAGE: CommandUsage<'bytes' | 'spaces' | 'width' | 'number'> = {
  name: 'fold',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Wrap input lines in each FILE.',
  digits: 'number',
  options: {
    bytes: { short: 'b', long: 'bytes', help: 'count bytes rather than columns' },
    spaces: { short: 's', long: 'spaces', help: 'break at spaces' },
    width: { short: 'w', long: 'width', value: 'WIDTH', help: 'use WIDTH columns (80)' },
    number: { value: 'WIDTH' },
  },
};

/** Wraps lines to a width. */
export const fold: Program = defineCommand(USAGE, async (run) => {
  const written = run.arguments.value('width') ?? run.arguments.value('number') ?? '80';
  if (!/^[1-9]\d*$/.test(written)) {
    const reason = /^0+$/.test(written) ? ': Numerical result out of range' : '';
    await run.fail(`invalid number of columns: ${quote(written)}${reason}`);
    return 1;
  }
  const options = {
    width: Number(written),
    countsBytes: run.arguments.has('bytes'),
    breaksAtSpaces: run.arguments.has('spaces'),
  };
  await run.eachInput(async ({ reader }) => {
    for await (const { lines, isTerminated } of readLines(reader)) {
      for (const [index, line] of lines.entries()) {
        const isEnded = isTerminated || index < lines.length - 1;
        run.output.put(concatBytes([...foldLine(line, options), isEnded ? NEWLINE : NO_BYTES]));
      }
      const wait = run.output.drain();
      if (wait) await wait;
    }
  });
  return run.status;
});

interface FoldOptions {
  readonly width: number;
  readonly countsBytes: boolean;
  readonly breaksAtSpaces: boolean;
}

const NEWLINE = Uint8Array.of(10);
const BLANKS: ReadonlySet<number> = new Set([9, 32]);

/** Returns the parts of a line, with newlines between them. A byte takes a column, but for tabs and their like. */
function foldLine(line: Uint8Array, options: FoldOptions): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  let column = 0;
  for (let at = 0; at < line.length; ) {
    const next = columnAfter(column, line[at] ?? 0, options);
    if (next <= options.width || at === start) {
      column = next;
      at++;
      continue;
    }
    const blank = options.breaksAtSpaces ? lastBlank(line, start, at) : -1;
    const cut = blank < 0 ? at : blank + 1;
    parts.push(line.subarray(start, cut), NEWLINE);
    start = cut;
    at = cut;
    column = 0;
  }
  return [...parts, line.subarray(start)];
}

function lastBlank(line: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (BLANKS.has(line[at] ?? 0)) return at;
  return -1;
}

function columnAfter(column: number, byte: number, { countsBytes }: FoldOptions): number {
  if (countsBytes) return column + 1;
  if (byte === 8) return Math.max(column - 1, 0);
  if (byte === 13) return 0;
  return byte === 9 ? column + 8 - (column % 8) : column + 1;
}
