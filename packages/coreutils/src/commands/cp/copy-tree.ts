import { baseName, describeError, type FileStat, type FileSystem, joinPath, type ProgramContext } from '@cloche/system';
import { quoteName } from '../../arguments/quote.ts';

/** How files are copied. */
export interface CopySettings {
  readonly isRecursive: boolean;
  /** Which links are followed: all, those that are operands, or none. */
  readonly follows: 'always' | 'operands' | 'never';
  readonly preservesMode: boolean;
  readonly preservesTimes: boolean;
  /** What to do where the target exists. */
  readonly onExisting: 'replace' | 'keep' | 'ask' | 'update';
  readonly isForced: boolean;
  readonly removesFirst: boolean;
  readonly makes: 'copy' | 'hard-link' | 'symlink';
  readonly isVerbose: boolean;
  /** Suffix of backups; `undefined` for none. */
  readonly backupSuffix: string | undefined;
}

/** What copying needs of the command that copies. */
export interface CopyHost {
  readonly context: ProgramContext;
  fail(message: string): Promise<void>;
  /** Prints what was done. */
  report(text: string): void;
  /** Asks on standard error and reads the answer. */
  ask(question: string): Promise<boolean>;
}

/** A path as it is shown, and as the file system takes it. */
export interface NamedPath {
  readonly name: string;
  readonly path: string;
}

/** Returns the path of `name` in the current directory. */
export function namedPath({ cwd }: ProgramContext, name: string): NamedPath {
  return { name, path: joinPath(cwd, name) };
}

/** Returns the path of an entry in a directory. */
export function namedChild(directory: NamedPath, name: string): NamedPath {
  return {
    name: directory.name.endsWith('/') ? directory.name + name : `${directory.name}/${name}`,
    path: joinPath(directory.path, name),
  };
}

/** Copies one operand, and all below it, to `to`. Failures are complained about; the rest is copied. */
export async function copyTree(host: CopyHost, settings: CopySettings, from: NamedPath, to: NamedPath): Promise<void> {
  await new TreeCopy(host, settings).copy(from, to, true);
}

class TreeCopy {
  readonly #host: CopyHost;
  readonly #settings: CopySettings;
  readonly #files: FileSystem;
  /** Copies of files with several names, by what tells them apart. */
  readonly #links = new Map<string, string>();

  constructor(host: CopyHost, settings: CopySettings) {
    this.#host = host;
    this.#settings = settings;
    this.#files = host.context.files;
  }

  async copy(from: NamedPath, to: NamedPath, isOperand: boolean): Promise<void> {
    const { follows, isRecursive } = this.#settings;
    const turn = this.#host.context.yieldIfDue();
    if (turn) await turn;
    let stat: FileStat;
    try {
      const isFollowed = follows === 'always' || (follows === 'operands' && isOperand);
      stat = isFollowed ? this.#files.stat(from.path) : this.#files.lstat(from.path);
    } catch (error) {
      return this.#host.fail(`cannot stat ${quoteName(from.name)}: ${describeError(error)}`);
    }
    if (stat.kind !== 'directory') return this.#copyFile(from, to, stat);
    if (!isRecursive) return this.#host.fail(`-r not specified; omitting directory ${quoteName(from.name)}`);
    return this.#copyDirectory(from, to, stat);
  }

