import { compileGlob } from '@cloche/search';
import {
  decodeText,
  encodeText,
  errnoOf,
  type FileStat,
  joinPath,
  localTime,
  momentOfWallClock,
  type Program,
} from '@cloche/system';
import { deflateSync } from 'fflate';
import { packedData, readZipDirectory, ZipFault } from '../../archive/read-zip.ts';
import { type PackedZipEntry, writeZip } from '../../archive/write-zip.ts';
import { UNIX_KIND, ZIP_METHOD } from '../../archive/zip-entry.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { crc32 } from '../../compression/crc32.ts';
import type { CompressionLevel } from '../../compression/gzip-encoder.ts';
import { lstatOf, statOf } from '../cp/copy-tree.ts';
import { ZIP_USAGE, type ZipOption } from './zip-usage.ts';

type ZipRun = CommandRun<ZipOption>;

const STATUS = { damaged: 3, nothing: 12, wrongCall: 16, unreadable: 18 };
/** Archives are made in memory. */
const MAX_ARCHIVE_BYTES = 1_073_741_824;

/** Makes and changes zip archives. */
export const zip: Program = defineCommand(ZIP_USAGE, async (run) => {
  const [written, ...names] = run.arguments.operands;
  if (run.arguments.has('encrypt') || run.arguments.has('password')) {
    return stop(run, STATUS.wrongCall, 'Invalid command arguments (encryption is not available here)');
  }
  if (written === undefined) return stop(run, STATUS.wrongCall, 'Invalid command arguments (no archive is named)');
  const archive = written === '-' || /\.[^/.]*$/.test(written) ? written : `${written}.zip`;
  if (run.arguments.has('namesFromInput')) {
    names.push(
      ...decodeText(await readAll(run.context.stdin))
        .split('\n')
        .filter(Boolean),
    );
  }
  const entries = await readExisting(run, archive);
  if (!entries) return STATUS.damaged;
  const changes = new ArchiveChanges(run, archive, entries);
  if (run.arguments.has('delete')) await changes.deleteEntries(names);
  else await changes.addFiles(run.arguments.has('freshen') && names.length === 0 ? [...entries.keys()] : names);
  if (changes.count === 0) {
    if (run.arguments.has('test') && names.length === 0 && entries.size > 0) {
      run.output.putText(`test of ${archive} OK\n`);
      return 0;
    }
    if (run.arguments.has('update') || run.arguments.has('freshen')) return STATUS.nothing;
    return stop(run, STATUS.nothing, `Nothing to do! (${archive})`);
  }
  changes.write();
  if (run.arguments.has('verbose')) changes.reportTotals();
  if (run.arguments.has('test')) run.output.putText(`test of ${archive} OK\n`);
  return run.status;
});

async function stop(run: ZipRun, status: number, message: string): Promise<number> {
  await say(run, `\nzip error: ${message}\n`);
  return status;
}

/** All that zip says goes to standard output, unless the archive does. */
async function say(run: ZipRun, text: string): Promise<void> {
  if (run.arguments.operands[0] === '-') await run.context.stderr.write(encodeText(text));
  else run.output.putText(text);
}

async function readExisting(run: ZipRun, archive: string): Promise<Map<string, PackedZipEntry> | undefined> {
  const { files, cwd, env } = run.context;
  const path = joinPath(cwd, archive);
  const entries = new Map<string, PackedZipEntry>();
  if (archive === '-' || !statOf(files, path)) return entries;
  try {
    const bytes = files.readFile(path);
    for (const entry of readZipDirectory(bytes, (wallMs) => momentOfWallClock(wallMs, env.get('TZ')))) {
      entries.set(entry.name, { ...entry, packed: packedData(bytes, entry) });
    }
    return entries;
  } catch (error) {
    if (!(error instanceof ZipFault) && errnoOf(error) === undefined) throw error;
    await stop(run, STATUS.damaged, `Zip file structure invalid (${archive})`);
    return undefined;
  }
}

