import { describeError, errnoOf, type FileStat, joinPath } from '@cloche/system';
import { encodeTarHeader } from '../../archive/encode-tar-header.ts';
import { paddingBytes, type TarEntry, type TarEntryKind } from '../../archive/tar-entry.ts';
import { readUserNames } from '../../names/user-names.ts';
import { lstatOf } from '../cp/copy-tree.ts';
import { removeTree } from '../rm/remove-tree.ts';
import { putMember } from './list-member.ts';
import { safeName } from './member-names.ts';
import type { ArchiveWriter } from './open-archive.ts';
import type { TarName, TarRun, TarSettings } from './tar-settings.ts';

const KINDS: Readonly<Partial<Record<FileStat['kind'], TarEntryKind>>> = {
  file: 'file',
  directory: 'directory',
  symlink: 'symlink',
  'character-device': 'character-device',
  'block-device': 'block-device',
  fifo: 'fifo',
};

/** Adds the named files to an archive. `isNewer` says whether a file is wanted, for `-u`. */
export async function addFiles(
  run: TarRun,
  settings: TarSettings,
  archive: ArchiveWriter,
  isNewer: (name: string, mtimeMs: number) => boolean = () => true,
): Promise<void> {
  const adding = new Adding(run, settings, archive, isNewer);
  for (const name of settings.names) await adding.addNamed(name);
}

class Adding {
  readonly #run: TarRun;
  readonly #settings: TarSettings;
  readonly #archive: ArchiveWriter;
  readonly #isNewer: (name: string, mtimeMs: number) => boolean;
  readonly #users;
  /** First names of files that have several. */
  readonly #links = new Map<string, string>();
  readonly #warned = new Set<string>();

  constructor(
    run: TarRun,
    settings: TarSettings,
    archive: ArchiveWriter,
    isNewer: (name: string, mtimeMs: number) => boolean,
  ) {
    this.#run = run;
    this.#settings = settings;
    this.#archive = archive;
    this.#isNewer = isNewer;
    this.#users = readUserNames(run.context.files);
  }

