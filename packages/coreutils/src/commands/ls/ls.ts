import { compareCodePoints } from '@cloche/search';
import { describeError, errnoOf, type FileStat, joinPath, type Program } from '@cloche/system';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { compareVersions } from '../../text/version-order.ts';
import { createEntryPrinter } from './entry-printer.ts';
import type { ListedEntry } from './listed-entry.ts';
import { type LsSettings, readLsSettings } from './ls-settings.ts';
import { LS_USAGE, type LsOption } from './ls-usage.ts';

/** Lists files and directories. */
export const ls: Program = defineCommand(LS_USAGE, async (run) => {
  const columns = Number(run.context.env.get('COLUMNS') ?? 80) || 80;
  const settings = readLsSettings(run.arguments, { isTerminal: run.output.isTerminal, columns });
  if ('fault' in settings) {
    await run.fail(settings.fault, 2);
    return 2;
  }
  await new Listing(run, settings).listOperands();
  return run.status;
});

class Listing {
  readonly #run: CommandRun<LsOption>;
  readonly #settings: LsSettings;
  readonly #print: (entries: readonly ListedEntry[], options: { isDirectory: boolean }) => void;
  #hasPrinted = false;

  constructor(run: CommandRun<LsOption>, settings: LsSettings) {
    this.#run = run;
    this.#settings = settings;
    this.#print = createEntryPrinter(run.context, settings, run.output);
  }

  async listOperands(): Promise<void> {
    const { operands } = this.#run.arguments;
    const found: ListedEntry[] = [];
    for (const name of operands.length > 0 ? operands : ['.']) {
      const entry = await this.#stat(name, joinPath(this.#run.context.cwd, name), true);
      if (entry) found.push(entry);
    }
    const isListed = ({ stat }: ListedEntry): boolean => stat.kind === 'directory' && this.#settings.listsDirectories;
    const files = this.#sort(found.filter((entry) => !isListed(entry)));
    const directories = this.#sort(found.filter(isListed));
    if (files.length > 0) {
      this.#print(files, { isDirectory: false });
      this.#hasPrinted = true;
    }
    const showsNames = operands.length > 1 || this.#settings.isRecursive;
    for (const directory of directories) await this.#listDirectory(directory, showsNames, []);
  }

  async #listDirectory(directory: ListedEntry, showsName: boolean, above: readonly FileStat[]): Promise<void> {
    const entries = await this.#readEntries(directory);
    if (!entries) return;
    if (showsName) {
      this.#run.output.putText(`${this.#hasPrinted ? '\n' : ''}${directory.name}:\n`);
    }
    this.#hasPrinted = true;
    this.#print(entries, { isDirectory: true });
    const wait = this.#run.output.drain() ?? this.#run.context.yieldIfDue();
    if (wait) await wait;
    if (!this.#settings.isRecursive) return;
    for (const entry of entries) {
      const isLoop = above.some(({ inode, device }) => inode === entry.stat.inode && device === entry.stat.device);
      if (entry.stat.kind !== 'directory' || entry.name === '.' || entry.name === '..' || isLoop) continue;
      const name = directory.name.endsWith('/') ? directory.name + entry.name : `${directory.name}/${entry.name}`;
      await this.#listDirectory({ ...entry, name }, true, [...above, directory.stat]);
    }
  }

  async #readEntries(directory: ListedEntry): Promise<ListedEntry[] | undefined> {
    const { hidden, ignored } = this.#settings;
    try {
      const names = this.#run.context.files.readDirectory(directory.path).map(({ name }) => name);
      if (hidden === 'all') names.unshift('.', '..');
      const entries: ListedEntry[] = [];
      for (const name of names) {
        if (hidden === 'none' && name.startsWith('.')) continue;
        if (ignored.some((glob) => glob.matches(name))) continue;
        const entry = await this.#stat(name, joinPath(directory.path, name), false);
        if (entry) entries.push(entry);
      }
      return this.#sort(entries);
    } catch (error) {
      await this.#run.fail(`cannot open directory ${quoteName(directory.name)}: ${describeError(error)}`, 2);
      return undefined;
    }
  }

  async #stat(name: string, path: string, isOperand: boolean): Promise<ListedEntry | undefined> {
    const { files } = this.#run.context;
    const { follows } = this.#settings;
    try {
      const own = files.lstat(path);
      if (own.kind !== 'symlink') return { name, path, stat: own };
      const follow = follows === 'always' || (isOperand && follows === 'operands');
      const target = this.#targetOf(path);
      const entersDirectory = isOperand && follows === 'directory-operands' && target?.kind === 'directory';
      if (target && (follow || entersDirectory)) return { name, path, stat: target };
      // A link that leads to itself is an error where directories are entered, a broken one is listed.
      const leadsNowhere = !target && isOperand && follows === 'directory-operands';
      if (!target && (follow || (leadsNowhere && this.#isLoop(path)))) files.stat(path);
      return { name, path, stat: own, link: files.readLink(path), target };
    } catch (error) {
      await this.#run.fail(`cannot access ${quoteName(name)}: ${describeError(error)}`, isOperand ? 2 : 1);
      return undefined;
    }
  }

  #isLoop(path: string): boolean {
    try {
      this.#run.context.files.stat(path);
      return false;
    } catch (error) {
      return errnoOf(error) === 'ELOOP';
    }
  }

  #targetOf(path: string): FileStat | undefined {
    try {
      return this.#run.context.files.stat(path);
    } catch {
      return undefined;
    }
  }

  #sort(entries: readonly ListedEntry[]): ListedEntry[] {
    const { sort, time, isReversed, directoriesFirst } = this.#settings;
    if (sort === 'none') return isReversed ? entries.toReversed() : [...entries];
    const byName = (left: ListedEntry, right: ListedEntry): number => compareCodePoints(left.name, right.name);
    const orders: Readonly<Record<Exclude<LsSettings['sort'], 'none'>, typeof byName>> = {
      name: byName,
      size: (left, right) => right.stat.size - left.stat.size || byName(left, right),
      time: (left, right) => right.stat[time] - left.stat[time] || byName(left, right),
      version: (left, right) => compareVersions(left.name, right.name),
      extension: (left, right) => compareCodePoints(extension(left.name), extension(right.name)) || byName(left, right),
    };
    const order = orders[sort];
    return entries.toSorted((left, right) => {
      const rank = directoriesFirst ? Number(isDirectory(right)) - Number(isDirectory(left)) : 0;
      return rank || (isReversed ? order(right, left) : order(left, right));
    });
  }
}

function extension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}

function isDirectory({ stat, target }: ListedEntry): boolean {
  return stat.kind === 'directory' || target?.kind === 'directory';
}
