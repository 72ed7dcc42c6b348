import { compareCodePoints, compileGlob, type Glob } from '@cloche/search';
import { describeError, type FileStat, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { describeSize } from '../../names/describe-size.ts';

type DuOption =
  | 'null'
  | 'all'
  | 'apparent'
  | 'blockSize'
  | 'bytes'
  | 'total'
  | 'dereference'
  | 'maxDepth'
  | 'human'
  | 'kibi'
  | 'mebi'
  | 'si'
  | 'summarize'
  | 'separate'
  | 'threshold'
  | 'exclude'
  | 'countLinks'
  | 'oneFileSystem';
type DuRun = CommandRun<DuOption>;

const USAGE: CommandUsage<DuOption> = {
  name: 'du',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Summarize device usage of each FILE, recursively for directories.',
  options: {
    null: { short: '0', long: 'null', help: 'end each output line with NUL, not newline' },
    all: { short: 'a', long: 'all', help: 'write counts for all files, not just directories' },
    apparent: { long: 'apparent-size', help: 'print apparent sizes, rather than device usage' },
    blockSize: { short: 'B', long: 'block-size', value: 'SIZE', help: 'scale sizes by SIZE before printing them' },
    bytes: { short: 'b', long: 'bytes', help: "equivalent to '--apparent-size --block-size=1'" },
    total: { short: 'c', long: 'total', help: 'produce a grand total' },
    dereference: { short: 'L', long: 'dereference', help: 'dereference all symbolic links' },
    maxDepth: { short: 'd', long: 'max-depth', value: 'N', help: 'print totals only N or fewer levels below' },
    human: { short: 'h', long: 'human-readable', help: 'print sizes in human readable format' },
    kibi: { short: 'k', help: 'like --block-size=1K' },
    mebi: { short: 'm', help: 'like --block-size=1M' },
    si: { long: 'si', help: 'like -h, but use powers of 1000' },
    summarize: { short: 's', long: 'summarize', help: 'display only a total for each argument' },
    separate: { short: 'S', long: 'separate-dirs', help: 'for directories do not include size of subdirectories' },
    threshold: { short: 't', long: 'threshold', value: 'SIZE', help: 'leave out entries smaller than SIZE' },
    exclude: { long: 'exclude', value: 'PATTERN', help: 'exclude files that match PATTERN' },
    countLinks: { short: 'l', long: 'count-links', help: 'count sizes many times if hard linked' },
    oneFileSystem: { short: 'x', long: 'one-file-system', help: 'skip directories on different file systems' },
  },
};

/** Sums up how much room files take. */
export const du: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given } = run;
  const depth = given.value('maxDepth');
  if (depth !== undefined && !/^\d+$/.test(depth)) return run.failUsage(`invalid maximum depth ${quote(depth)}`);
  if (given.has('all') && given.has('summarize')) return run.failUsage('cannot both summarize and show all entries');
  const threshold = parseSize(given.value('threshold') ?? '0');
  if (threshold === undefined) {
    await run.fail(`invalid --threshold argument '${given.value('threshold') ?? ''}'`);
    return 1;
  }
  const show = sizeFormat(run);
  if (!show) {
    await run.fail(`invalid -B argument '${given.value('blockSize') ?? ''}'`);
    return 1;
  }
  const end = given.has('null') ? '\0' : '\n';
  const measure = new Measure(run, {
    maxDepth: given.has('summarize') ? 0 : Number(depth ?? Number.POSITIVE_INFINITY),
    put: (bytes, path) => {
      if (bytes >= threshold) run.output.putText(`${show(bytes)}\t${path}${end}`);
    },
  });
  let total = 0;
  for (const root of given.operands.length > 0 ? given.operands : ['.']) total += await measure.add(root, 0);
  if (given.has('total')) run.output.putText(`${show(total)}\ttotal${end}`);
  return run.status;
});

function sizeFormat({ arguments: given }: DuRun): ((bytes: number) => string) | undefined {
  const last = given.last('human', 'si', 'kibi', 'mebi', 'bytes', 'blockSize');
  if (last === 'human' || last === 'si') return (bytes) => describeSize(bytes, last === 'si' ? 1000 : 1024);
  const written = given.value('blockSize') ?? '1K';
  const block =
    last === 'bytes'
      ? 1
      : last === 'mebi'
        ? 1_048_576
        : last === 'blockSize'
          ? parseSize(/^\d/.test(written) ? written : `1${written}`)
          : 1024;
  return block === undefined || block === 0 ? undefined : (bytes) => String(Math.ceil(bytes / block));
}

class Measure {
  readonly #run: DuRun;
  readonly #maxDepth: number;
  readonly #put: (bytes: number, path: string) => void;
  readonly #excluded: readonly Glob[];
  /** Files with several names that were counted. */
  readonly #seen = new Set<string>();

  constructor(run: DuRun, { maxDepth, put }: { maxDepth: number; put: (bytes: number, path: string) => void }) {
    this.#run = run;
    this.#maxDepth = maxDepth;
    this.#put = put;
    this.#excluded = run.arguments.values('exclude').map((glob) => compileGlob(glob, { slashIsOrdinary: true }));
  }

  /** Returns the bytes that a path and everything below it take, printing on the way. */
  async add(path: string, depth: number): Promise<number> {
    if (this.#isExcluded(path)) return 0;
    const { context, arguments: given, output } = this.#run;
    try {
      const fullPath = joinPath(context.cwd, path);
      const facts = given.has('dereference') ? context.files.stat(fullPath) : context.files.lstat(fullPath);
      const own = this.#sizeOf(facts);
      if (facts.kind !== 'directory') {
        if (depth === 0 || (given.has('all') && depth <= this.#maxDepth)) this.#put(own, path);
        return own;
      }
      let below = 0;
      let inside = 0;
      const names = context.files
        .readDirectory(fullPath)
        .toSorted((left, right) => compareCodePoints(left.name, right.name));
      for (const { name, kind } of names) {
        const size = await this.add(path.endsWith('/') ? path + name : `${path}/${name}`, depth + 1);
        if (kind === 'directory') below += size;
        else inside += size;
      }
      const wait = output.drain() ?? context.yieldIfDue();
      if (wait) await wait;
      const total = own + inside + below;
      if (depth <= this.#maxDepth) this.#put(given.has('separate') ? own + inside : total, path);
      return total;
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await this.#run.fail(`cannot access ${quoteName(path)}: ${describeError(error)}`);
      return 0;
    }
  }

  #isExcluded(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return this.#excluded.some((glob) => glob.matches(path) || glob.matches(name));
  }

  #sizeOf({ kind, size, blocks, links, device, inode }: FileStat): number {
    const { arguments: given } = this.#run;
    if (kind !== 'directory' && links > 1 && !given.has('countLinks')) {
      const identity = `${device}:${inode}`;
      if (this.#seen.has(identity)) return 0;
      this.#seen.add(identity);
    }
    const isApparent = given.has('apparent') || given.has('bytes');
    return isApparent ? size : blocks * 512;
  }
}
