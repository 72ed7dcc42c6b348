import { compareCodePoints } from '@cloche/search';
import { decodeText, describeError, type Program } from '@cloche/system';
import { quote, quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createLineReader, type LineReader } from '../../command/line-reader.ts';
import { JOIN_USAGE, type JoinOption, type JoinSettings, readJoinSettings } from './join-settings.ts';

/** Joins the lines of two sorted files that have a field in common. */
export const join: Program = defineCommand(JOIN_USAGE, async (run) => {
  const [left, right, extra] = run.arguments.operands;
  if (left === undefined) return run.failUsage('missing operand');
  if (right === undefined) return run.failUsage(`missing operand after ${quote(left)}`);
  if (extra !== undefined) return run.failUsage(`extra operand ${quoteName(extra)}`);
  const settings = readJoinSettings(run.arguments);
  if (typeof settings === 'string') {
    await run.fail(settings);
    return 1;
  }
  if (left === '-' && right === '-') {
    await run.fail('both files cannot be standard input: No such file or directory');
    return 1;
  }
  const sides: SortedSide[] = [];
  for (const [index, name] of [left, right].entries()) {
    try {
      const reader = createLineReader(name === '-' ? run.context.stdin : run.open(name), settings.end.charCodeAt(0));
      sides.push(new SortedSide(run, settings, { reader, name, keyField: settings.keyFields[index] ?? 0 }));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
      return 1;
    }
  }
  const [first, second] = sides;
  if (first && second) await joinSides(run, settings, first, second);
  return run.status;
});

/** A line with its fields. */
interface JoinLine {
  readonly fields: readonly string[];
  readonly key: string;
}

/** One of the files, whose lines with the same key come together. */
class SortedSide {
  readonly #run: CommandRun<JoinOption>;
  readonly #settings: JoinSettings;
  readonly #reader: LineReader;
  readonly #name: string;
  readonly #keyField: number;
  #waiting: JoinLine | undefined;
  #lineNumber = 0;
  #hasWarned = false;
  /** A line without its like was seen: only then order is looked at. */
  hasUnpaired = false;

  constructor(
    run: CommandRun<JoinOption>,
    settings: JoinSettings,
    { reader, name, keyField }: { reader: LineReader; name: string; keyField: number },
  ) {
    this.#run = run;
    this.#settings = settings;
    this.#reader = reader;
    this.#name = name;
    this.#keyField = keyField;
  }

  async nextLine(): Promise<JoinLine | undefined> {
    const waiting = this.#waiting;
    if (waiting) {
      this.#waiting = undefined;
      return waiting;
    }
    const bytes = await this.#reader.next();
    if (!bytes) return undefined;
    this.#lineNumber++;
    const text = decodeText(bytes);
    const fields = splitFields(text, this.#settings.separator);
    const field = fields[this.#keyField] ?? '';
    return { fields, key: this.#settings.ignoresCase ? field.toLowerCase() : field };
  }

  /** Returns all lines with the key that comes next. */
  async nextGroup(): Promise<readonly JoinLine[]> {
    const first = await this.nextLine();
    if (!first) return [];
    const group = [first];
    for (let line = await this.nextLine(); line; line = await this.nextLine()) {
      if (line.key !== first.key) {
        this.#waiting = line;
        await this.#checkOrder(first.key, line);
        break;
      }
      group.push(line);
    }
    return group;
  }

  async #checkOrder(previous: string, { key, fields }: JoinLine): Promise<void> {
    const { checksOrder } = this.#settings;
    if (compareCodePoints(previous, key) <= 0 || this.#hasWarned || checksOrder === 'never') return;
    if (checksOrder === 'when-unpaired' && !this.hasUnpaired) return;
    this.#hasWarned = true;
    const line = fields.join(this.#settings.separator ?? ' ');
    await this.#run.fail(`${this.#name}:${this.#lineNumber}: is not sorted: ${line}`);
  }

  get wasUnsorted(): boolean {
    return this.#hasWarned;
  }
}

function splitFields(line: string, separator: string | undefined): string[] {
  if (separator === undefined) return line.split(/[ \t\n]+/).filter((field) => field !== '');
  return separator === '' ? [line] : line.split(separator);
}

async function joinSides(
  run: CommandRun<JoinOption>,
  settings: JoinSettings,
  first: SortedSide,
  second: SortedSide,
): Promise<void> {
  const put = (left: JoinLine | undefined, right: JoinLine | undefined): void =>
    run.output.putText(layOut(settings, left, right) + settings.end);
  if (settings.hasHeader) {
    const [left, right] = [await first.nextLine(), await second.nextLine()];
    if (left ?? right) put(left, right);
  }
  let left = await first.nextGroup();
  let right = await second.nextGroup();
  const isOver = (): boolean => {
    if (settings.checksOrder === 'always' && (first.wasUnsorted || second.wasUnsorted)) return true;
    const leftIsShown = left.length > 0 && (right.length > 0 || settings.showsUnpaired.has(1));
    return !leftIsShown && (right.length === 0 || (left.length === 0 && !settings.showsUnpaired.has(2)));
  };
  while (!isOver()) {
    const order = compareGroups(left, right);
    if (order !== 0 && left.length > 0 && right.length > 0) [first.hasUnpaired, second.hasUnpaired] = [true, true];
    if (order < 0 && settings.showsUnpaired.has(1)) for (const line of left) put(line, undefined);
    if (order > 0 && settings.showsUnpaired.has(2)) for (const line of right) put(undefined, line);
    if (order === 0 && settings.showsPaired) for (const line of left) for (const other of right) put(line, other);
    if (order <= 0) left = await first.nextGroup();
    if (order >= 0) right = await second.nextGroup();
    const wait = run.output.drain();
    if (wait) await wait;
  }
  if (settings.checksOrder !== 'always' && (first.wasUnsorted || second.wasUnsorted))
    await run.fail('input is not in sorted order');
}

function compareGroups(left: readonly JoinLine[], right: readonly JoinLine[]): number {
  const [first, second] = [left[0], right[0]];
  if (!first) return 1;
  return second ? compareCodePoints(first.key, second.key) : -1;
}

function layOut(settings: JoinSettings, left: JoinLine | undefined, right: JoinLine | undefined): string {
  const { separator, empty, format, keyFields } = settings;
  const joint = separator === undefined || separator === '' ? ' ' : separator;
  const key = left?.fields[keyFields[0]] ?? right?.fields[keyFields[1]] ?? '';
  const fieldOf = (line: JoinLine | undefined, index: number): string => line?.fields[index] || empty;
  if (format) {
    return format
      .map(({ file, field }) => (file === 0 ? key || empty : fieldOf(file === 1 ? left : right, field)))
      .join(joint);
  }
  const others = (line: JoinLine | undefined, keyField: number): string[] =>
    (line?.fields ?? []).filter((_, index) => index !== keyField).map((field) => field || empty);
  return [key, ...others(left, keyFields[0]), ...others(right, keyFields[1])].join(joint);
}
