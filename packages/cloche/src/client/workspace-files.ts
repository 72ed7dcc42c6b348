import type { ListedEntry } from '@cloche/tools';
import type { ExportSummary, ImportSummary, PickedFile, SaveState } from '../wire/runner-api.ts';
import type { RunnerLink } from './runner-link.ts';

/** Entries that a tree listing gives at most unless asked for more. */
const DEFAULT_MAX_ENTRIES = 20_000;

/**
 * The app's own access to a workspace's files, for editors and trees. Paths are absolute. Changes are stored before the
 * promise resolves; the answer says so. Rejects with errors that have a system `code`, such as `ENOENT`.
 */
export class WorkspaceFiles {
  readonly #link: RunnerLink;

  constructor(link: RunnerLink) {
    this.#link = link;
  }

  /** Returns what is in a directory, directories first, then by name. */
  list(path: string): Promise<ListedEntry[]> {
    return this.#link.use((runner) => runner.listDirectory(path));
  }

  /** Returns everything below a directory, parents first; `isComplete` says whether `maxEntries` sufficed. */
  tree(path: string, options: { maxEntries?: number } = {}): Promise<{ entries: ListedEntry[]; isComplete: boolean }> {
    return this.#link.use((runner) => runner.listTree(path, options.maxEntries ?? DEFAULT_MAX_ENTRIES));
  }

  read(path: string): Promise<Uint8Array> {
    return this.#link.use((runner) => runner.readFile(path));
  }

  /** Writes a whole file, through a symbolic link to its target; parents are made. */
  write(path: string, content: Uint8Array | string): Promise<SaveState> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return this.#link.use((runner) => runner.writeFile(path, bytes));
  }

  makeDirectory(path: string): Promise<SaveState> {
    return this.#link.use((runner) => runner.makeDirectory(path));
  }

  /** Removes a name and everything below it. */
  remove(path: string): Promise<SaveState> {
    return this.#link.use((runner) => runner.remove(path));
  }

  rename(from: string, to: string): Promise<SaveState> {
    return this.#link.use((runner) => runner.rename(from, to));
  }

  /** Puts picked files below `target`; progress comes as `import` events. */
  importFiles(target: string, files: readonly PickedFile[]): Promise<ImportSummary> {
    return this.#link.use((runner) => runner.importFiles(target, files));
  }

  /**
   * Unpacks a zip below `target`, modes and links included. Rejects with `invalid_archive` and the entry's name when
   * the archive is damaged, leads out of the target or is too large; then nothing was put anywhere.
   */
  importZip(target: string, archive: Blob): Promise<ImportSummary> {
    return this.#link.use((runner) => runner.importZip(target, archive));
  }

  /**
   * Writes the whole workspace into a folder that the person chose (`showDirectoryPicker`, or the page's own private
   * one). Files of the same name are replaced, others stay; modes are not kept, and links are skipped and named.
   */
  exportFolder(folder: FileSystemDirectoryHandle): Promise<ExportSummary> {
    return this.#link.use((runner) => runner.exportFolder(folder));
  }

  /** Returns the whole workspace as a zip. */
  exportZip(): Promise<Blob> {
    return this.#link.use((runner) => runner.exportZip());
  }
}
