import { describeError, directoryName, errnoOf, joinPath } from '@cloche/system';
import type { TarMember } from '../../archive/read-tar.ts';
import type { TarEntry } from '../../archive/tar-entry.ts';
import { quote } from '../../arguments/quote.ts';
import { lstatOf, statOf } from '../cp/copy-tree.ts';
import { hasParentReference, safeName } from './member-names.ts';
import { type TarRun, type TarSettings, TarStop } from './tar-settings.ts';

/** More than this is taken for an attack: archives of source code and data are far below. */
const MAX_MEMBERS = 1_000_000;
const MAX_EXTRACTED_BYTES = 8 * 2 ** 30;

/** Puts members of an archive into the file system. */
export class Extraction {
  readonly #run: TarRun;
  readonly #settings: TarSettings;
  readonly #warned = new Set<string>();
  /** Directories get their modes and times last, so that files can be put into them. */
  readonly #directories: { path: string; entry: TarEntry; isMade: boolean }[] = [];
  /**
   * Links that lead out of the directory, with the empty files that hold their places: nothing is extracted through
   * them. As GNU tar does.
   */
  readonly #delayedLinks: { path: string; entry: TarEntry; inode: number | undefined }[] = [];
  #members = 0;
  #bytes = 0;

  constructor(run: TarRun, settings: TarSettings) {
    this.#run = run;
    this.#settings = settings;
  }

