import type { ArchiveFile } from '@cloche/storage';
import type { ExportSummary } from '../wire/runner-api.ts';

/** Writes files below a folder of the File System API; what it cannot hold is skipped and named. */
export async function writeFolder(
  folder: FileSystemDirectoryHandle,
  files: Iterable<ArchiveFile>,
): Promise<ExportSummary> {
  const skipped: string[] = [];
  let count = 0;
  let total = 0;
  for (const { path, bytes, isSymlink } of files) {
    const names = path.split('/').filter(Boolean);
    try {
      if (isSymlink) throw new TypeError('links cannot be written');
      const isDirectory = path.endsWith('/');
      const parent = await openFolder(folder, isDirectory ? names : names.slice(0, -1));
      if (isDirectory) continue;
      await writeFile(await parent.getFileHandle(names.at(-1) ?? '', { create: true }), bytes);
      count++;
      total += bytes.length;
    } catch (error) {
      // A name that this folder's file system refuses; everything else (no permission, no room) ends the export.
      if (!(error instanceof TypeError)) throw error;
      skipped.push(path);
    }
  }
  return { files: count, bytes: total, skipped };
}

async function openFolder(
  folder: FileSystemDirectoryHandle,
  names: readonly string[],
): Promise<FileSystemDirectoryHandle> {
  let current = folder;
  for (const name of names) current = await current.getDirectoryHandle(name, { create: true });
  return current;
}

async function writeFile(file: FileSystemFileHandle, bytes: Uint8Array): Promise<void> {
  const writable = await file.createWritable();
  await writable.write(Uint8Array.from(bytes));
  await writable.close();
}
