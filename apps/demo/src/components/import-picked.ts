import type { ImportSummary, PickedFile } from 'cloche';
import type { Demo } from '../state/demo.ts';

/** Imports what a person picked: zips are unpacked, other files are put in as they are. */
export async function importPicked(demo: Demo, files: readonly (File | PickedFile)[]): Promise<void> {
  const workspace = await demo.whenOpen();
  const picked = files.map((file) => (file instanceof File ? pick(file) : file));
  const isZip = ({ path }: PickedFile): boolean => /^[^/]+\.zip$/i.test(path);
  const summaries: ImportSummary[] = [];
  for (const { path, file } of picked.filter(isZip)) {
    try {
      summaries.push(await workspace.files.importZip(workspace.root, file));
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const plain = picked.filter((file) => !isZip(file));
  if (plain.length > 0) summaries.push(await workspace.files.importFiles(workspace.root, plain));
  demo.importing.value = undefined;
  const count = summaries.reduce((sum, summary) => sum + summary.files, 0);
  demo.note('page', `Imported ${count} ${count === 1 ? 'file' : 'files'}.`);
}

/** Returns everything that was dropped, folders walked through. */
export async function readDropped(items: DataTransferItemList): Promise<PickedFile[]> {
  // The list empties itself after the event, so every entry is taken before anything is awaited.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: PickedFile[] = [];
  for (const entry of entries) await collect(entry, found);
  return found;
}

function pick(file: File): PickedFile {
  return { path: file.webkitRelativePath || file.name, file, lastModified: file.lastModified };
}

async function collect(entry: FileSystemEntry, found: PickedFile[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ''), file, lastModified: file.lastModified });
    return;
  }
  if (!isDirectory(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await collect(child, found);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