  async #copyDirectory(from: NamedPath, to: NamedPath, stat: FileStat): Promise<void> {
    const existing = statOf(this.#files, to.path);
    if (existing && existing.kind !== 'directory') {
      return this.#host.fail(
        `cannot overwrite non-directory ${quoteName(to.name)} with directory ${quoteName(from.name)}`,
      );
    }
    if (isBelow(this.#files, from.path, to.path)) {
      return this.#host.fail(`cannot copy a directory, ${quoteName(from.name)}, into itself, ${quoteName(to.name)}`);
    }
    try {
      if (!existing) {
        const mode = this.#settings.preservesMode ? stat.mode : stat.mode & ~this.#host.context.umask;
        this.#files.makeDirectory(to.path, mode | 0o700);
        if (this.#settings.isVerbose) this.#host.report(`${quoteName(from.name)} -> ${quoteName(to.name)}`);
      }
    } catch (error) {
      return this.#host.fail(`cannot create directory ${quoteName(to.name)}: ${describeError(error)}`);
    }
    try {
      for (const { name } of this.#files.readDirectory(from.path)) {
        await this.copy(namedChild(from, name), namedChild(to, name), false);
      }
    } catch (error) {
      return this.#host.fail(`cannot access ${quoteName(from.name)}: ${describeError(error)}`);
    }
    if (!existing)
      this.#files.changeMode(to.path, this.#settings.preservesMode ? stat.mode : stat.mode & ~this.#host.context.umask);
    this.#preserve(to, stat);
  }

  async #copyFile(from: NamedPath, to: NamedPath, stat: FileStat): Promise<void> {
    const existing = lstatOf(this.#files, to.path);
    const target = existing && statOf(this.#files, to.path);
    if (target?.kind === 'directory') {
      return this.#host.fail(`cannot overwrite directory ${quoteName(to.name)} with non-directory`);
    }
    if (target && isSame(stat, target) && !this.#settings.removesFirst) {
      if (this.#settings.makes === 'hard-link') return;
      return this.#host.fail(`${quoteName(from.name)} and ${quoteName(to.name)} are the same file`);
    }
    if (to.name.endsWith('/')) {
      return this.#host.fail(`cannot create regular file ${quoteName(to.name)}: Not a directory`);
    }
    if (existing && !(await this.#mayReplace(to, stat, target))) return;
    const backup =
      existing && this.#settings.backupSuffix !== undefined ? to.name + this.#settings.backupSuffix : undefined;
    try {
      if (backup !== undefined) this.#files.rename(to.path, to.path + (this.#settings.backupSuffix ?? ''));
      else if (
        existing &&
        (this.#settings.removesFirst || this.#settings.makes !== 'copy' || stat.kind === 'symlink')
      ) {
        this.#files.unlink(to.path);
      }
      this.#make(from, to, stat);
    } catch (error) {
      const what =
        this.#settings.makes === 'copy' ? (stat.kind === 'symlink' ? 'symbolic link' : 'regular file') : 'link';
      return this.#host.fail(`cannot create ${what} ${quoteName(to.name)}: ${describeError(error)}`);
    }
    if (!this.#settings.isVerbose) return;
    const note = backup === undefined ? '' : ` (backup: ${quoteName(backup)})`;
    this.#host.report(`${quoteName(from.name)} -> ${quoteName(to.name)}${note}`);
  }

  async #mayReplace(to: NamedPath, stat: FileStat, target: FileStat | undefined): Promise<boolean> {
    switch (this.#settings.onExisting) {
      case 'replace':
        return true;
      case 'keep':
        return false;
      case 'update':
        return target === undefined || stat.mtimeMs > target.mtimeMs;
      case 'ask':
        return this.#host.ask(`overwrite ${quoteName(to.name)}? `);
    }
  }

  #make(from: NamedPath, to: NamedPath, stat: FileStat): void {
    const files = this.#files;
    const { makes } = this.#settings;
    if (makes === 'symlink') return files.symlink(from.name, to.path);
    if (makes === 'hard-link') return files.link(from.path, to.path);
    if (stat.kind === 'symlink') return files.symlink(files.readLink(from.path), to.path);
    const key = `${stat.device}:${stat.inode}`;
    const known = this.#settings.preservesTimes && stat.links > 1 ? this.#links.get(key) : undefined;
    if (known !== undefined) return files.link(known, to.path);
    this.#links.set(key, to.path);
    this.#copyBytes(from, to, stat);
    this.#preserve(to, stat);
  }

  #copyBytes(from: NamedPath, to: NamedPath, stat: FileStat): void {
    const { context } = this.#host;
    const mode = this.#settings.preservesMode ? stat.mode : stat.mode & 0o777 & ~context.umask;
    if (stat.kind !== 'file') throw new Error(`cannot copy a ${stat.kind}`);
    const bytes = this.#files.readFile(from.path).slice();
    try {
      this.#files.writeFile(to.path, bytes, { mode });
    } catch (error) {
      if (!this.#settings.isForced || !lstatOf(this.#files, to.path)) throw error;
      this.#files.unlink(to.path);
      this.#files.writeFile(to.path, bytes, { mode });
    }
  }

  #preserve(to: NamedPath, stat: FileStat): void {
    if (this.#settings.preservesMode) this.#files.changeMode(to.path, stat.mode);
    if (this.#settings.preservesTimes) this.#files.setTimes(to.path, stat.atimeMs, stat.mtimeMs);
  }
}

/** Returns where an operand goes that is put into a directory. */
export function intoDirectory(directory: NamedPath, operand: string): NamedPath {
  return namedChild(directory, baseName(operand));
}

/** Returns facts about what a path leads to, or nothing. */
export function statOf(files: FileSystem, path: string): FileStat | undefined {
  try {
    return files.stat(path);
  } catch {
    return undefined;
  }
}

/** Returns facts about a path itself, or nothing. */
export function lstatOf(files: FileSystem, path: string): FileStat | undefined {
  try {
    return files.lstat(path);
  } catch {
    return undefined;
  }
}

/** Returns whether two facts are about one file. */
export function isSame(left: FileStat, right: FileStat): boolean {
  return left.inode === right.inode && left.device === right.device;
}

/** Returns whether `path`, which need not exist, is the directory or inside it. */
export function isBelow(files: FileSystem, directory: string, path: string): boolean {
  const root = statOf(files, directory);
  let current = path;
  while (root) {
    const stat = statOf(files, current);
    if (stat && isSame(stat, root)) return true;
    const parent = stat ? files.realPath(current) : current;
    const slash = parent.replace(/\/+$/, '').lastIndexOf('/');
    if (slash < 0 || parent === '/') return false;
    current = slash === 0 ? '/' : parent.slice(0, slash);
  }
  return false;
}
