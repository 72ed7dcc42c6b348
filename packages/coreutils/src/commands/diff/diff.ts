import { compareCodePoints } from '@cloche/search';
import { baseName, decodeText, describeError, errnoOf, type FileStat, joinPath, type Program } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { type ComparedFile, compareFiles } from './compare-files.ts';
import { type DiffSettings, readDiffSettings } from './diff-settings.ts';
import { DIFF_USAGE, type DiffOption } from './diff-usage.ts';

/** Compares files, and with `-r` trees, line by line. */
export const diff: Program = defineCommand(DIFF_USAGE, async (run) => {
  const { arguments: given, context } = run;
  if (given.has('paginate')) return run.failUsage('-l needs pr, which is not here: leave it out', 2);
  const excluded = await readPatterns(run);
  if (!excluded) return run.status;
  const words = withoutOperands(context.argv.slice(1), given.operands);
  const settings = readDiffSettings(given, { words, isTerminal: run.output.isTerminal, excluded });
  if (typeof settings === 'string') return run.failUsage(settings, 2);
  const [from, to] = [given.value('fromFile'), given.value('toFile')];
  if (settings.labels.length > 2) await run.fail('too many file label options', 2);
  if (from !== undefined && to !== undefined) await run.fail('--from-file and --to-file both specified', 2);
  if (run.status !== 0) return run.status;
  const pairs = (from ?? to) ? given.operands.map((name) => [from ?? name, to ?? name] as const) : await onePair(run);
  for (const warning of pairs.length > 0 ? settings.warnings : []) await run.warn(warning);
  for (const [left, right] of pairs) await new Comparer(run, settings).compareOperands(left, right);
  return run.status;
});

/** Returns the options of a call and their values. */
function withoutOperands(words: readonly string[], operands: readonly string[]): string[] {
  const waiting = [...operands];
  const options = words.toReversed().filter((word) => {
    if (word === '--') return false;
    if (word !== waiting.at(-1)) return true;
    waiting.pop();
    return false;
  });
  return options.toReversed();
}

/** Returns both files of an ordinary call; complains about a call with fewer or more. */
async function onePair(run: CommandRun<DiffOption>): Promise<readonly (readonly [string, string])[]> {
  const [left, right, extra] = run.arguments.operands;
  if (left !== undefined && right !== undefined && extra === undefined) return [[left, right]];
  const missing = `missing operand after '${left ?? run.context.argv.at(-1) ?? ''}'`;
  await run.failUsage(extra === undefined ? missing : `extra operand '${extra}'`, 2);
  return [];
}

/** Returns the patterns of `-X`, or nothing where their file cannot be read. */
async function readPatterns(run: CommandRun<DiffOption>): Promise<readonly string[] | undefined> {
  const patterns: string[] = [];
  const operands = run.arguments.values('excludeFrom');
  if (operands.length === 0) return patterns;
  await run.eachInput(
    async ({ reader }) =>
      void patterns.push(
        ...decodeText(await readAll(reader))
          .split('\n')
          .filter(Boolean),
      ),
    { operands, status: 2 },
  );
  return run.status === 0 ? patterns : undefined;
}

/** A side of a comparison. */
interface Side {
  readonly name: string;
  /** Nothing when it is not there and counts as empty. */
  readonly stat: FileStat | undefined;
  readonly isStdin: boolean;
}

class Comparer {
  readonly #run: CommandRun<DiffOption>;
  readonly #settings: DiffSettings;

  constructor(run: CommandRun<DiffOption>, settings: DiffSettings) {
    this.#run = run;
    this.#settings = settings;
  }

