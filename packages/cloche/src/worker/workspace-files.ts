import { type ArchiveFile, StoreError } from '@cloche/storage';
import { encodeText, NO_BYTES, unpackContents, type WorkspaceSnapshot } from '@cloche/system';
import { type ImportedFile, ToolFault, type ToolHost } from '@cloche/tools';
import type { ImportSummary, PickedFile, RunnerApi, SaveState, WorkspaceEvent } from '../wire/runner-api.ts';
import { loadArchive } from './load-archive.ts';
import type { WorkspaceSaver } from './workspace-saver.ts';
import { writeFolder } from './write-folder.ts';

/** The file methods of the runner's API. */
export type WorkspaceFiles = Pick<
  RunnerApi,
  | 'listDirectory'
  | 'listTree'
  | 'readFile'
  | 'writeFile'
  | 'makeDirectory'
  | 'remove'
  | 'rename'
  | 'importFiles'
  | 'importZip'
  | 'exportZip'
  | 'exportFolder'
>;

interface ImportFacts {
  readonly path: string;
  /** Bytes. */
  readonly length: number;
}

/** Bytes of files that go to the machine in one message. */
const IMPORT_BATCH_BYTES = 4_194_304;

/** Creates the app's own access to the files: not gated, since the app's person is at work, and saved like a tool's. */
export function createWorkspaceFiles(options: {
  readonly host: () => Promise<ToolHost>;
  readonly saver: WorkspaceSaver;
  readonly emit: (event: WorkspaceEvent) => undefined | Promise<void>;
}): WorkspaceFiles {
  const { saver, emit } = options;
  const { signal } = new AbortController();
  const saved = async (): Promise<SaveState> => {
    await saver.save();
    return saver.state;
  };

  const importAll = async (
    target: string,
    files: AsyncIterable<ImportedFile> | Iterable<ImportedFile>,
    total: number,
  ): Promise<ImportSummary> => {
    const host = await options.host();
    let batch: ImportedFile[] = [];
    let batchBytes = 0;
    let count = 0;
    let bytes = 0;
    const send = async (): Promise<void> => {
      if (batch.length === 0) return;
      await host.call('import_files', { root: target, files: batch }, { signal });
      batch = [];
      batchBytes = 0;
      void emit({ kind: 'import', done: count, total });
    };
    for await (const file of files) {
      batch.push(file);
      batchBytes += file.bytes.length;
      bytes += file.bytes.length;
      count++;
      if (batchBytes >= IMPORT_BATCH_BYTES) await send();
    }
    await send();
    return { files: count, bytes, save: await saved() };
  };

  const checkImport = async (target: string, files: readonly ImportFacts[]): Promise<void> => {
    const host = await options.host();
    const paths = files.map(({ path }) => path);
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    const { problem } = await host.call('check_import', { root: target, paths, bytes }, { signal });
    if (problem !== undefined) throw new StoreError('invalid_archive', `nothing was imported: ${problem}`);
  };

  const snapshot = async (): Promise<WorkspaceSnapshot> => (await options.host()).call('export_files', {}, { signal });

  return {
    async listDirectory(path) {
      const host = await options.host();
      return (await host.call('list_directory', { path }, { signal })).entries;
    },
    async listTree(path, maxEntries) {
      const host = await options.host();
      return host.call('list_tree', { path, maxEntries }, { signal });
    },
    async readFile(path) {
      const host = await options.host();
      return (await host.call('read_file', { path }, { signal })).bytes;
    },
    async writeFile(path, bytes) {
      const host = await options.host();
      const facts = await host.call('facts', { path, maxBytes: Number.MAX_SAFE_INTEGER }, { signal });
      const expected =
        facts.kind === 'absent' ? ({ kind: 'absent' } as const) : ({ kind: 'hash', hash: facts.hash ?? '' } as const);
      const outcome = await host.call('change_file', { path, expected, bytes, replaceLink: false }, { signal });
      if (outcome.kind === 'failed') throw new ToolFault('internal', `${path}: ${outcome.text}`);
      return saved();
    },
    async makeDirectory(path) {
      await (await options.host()).call('make_directory', { path }, { signal });
      return saved();
    },
    async remove(path) {
      await (await options.host()).call('remove', { path }, { signal });
      return saved();
    },
    async rename(from, to) {
      await (await options.host()).call('rename', { from, to }, { signal });
      return saved();
    },
    async importFiles(target, files) {
      await checkImport(
        target,
        files.map(({ path, file }) => ({ path, length: file.size })),
      );
      return importAll(target, readPicked(files), files.length);
    },
    async importZip(target, archive) {
      const bytes = new Uint8Array(await archive.arrayBuffer());
      const { readZip } = await loadArchive();
      // The archive is checked as a whole before its first file is put anywhere.
      const files = [...readZip(bytes)];
      await checkImport(
        target,
        files.map(({ path, bytes: { length } }) => ({ path, length })),
      );
      return importAll(target, files, files.length);
    },
    async exportZip() {
      const { writeZip } = await loadArchive();
      return writeZip(archiveFiles(await snapshot()), async () => undefined);
    },
    exportFolder: async (folder) => writeFolder(folder, archiveFiles(await snapshot())),
  };
}

/** Returns a workspace's entries as an archive has them; directories end with a slash. */
function* archiveFiles({ entries, contents }: WorkspaceSnapshot): Generator<ArchiveFile> {
  const bytesOf = unpackContents(contents);
  for (const entry of entries) {
    const { path, mtimeMs } = entry;
    switch (entry.kind) {
      case 'file':
        yield { path, mode: entry.mode, mtimeMs, bytes: bytesOf.get(entry.content) ?? NO_BYTES };
        break;
      case 'symlink':
        yield { path, mode: 0o777, mtimeMs, bytes: encodeText(entry.target), isSymlink: true };
        break;
      case 'directory':
        yield { path: `${path}/`, mode: entry.mode, mtimeMs, bytes: NO_BYTES };
        break;
    }
  }
}

async function* readPicked(files: readonly PickedFile[]): AsyncGenerator<ImportedFile> {
  for (const { path, file, lastModified } of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    yield { path, bytes, ...(lastModified === undefined ? {} : { mtimeMs: lastModified }) };
  }
}
