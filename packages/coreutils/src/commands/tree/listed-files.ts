import { createMemoryFileSystem, errnoOf, type MemoryFileSystem, NO_BYTES } from '@cloche/system';

/** Makes a file system of empty files out of paths, one a line; what ends with a slash is a directory. */
export function createListedFiles(text: string, nowMs: number): MemoryFileSystem {
  const files = createMemoryFileSystem({ now: () => nowMs });
  for (const line of text.split('\n')) {
    const names = line.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
    const last = line.endsWith('/') ? undefined : names.pop();
    let directory = '';
    for (const name of names) {
      directory += `/${name}`;
      unlessThere(() => files.makeDirectory(directory));
    }
    if (last !== undefined) unlessThere(() => files.writeFile(`${directory}/${last}`, NO_BYTES, { exclusive: true }));
  }
  return files;
}

/** A name that is listed twice, or as a file and as a directory, stays what it is; one that cannot be is left out. */
function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