  /** Of a directory and a file, the file of that name in the directory is compared. */
  async compareOperands(left: string, right: string): Promise<void> {
    const leftIsDirectory = this.#isDirectory(left);
    const rightIsDirectory = this.#isDirectory(right);
    if (leftIsDirectory && rightIsDirectory) return this.#compareDirectories(left, right);
    const [first, second] = [
      leftIsDirectory ? inDirectory(left, baseName(right)) : left,
      rightIsDirectory ? inDirectory(right, baseName(left)) : right,
    ];
    const sides = [await this.#side(first, right), await this.#side(second, left)];
    if (sides[0] && sides[1]) await this.#compareSides(sides[0], sides[1], '');
  }

  async #compareDirectories(left: string, right: string, above: readonly string[] = []): Promise<void> {
    const inside = [...above, ...[left, right].map((name, side) => `${side} ${this.#identityOf(name)}`)];
    for (const [side, name] of [left, right].entries()) {
      if (!this.#identityOf(name) || !above.includes(inside[above.length + side] ?? '')) continue;
      return this.#run.fail(`${name}: recursive directory loop`, 2);
    }
    const [leftNames, rightNames] = [this.#namesIn(left), this.#namesIn(right)];
    for (const key of [...new Set([...leftNames.keys(), ...rightNames.keys()])].sort(compareCodePoints)) {
      const [leftName, rightName] = [leftNames.get(key), rightNames.get(key)];
      const name = leftName ?? rightName ?? key;
      if (this.#settings.excludes(name)) continue;
      const { startingFile } = this.#settings;
      if (above.length === 0 && startingFile !== undefined && compareCodePoints(name, startingFile) < 0) continue;
      if (leftName !== undefined && rightName !== undefined) {
        await this.#compareEntries(inDirectory(left, leftName), inDirectory(right, rightName), inside);
      } else await this.#compareWithNothing(leftName === undefined ? 'right' : 'left', left, right, name, inside);
      const wait = this.#run.output.drain() ?? this.#run.context.yieldIfDue();
      if (wait) await wait;
    }
  }

  async #compareEntries(left: string, right: string, above: readonly string[]): Promise<void> {
    const [leftIsDirectory, rightIsDirectory] = [this.#isDirectory(left), this.#isDirectory(right)];
    if (leftIsDirectory && rightIsDirectory) {
      if (this.#settings.isRecursive) return this.#compareDirectories(left, right, above);
      this.#run.output.putText(`Common subdirectories: ${left} and ${right}\n`);
      return;
    }
    const sides = [await this.#side(left), await this.#side(right)];
    if (!sides[0] || !sides[1]) return;
    await this.#compareSides(sides[0], sides[1], this.#headingOf(left, right));
  }

  async #compareWithNothing(
    side: 'left' | 'right',
    left: string,
    right: string,
    name: string,
    above: readonly string[],
  ): Promise<void> {
    const { emptyWhenMissing, isRecursive } = this.#settings;
    const counts = emptyWhenMissing === 'both' || (emptyWhenMissing === 'left' && side === 'right');
    if (!counts) {
      this.#report(`Only in ${side === 'left' ? left : right}: ${name}\n`);
      return;
    }
    const [first, second] = [inDirectory(left, name), inDirectory(right, name)];
    if (this.#isDirectory(side === 'left' ? first : second)) {
      if (isRecursive) await this.#compareDirectories(first, second, above);
      return;
    }
    const present = await this.#side(side === 'left' ? first : second);
    const absent: Side = { name: side === 'left' ? second : first, stat: undefined, isStdin: false };
    const heading = this.#headingOf(first, second);
    if (present && side === 'left') await this.#compareSides(present, absent, heading);
    else if (present) await this.#compareSides(absent, present, heading);
  }

  async #compareSides(left: Side, right: Side, heading: string): Promise<void> {
    if (left.stat && right.stat && this.#compareKinds(left, right)) return;
    const files = [await this.#read(left), await this.#read(right)];
    if (!files[0] || !files[1]) return;
    const {
      areSame,
      text,
      cut = [],
    } = compareFiles(files[0], files[1], this.#settings, this.#run.context.env.get('TZ'));
    const isReport = /^(?:Files|Binary files) /.test(text);
    if (text !== '') this.#run.output.putText((isReport || areSame ? '' : heading) + text);
    if (!areSame) this.#run.status = Math.max(this.#run.status, 1);
    for (const name of cut) await this.#run.fail(`${name}: No newline at end of file\n`, 2);
  }

  /** Compares files that are not both regular ones, and returns whether that is all there is to compare. */
  #compareKinds(left: Side, right: Side): boolean {
    const kinds = [left.stat?.kind, right.stat?.kind];
    if (kinds[0] === 'symlink' && kinds[1] === 'symlink') {
      const [first, second] = [left, right].map(({ name }) => this.#linkIn(name));
      if (first !== second) this.#report(`Symbolic links ${left.name} and ${right.name} differ\n`);
      return true;
    }
    if (kinds[0] === kinds[1] || !kinds.some((kind) => kind === 'directory' || kind === 'symlink')) return false;
    const [first, second] = [left, right].map(({ name, stat }) => `file ${name} is a ${describeKind(stat)}`);
    this.#report(`F${(first ?? '').slice(1)} while ${second ?? ''}\n`);
    return true;
  }

  /** What stands above a difference of two files in directories. */
  #headingOf(left: string, right: string): string {
    const [first = left, second = right] = this.#settings.labels;
    return `diff${this.#settings.shownOptions} ${first} ${second}\n`;
  }

  #linkIn(name: string): string {
    const { files, cwd } = this.#run.context;
    return files.readLink(joinPath(cwd, name));
  }

  async #read({ name, stat, isStdin }: Side): Promise<ComparedFile | undefined> {
    try {
      if (isStdin) {
        return { name, bytes: await readAll(this.#run.context.stdin), modifiedMs: this.#run.context.clock.now() };
      }
      if (!stat) return { name, bytes: undefined, modifiedMs: 0 };
      const file = this.#run.context.open(name);
      try {
        return { name, bytes: await readAll(file), modifiedMs: stat.mtimeMs };
      } finally {
        file.close();
      }
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await this.#run.fail(`${name}: ${describeError(error)}`, 2);
      return undefined;
    }
  }

  /** Returns a side, or nothing when it cannot be compared. A missing operand may count as empty. */
  async #side(name: string, other?: string): Promise<Side | undefined> {
    if (name === '-') return { name, stat: undefined, isStdin: true };
    try {
      return { name, stat: this.#look(name), isStdin: false };
    } catch (error) {
      if (!isInputFault(error)) throw error;
      const mayBeMissing = errnoOf(error) === 'ENOENT' && this.#settings.emptyWhenMissing === 'both';
      if (mayBeMissing && other !== undefined && this.#exists(other)) return { name, stat: undefined, isStdin: false };
      // The file system asks about devices such as /dev/fd/3 only when they are opened.
      if (name.startsWith('/dev/')) return { name, stat: DEVICE, isStdin: false };
      await this.#run.fail(`${name}: ${describeError(error)}`, 2);
      return undefined;
    }
  }

  #exists(name: string): boolean {
    return name === '-' || this.#statOf(name) !== undefined;
  }

  #isDirectory(name: string): boolean {
    return name !== '-' && this.#statOf(name)?.kind === 'directory';
  }

  #statOf(name: string): FileStat | undefined {
    try {
      return this.#look(name);
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return undefined;
    }
  }

  /** Throws `SystemError`. */
  #look(name: string): FileStat {
    const { files, cwd } = this.#run.context;
    const path = joinPath(cwd, name);
    return this.#settings.comparesLinks ? files.lstat(path) : files.stat(path);
  }

  /** Empty where files have no numbers. */
  #identityOf(name: string): string {
    const stat = this.#statOf(name);
    return stat?.inode ? `${stat.device}:${stat.inode}` : '';
  }

  /** Returns the names in a directory by what they are compared as. */
  #namesIn(directory: string): ReadonlyMap<string, string> {
    const { files, cwd } = this.#run.context;
    if (!this.#isDirectory(directory)) return new Map();
    const { ignoresNameCase } = this.#settings;
    const entries = files.readDirectory(joinPath(cwd, directory));
    return new Map(entries.map(({ name }) => [ignoresNameCase ? name.toLowerCase() : name, name]));
  }

  #report(text: string): void {
    this.#run.output.putText(text);
    this.#run.status = Math.max(this.#run.status, 1);
  }
}

const DEVICE: FileStat = {
  kind: 'character-device',
  mode: 0o600,
  size: 0,
  mtimeMs: 0,
  ctimeMs: 0,
  atimeMs: 0,
  birthtimeMs: 0,
  inode: 0,
  device: 0,
  links: 1,
  userId: 0,
  groupId: 0,
  blocks: 0,
};

function inDirectory(directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

function describeKind(stat: FileStat | undefined): string {
  if (stat?.kind === 'directory') return 'directory';
  if (stat?.kind === 'symlink') return 'symbolic link';
  return stat?.size === 0 ? 'regular empty file' : 'regular file';
}
