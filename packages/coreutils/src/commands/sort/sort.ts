import { decodeText, encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { readAll, readTexts } from '../../command/read-lines.ts';
import { explainKeys, underlineKeys } from './debug-keys.ts';
import { createLineOrder, type LineOrder } from './line-order.ts';
import { type Ordering, PLAIN_ORDERING, parseSortKey, type SortKey, withOrderLetter } from './sort-key.ts';

type SortOption =
  | 'blanks'
  | 'dictionary'
  | 'fold'
  | 'general'
  | 'nonprinting'
  | 'month'
  | 'human'
  | 'numeric'
  | 'random'
  | 'randomSource'
  | 'reverse'
  | 'sort'
  | 'version'
  | 'check'
  | 'checkQuietly'
  | 'debug'
  | 'files0From'
  | 'key'
  | 'merge'
  | 'output'
  | 'stable'
  | 'bufferSize'
  | 'separator'
  | 'temporary'
  | 'parallel'
  | 'batchSize'
  | 'unique'
  | 'zero';
type SortRun = CommandRun<SortOption>;

const USAGE: CommandUsage<SortOption> = {
  name: 'sort',
  synopsis: ['[OPTION]... [FILE]...', '[OPTION]... --files0-from=F'],
  summary: 'Print the lines of all FILEs together, sorted.',
  faultStatus: 2,
  options: {
    blanks: { short: 'b', long: 'ignore-leading-blanks', help: 'blanks at the start of a key do not count' },
    dictionary: { short: 'd', long: 'dictionary-order', help: 'only blanks, letters and digits count' },
    fold: { short: 'f', long: 'ignore-case', help: 'lower case counts as upper case' },
    general: { short: 'g', long: 'general-numeric-sort', help: 'compare as floating point numbers' },
    nonprinting: { short: 'i', long: 'ignore-nonprinting', help: 'control characters do not count' },
    month: { short: 'M', long: 'month-sort', help: 'compare as names of months' },
    human: { short: 'h', long: 'human-numeric-sort', help: 'compare numbers such as 2K and 1G' },
    numeric: { short: 'n', long: 'numeric-sort', help: 'compare as numbers' },
    random: { short: 'R', long: 'random-sort', help: 'shuffle, but keep equal keys together' },
    randomSource: { long: 'random-source', value: 'FILE', help: 'take random bytes from FILE' },
    reverse: { short: 'r', long: 'reverse', help: 'the other way round' },
    sort: {
      long: 'sort',
      choices: [['general-numeric'], ['human-numeric'], ['month'], ['numeric'], ['random'], ['version']],
      value: 'WORD',
      help: 'general-numeric, human-numeric, month, numeric, random or version',
    },
    version: { short: 'V', long: 'version-sort', help: 'numbers in text count by their value' },
    check: {
      short: 'c',
      long: 'check',
      choices: [['quiet', 'silent'], ['diagnose-first']],
      value: 'WHEN',
      valueIsOptional: true,
      help: 'only say whether the input is sorted',
    },
    checkQuietly: { short: 'C', help: 'the same, saying nothing' },
    debug: { long: 'debug', help: 'underline what is compared, and say what may be unexpected' },
    files0From: { long: 'files0-from', value: 'F', help: 'take file names, each ended by NUL, from F' },
    key: { short: 'k', long: 'key', value: 'KEYDEF', help: 'compare by a part of the line: F[.C][OPTS][,F[.C][OPTS]]' },
    merge: { short: 'm', long: 'merge', help: 'the files are sorted already' },
    output: { short: 'o', long: 'output', value: 'FILE', help: 'write to FILE, which may be an input' },
    stable: { short: 's', long: 'stable', help: 'lines with equal keys stay in order' },
    bufferSize: { short: 'S', long: 'buffer-size', value: 'SIZE', help: 'accepted' },
    separator: {
      short: 't',
      long: 'field-separator',
      value: 'SEP',
      help: 'fields are separated by SEP, not by blanks',
    },
    temporary: { short: 'T', long: 'temporary-directory', value: 'DIR', help: 'accepted' },
    parallel: { long: 'parallel', value: 'N', help: 'accepted' },
    batchSize: { long: 'batch-size', value: 'N', help: 'accepted' },
    unique: { short: 'u', long: 'unique', help: 'print one line of those with equal keys' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
};

/** Option names and the letters that mean the same in `-k`. */
const ORDER_OPTIONS: ReadonlyMap<SortOption, string> = new Map([
  ['dictionary', 'd'],
  ['fold', 'f'],
  ['general', 'g'],
  ['nonprinting', 'i'],
  ['month', 'M'],
  ['human', 'h'],
  ['numeric', 'n'],
  ['random', 'R'],
  ['reverse', 'r'],
  ['version', 'V'],
]);

const SORT_WORDS: ReadonlyMap<string, string> = new Map([
  ['general-numeric', 'g'],
  ['human-numeric', 'h'],
  ['month', 'M'],
  ['numeric', 'n'],
  ['random', 'R'],
  ['version', 'V'],
]);

/** Sorts lines in the C.UTF-8 locale: by code points. */
export const sort: Program = defineCommand(USAGE, async (run) => {
  const settings = readSettings(run);
  if (typeof settings === 'string') {
    await run.fail(settings, 2);
    return 2;
  }
  const order = createLineOrder(settings);
  const given = run.arguments;
  const fault = faultOf(run);
  if (fault !== undefined) {
    await run.fail(fault, 2);
    return 2;
  }
  if (given.has('debug')) for (const note of explainKeys(settings, given.has('key'))) await run.warn(note);
  if (given.has('check') || given.has('checkQuietly')) return check(run, order);
  const inputs = await readInputs(run);
  if (run.status !== 0) return run.status;
  const { yieldIfDue } = run.context;
  const sorted = given.has('merge')
    ? await order.merge(inputs, yieldIfDue)
    : await order.sort(inputs.flat(), yieldIfDue);
  return write(run, given.has('debug') ? sorted.map((line) => underlineKeys(line, settings)) : sorted);
});

/** Returns which options or operands do not go together. */
function faultOf({ arguments: given }: SortRun): string | undefined {
  const checks = given.has('check') ? 'c' : given.has('checkQuietly') ? 'C' : '';
  const writes = given.has('output') ? 'o' : '';
  if (checks !== '' && writes !== '') return `options '-${checks}${writes}' are incompatible`;
  if (given.has('debug') && checks + writes !== '') return `options '-${checks}${writes} --debug' are incompatible`;
  const [extra] = given.operands;
  if (!given.has('files0From') || extra === undefined) return undefined;
  return `extra operand ${quoteName(extra)}\nfile operands cannot be combined with --files0-from\nTry 'sort --help' for more information.`;
}

function readSettings({ arguments: given, context }: SortRun): Parameters<typeof createLineOrder>[0] | string {
  let ordering: Ordering = PLAIN_ORDERING;
  for (const { name, value } of given.given) {
    const letter = name === 'sort' ? SORT_WORDS.get(value) : ORDER_OPTIONS.get(name);
    if (letter !== undefined) ordering = withOrderLetter(ordering, letter) ?? ordering;
  }
  const separator = readSeparator(given.value('separator'));
  if (separator !== undefined && typeof separator === 'object') return separator.fault;
  const keys: SortKey[] = [];
  const skipsBlanks = given.has('blanks');
  for (const text of given.values('key')) {
    const key = parseSortKey(text, { ordering, skipsBlanks });
    if (typeof key === 'string') return key;
    keys.push(key);
  }
  if (
    keys.length === 0 &&
    (ordering.order !== 'text' ||
      ordering.foldsCase ||
      ordering.isDictionary ||
      ordering.ignoresNonprinting ||
      skipsBlanks)
  ) {
    keys.push({ ...ordering, start: { field: 1, character: 1, skipsBlanks }, end: undefined });
  }
  return {
    keys,
    separator,
    isReversed: ordering.isReversed,
    isStable: given.has('stable') || given.has('unique'),
    isUnique: given.has('unique'),
    seed: Array.from(context.random(8)).join(),
  };
}

function readSeparator(text: string | undefined): string | undefined | { fault: string } {
  if (text === undefined) return undefined;
  if (text === '\\0') return '\0';
  if (text === '') return { fault: 'empty tab' };
  return Array.from(text).length === 1 ? text : { fault: `multi-character tab ${quote(text)}` };
}

function lineEnd({ arguments: given }: SortRun): string {
  return given.has('zero') ? '\0' : '\n';
}

/** Returns the lines of each input. */
async function readInputs(run: SortRun): Promise<string[][]> {
  const list = run.arguments.value('files0From');
  let operands = run.arguments.operands;
  const describe = (name: string, reason: string, wasOpened: boolean): string =>
    `${wasOpened ? 'read failed' : 'cannot read'}: ${quoteNameIfNeeded(name)}: ${reason}`;
  if (list !== undefined) {
    await run.eachInput(
      async ({ reader }) => {
        operands = decodeText(await readAll(reader))
          .split('\0')
          .filter((name) => name !== '');
      },
      { operands: [list], describe, status: 2 },
    );
  }
  const end = lineEnd(run);
  const inputs: string[][] = [];
  await run.eachInput(
    async ({ reader }) => {
      const lines: string[] = [];
      inputs.push(lines);
      for await (const text of readTexts(reader, end.charCodeAt(0))) {
        const parts = text.split(end);
        if (parts.at(-1) === '') parts.pop();
        for (const part of parts) lines.push(part);
        const turn = run.context.yieldIfDue();
        if (turn) await turn;
      }
    },
    { operands, describe, status: 2 },
  );
  return inputs;
}

async function check(run: SortRun, order: LineOrder): Promise<number> {
  const [name = '-', extra] = run.arguments.operands;
  if (extra !== undefined) {
    await run.fail(`extra operand ${quote(extra)} not allowed with -c`, 2);
    return 2;
  }
  const lines = (await readInputs(run)).flat();
  if (run.status !== 0) return run.status;
  const at = await order.firstDisorder(lines, run.context.yieldIfDue);
  if (at < 0) return 0;
  const isQuiet = run.arguments.has('checkQuietly') || ['quiet', 'silent'].includes(run.arguments.value('check') ?? '');
  if (!isQuiet) await run.warn(`${name}:${at + 1}: disorder: ${lines[at] ?? ''}`);
  return 1;
}

/** Lines that are written together. */
const WRITTEN_AT_ONCE = 512;

async function write(run: SortRun, lines: readonly string[]): Promise<number> {
  const target = run.arguments.value('output');
  const end = lineEnd(run);
  const file =
    target === undefined || target === '-'
      ? undefined
      : run.context.open(target, { write: true, create: true, truncate: true });
  const output = file ? new OutputBuffer(file) : run.output;
  try {
    for (let start = 0; start < lines.length; start += WRITTEN_AT_ONCE) {
      output.put(encodeText(lines.slice(start, start + WRITTEN_AT_ONCE).join(end) + end));
      const wait = output.drain() ?? run.context.yieldIfDue();
      if (wait) await wait;
    }
    await output.flush();
  } finally {
    file?.close();
  }
  return 0;
}