  async addNamed({ name, directory }: TarName): Promise<void> {
    const plain = name.replace(/(.)\/+$/, '$1');
    const path = joinPath(directory, plain);
    await this.#add(plain, path);
    if (this.#run.arguments.has('removeFiles') && this.#run.status === 0) await this.#remove(name, path);
  }

  async #add(name: string, path: string): Promise<void> {
    const { files, yieldIfDue } = this.#run.context;
    const turn = yieldIfDue();
    if (turn) await turn;
    let stat: FileStat;
    try {
      stat = this.#run.arguments.has('dereference') ? files.stat(path) : files.lstat(path);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return this.#run.fail(`${name}: Cannot stat: ${describeError(error)}`, 2);
    }
    if (this.#settings.isExcluded(name)) return;
    const kind = KINDS[stat.kind];
    if (!kind) return this.#run.warn(`${name}: socket ignored`);
    if (this.#isArchive(stat)) return this.#run.warn(`${name}: file is the archive; not dumped`);
    if (stat.kind !== 'directory' && !this.#isWanted(name, stat)) return;
    if (kind === 'directory') return this.#addDirectory(name, path, stat);
    await this.#addFile(name, path, stat, kind);
  }

  async #addDirectory(name: string, path: string, stat: FileStat): Promise<void> {
    const shown = name.endsWith('/') ? name : `${name}/`;
    if (this.#isWanted(shown, stat)) await this.#write(this.#entry(shown, stat, 'directory', ''));
    if (this.#run.arguments.last('recursion', 'noRecursion') === 'noRecursion') return;
    try {
      const names = this.#run.context.files.readDirectory(path).map((entry) => entry.name);
      if (this.#run.arguments.value('sort') === 'name') names.sort();
      for (const child of names) await this.#add(shown + child, joinPath(path, child));
    } catch (error) {
      if (errnoOf(error) === undefined || errnoOf(error) === 'EPIPE') throw error;
      await this.#run.fail(`${name}: Cannot open: ${describeError(error)}`, 2);
    }
  }

  async #addFile(name: string, path: string, stat: FileStat, kind: TarEntryKind): Promise<void> {
    const { files } = this.#run.context;
    const key = `${stat.device}:${stat.inode}`;
    const first = stat.links > 1 && !this.#run.arguments.has('hardDereference') ? this.#links.get(key) : undefined;
    if (first !== undefined) return this.#write(this.#entry(name, { ...stat, size: 0 }, 'hard-link', first));
    if (kind === 'symlink') {
      return this.#write(this.#entry(name, { ...stat, size: 0 }, kind, files.readLink(path)));
    }
    if (kind !== 'file') return this.#write(this.#entry(name, { ...stat, size: 0 }, kind, ''));
    const entry = this.#entry(name, stat, kind, '');
    this.#links.set(key, entry.name);
    try {
      const file = this.#run.context.open(path);
      try {
        await this.#write(entry, file.read.bind(file));
      } finally {
        file.close();
      }
    } catch (error) {
      const code = errnoOf(error);
      if (code === undefined || code === 'EPIPE' || code === 'ENOSPC') throw error;
      await this.#run.fail(`${name}: Cannot open: ${describeError(error)}`, 2);
    }
  }

  #entry(name: string, stat: FileStat, kind: TarEntryKind, linkName: string): TarEntry {
    const { changeMode, mtimeMs, format } = this.#settings;
    const owner = readOwner(this.#run.arguments.value('owner'), stat.userId, this.#users.user(stat.userId));
    const group = readOwner(this.#run.arguments.value('group'), stat.groupId, this.#users.group(stat.groupId));
    const isNumeric = this.#run.arguments.has('numericOwner');
    const time = mtimeMs ?? stat.mtimeMs;
    return {
      kind,
      name: this.#storedName(name),
      mode: changeMode ? changeMode(stat.mode, { isDirectory: kind === 'directory' }) : stat.mode,
      userId: owner.id,
      groupId: group.id,
      user: isNumeric ? '' : owner.name,
      group: isNumeric ? '' : group.name,
      size: kind === 'file' ? stat.size : 0,
      mtimeMs: format === 'pax' ? time : Math.floor(time / 1000) * 1000,
      linkName,
    };
  }

  #storedName(name: string): string {
    const changed = this.#settings.transform(name);
    if (this.#run.arguments.has('absoluteNames')) return changed;
    const { name: safe, removed } = safeName(changed);
    if (removed !== '' && !this.#warned.has(removed)) {
      this.#warned.add(removed);
      this.#pendingWarning = `Removing leading \`${removed}' from member names`;
    }
    return safe;
  }

  #pendingWarning = '';

  async #write(entry: TarEntry, read?: () => Uint8Array | Promise<Uint8Array>): Promise<void> {
    if (this.#pendingWarning !== '') await this.#run.warn(this.#pendingWarning);
    this.#pendingWarning = '';
    const header = encodeTarHeader(entry, this.#settings.format);
    if (!header) return this.#run.fail(`${entry.name}: file name is too long (cannot be split); not dumped`, 2);
    await putMember(this.#run, this.#settings, entry, this.#settings.archive === '-');
    await this.#archive.write(header);
    let left = read ? entry.size : 0;
    while (read && left > 0) {
      const bytes = (await read()).subarray(0, left);
      if (bytes.length === 0) {
        await this.#run.fail(`${entry.name}: File shrank by ${left} bytes; padding with zeros`, 1);
        await this.#archive.write(new Uint8Array(left));
        break;
      }
      left -= bytes.length;
      await this.#archive.write(bytes);
    }
    await this.#archive.write(new Uint8Array(paddingBytes(entry.size)));
  }

  #isWanted(name: string, { mtimeMs }: FileStat): boolean {
    const { newerMs } = this.#settings;
    return (newerMs === undefined || mtimeMs > newerMs) && this.#isNewer(safeName(name).name, mtimeMs);
  }

  #isArchive(stat: FileStat): boolean {
    const archive = this.#archive.file?.file.stat();
    return stat.kind === 'file' && archive?.inode === stat.inode && archive.device === stat.device;
  }

  async #remove(name: string, path: string): Promise<void> {
    const { files, yieldIfDue } = this.#run.context;
    const stat = lstatOf(files, path);
    if (!stat) return;
    await removeTree(
      {
        files,
        yieldIfDue,
        fail: (message) => this.#run.fail(message, 2),
        removed: () => undefined,
        mayRemove: async () => true,
      },
      { name, path },
      stat,
    );
  }
}

/** Reads `NAME`, `NAME:ID`, `:ID` or `+ID`. */
function readOwner(written: string | undefined, id: number, name: string): { id: number; name: string } {
  if (written === undefined) return { id, name: name === String(id) ? '' : name };
  const [, text = '', number] = /^([^:]*)(?::(\d+))?$/.exec(written) ?? [];
  if (/^\+?\d+$/.test(text)) return { id: Number(text), name: '' };
  return { id: number === undefined ? (text === 'root' ? 0 : id) : Number(number), name: text };
}