  /** Extracts one member. Throws `TarStop` when there is too much. */
  async extract(member: TarMember): Promise<void> {
    if (++this.#members > MAX_MEMBERS) throw new TarStop(`the archive holds more than ${MAX_MEMBERS} members`);
    const { entry } = member;
    const name = await this.#targetName(entry.name, 'member names');
    if (name === undefined) return;
    if (this.#run.arguments.has('toStdout')) {
      if (entry.kind === 'file') await this.#copy(member, async (bytes) => this.#print(bytes));
      return;
    }
    const path = joinPath(this.#settings.directory, name.replace(/\/+$/, ''));
    try {
      await this.#make(member, name, path);
    } catch (error) {
      const code = errnoOf(error);
      if (code === undefined || code === 'EPIPE') throw error;
      await this.#run.fail(this.#describe(entry, name, error), 2);
    }
  }

  /** Makes delayed links and gives directories their modes and times. */
  async finish(): Promise<void> {
    const { files } = this.#run.context;
    for (const { path, entry, inode } of this.#delayedLinks) {
      const placed = lstatOf(files, path);
      if (!placed || placed.inode !== inode) continue;
      files.unlink(path);
      files.symlink(entry.linkName, path);
    }
    for (const { path, entry, isMade } of this.#directories.toReversed()) {
      if (statOf(files, path)?.kind !== 'directory') continue;
      if (isMade || this.#run.arguments.has('preservePermissions')) files.changeMode(path, this.#modeOf(entry));
      if (!this.#run.arguments.has('touch')) files.setTimes(path, entry.mtimeMs, entry.mtimeMs);
    }
  }

  /** Returns the name to extract to; nothing when the member is passed over. */
  async #targetName(stored: string, what: string): Promise<string | undefined> {
    const changed = this.#settings.transform(stored);
    if (changed === '') return undefined;
    if (this.#run.arguments.has('absoluteNames')) return changed;
    const { name, removed } = safeName(changed);
    if (removed !== '' && !this.#warned.has(what + removed)) {
      this.#warned.add(what + removed);
      await this.#run.warn(`Removing leading \`${removed}' from ${what}`);
    }
    if (hasParentReference(changed)) {
      await this.#run.fail(`${changed}: Member name contains '..'`, 2);
      return undefined;
    }
    const top = this.#topLevel();
    return top === undefined || name === '.' || name.startsWith(`${top}/`) ? name : `${top}/${name}`;
  }

  #topLevel(): string | undefined {
    if (!this.#run.arguments.has('oneTopLevel')) return undefined;
    const given = this.#run.arguments.value('oneTopLevel');
    if (given) return given;
    return this.#settings.archive.replace(/^.*\//, '').replace(/\.(?:tar(?:\.\w+)?|tgz|taz)$/, '');
  }

  async #make(member: TarMember, name: string, path: string): Promise<void> {
    const { files } = this.#run.context;
    const { entry } = member;
    if (entry.kind === 'directory') return this.#makeDirectory(entry, path);
    this.#makeParents(path);
    const existing = lstatOf(files, path);
    if (existing) {
      if (!(await this.#mayReplace(entry, name, existing.mtimeMs))) return;
      if (existing.kind === 'directory') files.removeDirectory(path);
      else files.unlink(path);
    }
    switch (entry.kind) {
      case 'file': {
        const file = this.#run.context.open(path, { write: true, create: true, exclusive: true, mode: 0o600 });
        try {
          await this.#copy(member, async (bytes) => file.write(bytes));
        } finally {
          file.close();
        }
        files.changeMode(path, this.#modeOf(entry));
        if (!this.#run.arguments.has('touch')) files.setTimes(path, entry.mtimeMs, entry.mtimeMs);
        return;
      }
      case 'symlink':
        if (!this.#run.arguments.has('absoluteNames') && leadsOut(entry.linkName)) return this.#delayLink(entry, path);
        files.symlink(entry.linkName, path);
        if (!this.#run.arguments.has('touch')) {
          files.setTimes(path, entry.mtimeMs, entry.mtimeMs, { noFollow: true });
        }
        return;
      case 'hard-link': {
        const target = await this.#targetName(entry.linkName, 'hard link targets');
        if (target !== undefined) files.link(joinPath(this.#settings.directory, target), path);
        return;
      }
      case 'character-device':
      case 'block-device':
      case 'fifo':
        await this.#run.fail(`${name}: Cannot mknod: Operation not permitted`, 2);
    }
  }

  #makeDirectory(entry: TarEntry, path: string): void {
    const { files } = this.#run.context;
    this.#makeParents(path);
    const existing = lstatOf(files, path);
    const isKept = existing?.kind === 'directory';
    if (existing && !isKept) {
      if (existing.kind === 'symlink' && statOf(files, path)?.kind === 'directory' && !this.#isOurs(path)) return;
      files.unlink(path);
    }
    if (!isKept) files.makeDirectory(path, 0o700);
    this.#directories.push({ path, entry, isMade: true });
  }

  #isOurs(path: string): boolean {
    return this.#delayedLinks.some((link) => link.path === path);
  }

  #makeParents(path: string): void {
    const { files, umask } = this.#run.context;
    const parent = directoryName(path);
    if (parent === path || statOf(files, parent)) return;
    this.#makeParents(parent);
    files.makeDirectory(parent, 0o777 & ~umask);
  }

  async #mayReplace(entry: TarEntry, name: string, mtimeMs: number): Promise<boolean> {
    const given = this.#run.arguments;
    if (given.has('skipOldFiles')) return false;
    if (given.has('keepNewerFiles') && mtimeMs >= entry.mtimeMs) {
      await this.#run.warn(`Current ${quote(name)} is newer or same age`);
      return false;
    }
    if (!given.has('keepOldFiles')) return true;
    const attempt = entry.kind === 'symlink' ? `create symlink to ${quote(entry.linkName)}` : 'open';
    await this.#run.fail(`${name}: Cannot ${attempt}: File exists`, 2);
    return false;
  }

  #delayLink(entry: TarEntry, path: string): void {
    const { files } = this.#run.context;
    files.writeFile(path, new Uint8Array(0), { mode: 0, exclusive: true });
    this.#delayedLinks.push({ path, entry, inode: lstatOf(files, path)?.inode });
  }

  async #copy(member: TarMember, write: (bytes: Uint8Array) => undefined | Promise<void>): Promise<void> {
    for (let bytes = await member.read(); bytes.length > 0; bytes = await member.read()) {
      this.#bytes += bytes.length;
      if (this.#bytes > MAX_EXTRACTED_BYTES) throw new TarStop('the archive expands to more than 8 GiB');
      await write(bytes);
      const turn = this.#run.context.yieldIfDue();
      if (turn) await turn;
    }
  }

  #print(bytes: Uint8Array): undefined | Promise<void> {
    this.#run.output.put(bytes);
    return this.#run.output.drain();
  }

  #modeOf({ mode }: TarEntry): number {
    return this.#run.arguments.has('preservePermissions') ? mode : mode & 0o777 & ~this.#run.context.umask;
  }

  #describe(entry: TarEntry, name: string, error: unknown): string {
    const reason = describeError(error);
    switch (entry.kind) {
      case 'directory':
        return `${name}: Cannot mkdir: ${reason}`;
      case 'symlink':
        return `${name}: Cannot create symlink to ${quote(entry.linkName)}: ${reason}`;
      case 'hard-link':
        return `${name}: Cannot hard link to ${quote(entry.linkName)}: ${reason}`;
      default:
        return `${name}: Cannot open: ${reason}`;
    }
  }
}

function leadsOut(target: string): boolean {
  return target.startsWith('/') || hasParentReference(target);
}