class ArchiveChanges {
  readonly #run: ZipRun;
  readonly #archive: string;
  readonly #entries: Map<string, PackedZipEntry>;
  readonly #isWanted: (name: string) => boolean;
  readonly #stored: string[] = [];
  #bytes = 0;
  #packedBytes = 0;
  /** Entries that were added, replaced or deleted. */
  count = 0;

  constructor(run: ZipRun, archive: string, entries: Map<string, PackedZipEntry>) {
    this.#run = run;
    this.#archive = archive;
    this.#entries = entries;
    const compile = (option: 'exclude' | 'include') =>
      run.arguments.values(option).map((pattern) => compileGlob(pattern, { slashIsOrdinary: true }));
    const [excluded, included] = [compile('exclude'), compile('include')];
    this.#isWanted = (name) =>
      !excluded.some((glob) => glob.matches(name)) &&
      (included.length === 0 || included.some((glob) => glob.matches(name)));
  }

  async deleteEntries(patterns: readonly string[]): Promise<void> {
    const globs = patterns.map((pattern) => compileGlob(pattern, { slashIsOrdinary: true }));
    for (const [index, glob] of globs.entries()) {
      const matching = [...this.#entries.keys()].filter((name) => glob.matches(name));
      if (matching.length === 0) await this.#warn(`name not matched: ${patterns[index] ?? ''}`);
      for (const name of matching) {
        this.#entries.delete(name);
        this.count++;
        this.#report(`deleting: ${name}\n`);
      }
    }
  }

  async addFiles(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const found = await this.#add(name.replace(/(.)\/+$/, '$1'), joinPath(this.#run.context.cwd, name));
      if (!found) await this.#warn(`name not matched: ${name}`);
    }
  }

