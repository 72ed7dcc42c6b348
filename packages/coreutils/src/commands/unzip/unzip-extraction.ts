import { decodeText, describeError, directoryName, encodeText, errnoOf, joinPath } from '@cloche/system';
import { expandWhole, type StoredZipEntry, ZipFault } from '../../archive/read-zip.ts';
import { hasRightSum, UNIX_KIND, ZIP_METHOD } from '../../archive/zip-entry.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { readAnswer } from '../cp/copy-host.ts';
import { lstatOf, statOf } from '../cp/copy-tree.ts';
import { safeName } from '../tar/member-names.ts';
import type { UnzipOption } from './unzip-usage.ts';

const STATUS = { warned: 1, damaged: 2, unsupported: 81, encrypted: 82 };
const MAX_EXTRACTED_BYTES = 8 * 2 ** 30;
/** An entry is expanded as a whole. */
const MAX_ENTRY_BYTES = 2 ** 30;

/** Puts entries of an archive into the file system or on standard output. */
export class UnzipExtraction {
  readonly #run: CommandRun<UnzipOption>;
  readonly #bytes: Uint8Array;
  readonly #quietness: number;
  readonly #root: string;
  /** Made last, so that nothing is extracted through them. */
  readonly #links: { path: string; target: string }[] = [];
  #replacing: 'ask' | 'always' | 'never';
  #status = 0;
  #extracted = 0;

  constructor(run: CommandRun<UnzipOption>, bytes: Uint8Array, quietness: number) {
    this.#run = run;
    this.#bytes = bytes;
    this.#quietness = quietness;
    this.#root = run.arguments.value('directory') ?? '';
    this.#replacing = run.arguments.has('overwrite') ? 'always' : run.arguments.has('never') ? 'never' : 'ask';
  }

  /** Extracts the entries and returns the exit status. */
  async extractAll(entries: readonly StoredZipEntry[]): Promise<number> {
    const { files, cwd } = this.#run.context;
    if (this.#root !== '' && !statOf(files, directoryName(joinPath(cwd, this.#root.replace(/\/+$/, ''))))) {
      const place = `${this.#root}\n           No such file or directory`;
      await this.#complain(`checkdir:  cannot create extraction directory: ${place}`, STATUS.damaged);
      return this.#status;
    }
    for (const entry of entries) {
      const turn = this.#run.context.yieldIfDue();
      if (turn) await turn;
      try {
        await this.#extract(entry);
      } catch (error) {
        if (errnoOf(error) === undefined || errnoOf(error) === 'EPIPE') throw error;
        await this.#complain(`error:  cannot create ${entry.name}\n        ${describeError(error)}`, STATUS.damaged);
      }
      if (this.#extracted > MAX_EXTRACTED_BYTES) {
        await this.#complain('error: the archive expands to more than 8 GiB', STATUS.damaged);
        break;
      }
    }
    this.#makeLinks();
    return this.#status;
  }

