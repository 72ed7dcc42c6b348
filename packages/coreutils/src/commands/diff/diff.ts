import { compareCodePoints } from '@cloche/search';
import { baseName, describeError, errnoOf, type FileStat, joinPath, type Program } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { type ComparedFile, compareFiles } from './compare-files.ts';
import { DIFF_USAGE, type DiffOption, type DiffSettings, readDiffSettings } from './diff-settings.ts';

/** Compares files, and with `-r` trees, line by line. */
export const diff: Program = defineCommand(DIFF_USAGE, async (run) => {
  const [left, right, extra] = run.arguments.operands;
  const { argv } = run.context;
  if (left === undefined) return run.failUsage(`missing operand after '${argv.at(-1) ?? ''}'`, 2);
  if (right === undefined) return run.failUsage(`missing operand after '${left}'`, 2);
  if (extra !== undefined) return run.failUsage(`extra operand '${extra}'`, 2);
  const words = argv.slice(1).filter((word) => word.startsWith('-') && word !== '-' && word !== '--');
  const settings = readDiffSettings(run.arguments, words);
  if (typeof settings === 'string') return run.failUsage(settings, 2);
  await new Comparer(run, settings).compareOperands(left, right);
  return run.status;
});

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

  async #compareDirectories(left: string, right: string): Promise<void> {
    const [leftNames, rightNames] = [this.#namesIn(left), this.#namesIn(right)];
    for (const name of [...new Set([...leftNames, ...rightNames])].sort(compareCodePoints)) {
      if (this.#settings.excludes(name)) continue;
      const [first, second] = [inDirectory(left, name), inDirectory(right, name)];
      if (leftNames.has(name) && rightNames.has(name)) await this.#compareEntries(first, second);
      else await this.#compareWithNothing(leftNames.has(name) ? 'left' : 'right', left, right, name);
      const wait = this.#run.output.drain() ?? this.#run.context.yieldIfDue();
      if (wait) await wait;
    }
  }

  async #compareEntries(left: string, right: string): Promise<void> {
    const [leftIsDirectory, rightIsDirectory] = [this.#isDirectory(left), this.#isDirectory(right)];
    if (leftIsDirectory && rightIsDirectory) {
      if (this.#settings.isRecursive) return this.#compareDirectories(left, right);
      this.#run.output.putText(`Common subdirectories: ${left} and ${right}\n`);
      return;
    }
    const sides = [await this.#side(left), await this.#side(right)];
    if (!sides[0] || !sides[1]) return;
    if (leftIsDirectory !== rightIsDirectory) {
      const kinds = [sides[0], sides[1]].map(({ name, stat }) => `File ${name} is a ${describeKind(stat)}`);
      this.#report(`${kinds[0] ?? ''} while file ${(kinds[1] ?? '').slice(5)}\n`);
      return;
    }
    await this.#compareSides(sides[0], sides[1], `diff${this.#settings.shownOptions} ${left} ${right}\n`);
  }

  async #compareWithNothing(side: 'left' | 'right', left: string, right: string, name: string): Promise<void> {
    const { emptyWhenMissing, isRecursive } = this.#settings;
    const counts = emptyWhenMissing === 'both' || (emptyWhenMissing === 'left' && side === 'right');
    if (!counts) {
      this.#report(`Only in ${side === 'left' ? left : right}: ${name}\n`);
      return;
    }
    const [first, second] = [inDirectory(left, name), inDirectory(right, name)];
    if (this.#isDirectory(side === 'left' ? first : second)) {
      if (isRecursive) await this.#compareDirectories(first, second);
      return;
    }
    const present = await this.#side(side === 'left' ? first : second);
    const absent: Side = { name: side === 'left' ? second : first, stat: undefined, isStdin: false };
    const heading = `diff${this.#settings.shownOptions} ${first} ${second}\n`;
    if (present && side === 'left') await this.#compareSides(present, absent, heading);
    else if (present) await this.#compareSides(absent, present, heading);
  }

  async #compareSides(left: Side, right: Side, heading: string): Promise<void> {
    const files = [await this.#read(left), await this.#read(right)];
    if (!files[0] || !files[1]) return;
    const { areSame, text } = compareFiles(files[0], files[1], this.#settings, this.#run.context.env.get('TZ'));
    const isReport = /^(?:Files|Binary files) /.test(text);
    if (text !== '') this.#run.output.putText((isReport || areSame ? '' : heading) + text);
    if (!areSame) this.#run.status = Math.max(this.#run.status, 1);
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
    const { files, cwd } = this.#run.context;
    try {
      return { name, stat: files.stat(joinPath(cwd, name)), isStdin: false };
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
      return this.#run.context.files.stat(joinPath(this.#run.context.cwd, name));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      return undefined;
    }
  }

  #namesIn(directory: string): Set<string> {
    const { files, cwd } = this.#run.context;
    if (!this.#isDirectory(directory)) return new Set();
    return new Set(files.readDirectory(joinPath(cwd, directory)).map(({ name }) => name));
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
  return stat?.size === 0 ? 'regular empty file' : 'regular file';
}