  /** Writes the archive, and removes what was moved into it. */
  write(): void {
    const { context } = this.#run;
    const zone = context.env.get('TZ');
    const bytes = writeZip([...this.#entries.values()], (epochMs) => localTime(epochMs, zone));
    if (this.#archive === '-') this.#run.output.put(bytes);
    else if (this.#entries.size === 0) context.files.unlink(joinPath(context.cwd, this.#archive));
    else context.files.writeFile(joinPath(context.cwd, this.#archive), bytes, { mode: 0o666 & ~context.umask });
    if (!this.#run.arguments.has('move')) return;
    for (const path of this.#stored.toReversed()) {
      if (lstatOf(context.files, path)?.kind !== 'directory') context.files.unlink(path);
      else if (context.files.readDirectory(path).length === 0) context.files.removeDirectory(path);
    }
  }

  /** Prints what all files took before and after. */
  reportTotals(): void {
    const [plain, packed] = [this.#bytes, this.#packedBytes];
    const won = plain === 0 ? 0 : Math.round(((plain - packed) * 100) / plain);
    this.#report(`total bytes=${plain}, compressed=${packed} -> ${won}% savings\n`);
  }

  /** Adds a file, with what is below it; returns whether there is one. */
  async #add(name: string, path: string): Promise<boolean> {
    const { files } = this.#run.context;
    const turn = this.#run.context.yieldIfDue();
    if (turn) await turn;
    const keepsLinks = this.#run.arguments.has('symlinks');
    const stat = keepsLinks ? lstatOf(files, path) : statOf(files, path);
    if (!stat) return false;
    if (stat.kind === 'directory') {
      await this.#addDirectory(name, path, stat);
      return true;
    }
    if (stat.kind !== 'file' && stat.kind !== 'symlink') return true;
    if (this.#isArchive(path)) return true;
    const stored = this.#storedName(name);
    if (!this.#isWanted(stored) || !this.#isNewer(stored, stat)) return true;
    try {
      const bytes = stat.kind === 'symlink' ? encodeText(files.readLink(path)) : files.readFile(path);
      this.#put(stored, path, stat, bytes);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      this.#run.status = STATUS.unreadable;
      await this.#warn(`could not open for reading: ${name}`);
    }
    return true;
  }

  async #addDirectory(name: string, path: string, stat: FileStat): Promise<void> {
    const given = this.#run.arguments;
    const stored = `${this.#storedName(name)}/`;
    const hasEntry = !given.has('noDirectories') && !given.has('junkPaths') && name !== '.' && stored !== './';
    if (hasEntry && this.#isWanted(stored) && this.#isNewer(stored, stat)) {
      this.#put(stored, path, stat, new Uint8Array(0));
    }
    if (!given.has('recurse')) return;
    const prefix = name === '.' ? '' : `${name}/`;
    for (const entry of this.#run.context.files.readDirectory(path)) {
      await this.#add(prefix + entry.name, joinPath(path, entry.name));
    }
  }

  #put(name: string, path: string, stat: FileStat, bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_ARCHIVE_BYTES) throw new Error('zip: more than 1 GiB of files');
    const level = this.#levelOf(name);
    const deflated = level === 0 || bytes.length === 0 ? undefined : deflateSync(bytes, { level });
    const packed = deflated && deflated.length < bytes.length ? deflated : bytes;
    const kind =
      stat.kind === 'symlink' ? UNIX_KIND.symlink : stat.kind === 'directory' ? UNIX_KIND.directory : UNIX_KIND.file;
    const isKnown = this.#entries.has(name);
    this.#entries.set(name, {
      name,
      method: packed === bytes ? ZIP_METHOD.stored : ZIP_METHOD.deflated,
      crc: crc32(bytes),
      packedBytes: packed.length,
      plainBytes: bytes.length,
      mtimeMs: stat.mtimeMs,
      unixMode: kind | (stat.mode & 0o7777),
      isEncrypted: false,
      packed,
    });
    this.#packedBytes += packed.length;
    this.#stored.push(path);
    this.count++;
    const won = bytes.length === 0 ? 0 : Math.round(((bytes.length - packed.length) * 100) / bytes.length);
    const sizes = this.#run.arguments.has('verbose') ? `\t(in=${bytes.length}) (out=${packed.length})` : '';
    const how = packed === bytes ? 'stored' : 'deflated';
    this.#report(`${isKnown ? 'updating' : '  adding'}: ${name}${sizes} (${how} ${won}%)\n`);
  }

  #levelOf(name: string): CompressionLevel {
    const { given } = this.#run.arguments;
    const suffixes = (this.#run.arguments.value('noCompress') ?? '').split(/[:;]/).filter(Boolean);
    if (suffixes.some((suffix) => name.endsWith(suffix))) return 0;
    const chosen = given.findLast((option) => option.name.startsWith('level'))?.name;
    const level = Number(chosen?.slice('level'.length) ?? 6);
    return LEVELS[level] ?? 6;
  }

  #storedName(name: string): string {
    const plain = this.#run.arguments.has('junkPaths') ? name.replace(/^.*\//, '') : name;
    return plain.replace(/^(?:\.\/+)+/, '').replace(/^\/+/, '');
  }

  #isNewer(name: string, { mtimeMs }: FileStat): boolean {
    const known = this.#entries.get(name);
    const given = this.#run.arguments;
    if (!given.has('update') && !given.has('freshen')) return true;
    if (!known) return given.has('update');
    return Math.floor(mtimeMs / 2000) > Math.floor(known.mtimeMs / 2000);
  }

  #isArchive(path: string): boolean {
    return this.#archive !== '-' && path === joinPath(this.#run.context.cwd, this.#archive);
  }

  #report(text: string): void {
    if (this.#run.arguments.has('quiet')) return;
    if (this.#archive !== '-') this.#run.output.putText(text);
  }

  async #warn(message: string): Promise<void> {
    await say(this.#run, `\tzip warning: ${message}\n`);
  }
}

const LEVELS: readonly CompressionLevel[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
