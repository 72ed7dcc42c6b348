import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import {
  blockSizes,
  DF_COLUMNS,
  type DfField,
  type DfRow,
  type DfSizes,
  humanSizes,
  isDfField,
  layOutTable,
} from './df-columns.ts';

type DfOption =
  | 'blockLetter'
  | 'blockSize'
  | 'human'
  | 'ignored'
  | 'inodes'
  | 'kilo'
  | 'mega'
  | 'notType'
  | 'onlyType'
  | 'output'
  | 'posix'
  | 'si'
  | 'total'
  | 'type';

const USAGE: CommandUsage<DfOption> = {
  name: 'df',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Show how much room the file system has, in blocks of 1024 bytes.',
  options: {
    ignored: { short: 'al', long: ['all', 'local', 'sync', 'no-sync'] },
    blockLetter: { short: 'B', value: 'SIZE', help: 'count in blocks of SIZE bytes' },
    blockSize: { long: 'block-size', value: 'SIZE', help: 'the same' },
    human: { short: 'h', long: 'human-readable', help: 'sizes such as 1.5G' },
    si: { short: 'H', long: 'si', help: 'the same, in powers of 1000' },
    inodes: { short: 'i', long: 'inodes', help: 'inodes, not blocks; they are not counted here' },
    kilo: { short: 'k', help: 'blocks of 1024 bytes' },
    mega: { short: 'm', help: 'blocks of 1024 × 1024 bytes' },
    output: { long: 'output', value: 'FIELDS', valueIsOptional: true, help: 'show these columns, or all' },
    posix: { short: 'P', long: 'portability', help: 'the format of POSIX' },
    total: { long: 'total', help: 'a line with the sum of all' },
    onlyType: { short: 't', long: 'type', value: 'TYPE', help: 'only file systems of this type' },
    type: { short: 'T', long: 'print-type', help: 'show the type of the file system' },
    notType: { short: 'x', long: 'exclude-type', value: 'TYPE', help: 'no file systems of this type' },
  },
};

const TYPE = 'vfs';

/** Shows the room that is left. */
export const df: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context, output } = run;
  const sizes = readSizes(given);
  if (typeof sizes === 'string') {
    await run.fail(sizes);
    return 1;
  }
  const fields = readFields(given);
  if (typeof fields === 'string') return run.failUsage(fields);
  const found: string[] = [];
  for (const name of given.operands) {
    try {
      context.files.stat(joinPath(context.cwd, name));
      found.push(name);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      await run.fail(`${name}: ${describeError(error)}`);
    }
  }
  if (given.operands.length > 0 && found.length === 0) return 1;
  if (!isTypeWanted(given)) {
    await run.fail('no file systems processed');
    return 1;
  }
  const names = found.length > 0 ? found : ['-'];
  const rows = names.map((file): DfRow => ({ source: 'workspace', file, target: '/', ...context.files.space() }));
  const [row] = rows;
  if (given.has('total') && row) rows.push(totalOf(rows, fields));
  output.putText(layOutTable(fields, rows, sizes));
  return run.status;
});

function isTypeWanted(given: ParsedArguments<DfOption>): boolean {
  const wanted = given.values('onlyType');
  return (wanted.length === 0 || wanted.includes(TYPE)) && !given.values('notType').includes(TYPE);
}

/** Lines about the same file system count once. */
function totalOf(rows: readonly DfRow[], fields: readonly DfField[]): DfRow {
  const { totalBytes = 0, freeBytes = 0 } = rows[0] ?? {};
  const target = fields.includes('source') ? '-' : 'total';
  return { source: 'total', file: '-', target, totalBytes, freeBytes };
}

const OTHER_STYLES = [
  ['inodes', '-i'],
  ['posix', '-P'],
  ['type', '-T'],
] as const;

function readFields(given: ParsedArguments<DfOption>): DfField[] | string {
  if (!given.has('output')) {
    const shown: readonly DfField[] = given.has('inodes')
      ? ['itotal', 'iused', 'iavail', 'ipcent']
      : ['size', 'used', 'avail', 'pcent'];
    return ['source', ...(given.has('type') ? (['fstype'] as const) : []), ...shown, 'target'];
  }
  const other = OTHER_STYLES.find(([option]) => given.has(option));
  if (other) return `options ${other[1]} and --output are mutually exclusive`;
  const fields: DfField[] = [];
  for (const name of given
    .values('output')
    .filter(Boolean)
    .flatMap((list) => list.split(','))) {
    if (!isDfField(name)) return `option --output: field ${quote(name)} unknown`;
    if (fields.includes(name)) return `option --output: field ${quote(name)} used more than once`;
    fields.push(name);
  }
  return fields.length > 0 ? fields : Object.keys(DF_COLUMNS).filter(isDfField);
}

function readSizes(given: ParsedArguments<DfOption>): DfSizes | string {
  const facts = { isPosix: given.has('posix'), isShort: given.has('output') };
  const choice = given.last('blockLetter', 'blockSize', 'human', 'si', 'kilo', 'mega');
  if (choice === 'human' || choice === 'si') return { ...humanSizes(choice === 'si' ? 1000 : 1024), ...facts };
  if (choice === 'mega') return { ...blockSizes(1024 ** 2), ...facts };
  if (choice === undefined || choice === 'kilo') {
    return { ...blockSizes(1024), ...facts, ...(facts.isPosix ? { heading: '1024-blocks' } : {}) };
  }
  const written = given.value(choice) ?? '';
  if (written === 'human-readable' || written === 'human') return { ...humanSizes(1024), ...facts };
  if (written === 'si') return { ...humanSizes(1000), ...facts };
  const unit = parseSize(/^\d/.test(written) ? written : `1${written}`);
  if (unit !== undefined && unit > 0 && written !== '') {
    return { ...blockSizes(unit), ...facts, ...(facts.isPosix ? { heading: `${unit}-blocks` } : {}) };
  }
  const isSuffix = unit === undefined && /^(?:\d+.|[eEgGkKmMpPtTyYzZ])/.test(written);
  const option = choice === 'blockLetter' ? '-B' : '--block-size';
  return `invalid ${isSuffix ? 'suffix in ' : ''}${option} argument '${written}'`;
}
