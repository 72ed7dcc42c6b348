import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { describeSize } from '../../names/describe-size.ts';

type DfOption = 'all' | 'blockSize' | 'human' | 'si' | 'kilo' | 'posix' | 'type' | 'ignored' | 'ignoredValue';

const USAGE: CommandUsage<DfOption> = {
  name: 'df',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Show how much room the file system has, in blocks of 1024 bytes.',
  options: {
    all: { short: 'a', long: 'all', help: 'accepted' },
    blockSize: { short: 'B', long: 'block-size', value: 'SIZE', help: 'count in blocks of SIZE bytes' },
    human: { short: 'h', long: 'human-readable', help: 'sizes such as 1.5G' },
    si: { short: 'H', long: 'si', help: 'the same, in powers of 1000' },
    kilo: { short: 'k', help: 'blocks of 1024 bytes' },
    posix: { short: 'P', long: 'portability', help: 'the format of POSIX' },
    type: { short: 'T', long: 'print-type', help: 'show the type of the file system' },
    ignored: { short: 'il', long: ['inodes', 'local', 'total', 'sync', 'no-sync'] },
    ignoredValue: { short: 'tx', long: ['exclude-type', 'output'], value: 'VALUE', valueIsOptional: true },
  },
};

/** Shows the room that is left. */
export const df: Program = defineCommand(USAGE, async (run) => {
  const given = run.arguments;
  const unit = parseSize(given.value('blockSize') ?? '1K');
  if (unit === undefined || unit === 0) {
    await run.fail(`invalid --block-size argument ${quote(given.value('blockSize') ?? '')}`);
    return 1;
  }
  const found: string[] = [];
  for (const name of given.operands) {
    try {
      run.context.files.stat(joinPath(run.context.cwd, name));
      found.push(name);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      await run.fail(`${name}: ${describeError(error)}`);
    }
  }
  if (given.operands.length > 0 && found.length === 0) return 1;
  const { totalBytes, freeBytes } = run.context.files.space();
  const isHuman = given.last('human', 'si') !== undefined && given.last('human', 'si', 'blockSize', 'kilo') !== 'kilo';
  const base = given.last('human', 'si') === 'si' ? 1000 : 1024;
  const show = (bytes: number): string => (isHuman ? describeSize(bytes, base) : String(Math.ceil(bytes / unit)));
  const used = totalBytes - freeBytes;
  const share = totalBytes === 0 ? '-' : `${Math.ceil((used / totalBytes) * 100)}%`;
  const blocks =
    unit === 1024 ? (given.has('posix') ? '1024-blocks' : '1K-blocks') : `${given.value('blockSize') ?? ''}-blocks`;
  const heading = [
    'Filesystem',
    isHuman ? 'Size' : blocks,
    'Used',
    isHuman ? 'Avail' : 'Available',
    given.has('posix') ? 'Capacity' : 'Use%',
    'Mounted on',
  ];
  const line = ['workspace', show(totalBytes), show(used), show(freeBytes), share, '/'];
  const rows = [heading, ...(found.length > 1 ? found.map(() => line) : [line])];
  const widths = heading.map((_, column) =>
    Math.max(column === 0 ? 14 : 5, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const typeColumn = (isHeading: boolean): string => (given.has('type') ? ` ${isHeading ? 'Type' : 'vfs '}` : '');
  for (const [index, row] of rows.entries()) {
    const [first = '', ...others] = row;
    const last = others.pop() ?? '';
    const middle = others.map((text, column) => text.padStart(widths[column + 1] ?? 0)).join(' ');
    run.output.putText(`${first.padEnd(widths[0] ?? 0)}${typeColumn(index === 0)} ${middle} ${last}\n`);
  }
  return run.status;
});