  async #extract(entry: StoredZipEntry): Promise<void> {
    if (this.#run.arguments.has('pipe') || this.#run.arguments.has('print')) return this.#print(entry);
    const name = await this.#targetName(entry.name);
    if (name === '' || name === '.' || name === './') return;
    const shown = this.#root === '' ? name : `${this.#root.replace(/\/+$/, '')}/${name}`;
    const path = joinPath(joinPath(this.#run.context.cwd, this.#root || '.'), name.replace(/\/+$/, ''));
    if (entry.name.endsWith('/')) return this.#makeDirectory(entry, shown, path);
    if (!(await this.#mayReplace(entry, shown, path))) return;
    const bytes = await this.#expand(entry);
    if (!bytes) return;
    this.#makeParents(path);
    const { files } = this.#run.context;
    if (lstatOf(files, path)) files.unlink(path);
    if ((entry.unixMode & UNIX_KIND.mask) === UNIX_KIND.symlink) {
      const target = decodeText(bytes);
      this.#report(`    linking: ${shown.padEnd(22)}  -> ${target} \n`);
      this.#links.push({ path, target });
      return;
    }
    this.#report(`${entry.method === ZIP_METHOD.stored ? ' extracting' : '  inflating'}: ${shown.padEnd(22)}  \n`);
    files.writeFile(path, bytes, { exclusive: true });
    files.changeMode(path, (entry.unixMode === 0 ? 0o666 : entry.unixMode & 0o777) & ~this.#run.context.umask);
    files.setTimes(path, entry.mtimeMs, entry.mtimeMs);
  }

  async #print(entry: StoredZipEntry): Promise<void> {
    if (entry.name.endsWith('/')) return;
    const bytes = await this.#expand(entry);
    if (!bytes) return;
    const isNamed = this.#run.arguments.has('print') && !this.#run.arguments.has('pipe');
    const how = entry.method === ZIP_METHOD.stored ? ' extracting' : '  inflating';
    if (isNamed && this.#quietness === 0) this.#run.output.putText(`${how}: ${entry.name.padEnd(22)}  \n`);
    this.#run.output.put(bytes);
    if (isNamed && this.#quietness === 0) this.#run.output.putText('\n');
    await this.#run.output.drain();
  }

  async #expand(entry: StoredZipEntry): Promise<Uint8Array | undefined> {
    if (entry.isEncrypted) {
      await this.#complain(`   skipping: ${entry.name.padEnd(22)}  unable to get password`, STATUS.encrypted);
      return undefined;
    }
    if (entry.plainBytes > MAX_ENTRY_BYTES) {
      await this.#complain(`   skipping: ${entry.name.padEnd(22)}  larger than 1 GiB`, STATUS.damaged);
      return undefined;
    }
    try {
      const bytes = expandWhole(this.#bytes, entry).slice();
      this.#extracted += bytes.length;
      if (!hasRightSum(entry, bytes)) await this.#complain(`${entry.name}:  bad CRC`, STATUS.damaged);
      return bytes;
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error;
      if (error.reason === 'method') {
        const skipped = `   skipping: ${entry.name.padEnd(22)}  unsupported compression method ${entry.method}`;
        await this.#complain(skipped, STATUS.unsupported);
      } else await this.#complain(`  error:  invalid compressed data to inflate ${entry.name}`, STATUS.damaged);
      return undefined;
    }
  }

  async #targetName(stored: string): Promise<string> {
    const cased = this.#run.arguments.has('lower') ? stored.toLowerCase() : stored;
    const plain = this.#run.arguments.has('junk') ? cased.replace(/^.*\/(?=.)/, '') : cased;
    if (this.#run.arguments.has('junk') && stored.endsWith('/')) return '';
    const { name, removed } = safeName(plain);
    if (removed.startsWith('/'))
      await this.#complain(`warning:  stripped absolute path spec from ${stored}`, STATUS.warned);
    else if (removed !== '') {
      await this.#complain(`warning:  skipped "../" path component(s) in ${stored}`, STATUS.warned);
    }
    return name;
  }

  #makeDirectory(entry: StoredZipEntry, shown: string, path: string): void {
    const { files, umask } = this.#run.context;
    if (statOf(files, path)) return;
    this.#makeParents(path);
    files.makeDirectory(path, (entry.unixMode === 0 ? 0o777 : entry.unixMode & 0o777) & ~umask);
    this.#report(`   creating: ${shown}\n`);
  }

  #makeParents(path: string): void {
    const { files, umask } = this.#run.context;
    const parent = directoryName(path);
    if (parent === path || statOf(files, parent)) return;
    this.#makeParents(parent);
    files.makeDirectory(parent, 0o777 & ~umask);
  }

  async #mayReplace(entry: StoredZipEntry, shown: string, path: string): Promise<boolean> {
    const existing = statOf(this.#run.context.files, path);
    const given = this.#run.arguments;
    if (!existing) return !given.has('freshen');
    if ((given.has('update') || given.has('freshen')) && existing.mtimeMs >= entry.mtimeMs) return false;
    if (this.#replacing !== 'ask') return this.#replacing === 'always';
    const question = `replace ${shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename: `;
    const answer = await this.#ask(question);
    switch (answer[0]) {
      case 'A':
        this.#replacing = 'always';
        return true;
      case 'y':
      case 'Y':
        return true;
      case 'N':
        this.#replacing = 'never';
        return false;
      case undefined:
        this.#replacing = 'never';
        this.#status = Math.max(this.#status, STATUS.warned);
        await this.#run.context.stderr.write(encodeText(' NULL\n(EOF or read error, treating as "[N]one" ...)\n'));
        return false;
      default:
        return false;
    }
  }

  async #ask(question: string): Promise<string> {
    await this.#run.output.flush();
    await this.#run.context.stderr.write(encodeText(question));
    return readAnswer(this.#run.context.stdin);
  }

  #makeLinks(): void {
    const { files } = this.#run.context;
    for (const { path, target } of this.#links) {
      if (lstatOf(files, path)) files.unlink(path);
      files.symlink(target, path);
    }
  }

  #report(text: string): void {
    if (this.#quietness === 0) this.#run.output.putText(text);
  }

  async #complain(text: string, status: number): Promise<void> {
    this.#status = Math.max(this.#status, status);
    await this.#run.output.flush();
    await this.#run.context.stderr.write(encodeText(`${text}\n`));
  }
}
