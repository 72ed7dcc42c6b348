import { describeError, encodedLength } from '@cloche/system';
import { inflateSync } from 'fflate';
import type { ArchiveFile } from './archive-file.ts';
import { entryData, invalid, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** What an archive may have at most. */
export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Bytes of all files together, unpacked. */
  readonly maxBytes: number;
}

/** Limits of an import: a workspace holds 256 MiB. */
export const IMPORT_LIMITS: ArchiveLimits = { maxEntries: 50_000, maxBytes: 268_435_456 };

const MAX_NAME_BYTES = 255;
const TYPE_MASK = 0o170000;
const TYPE_LINK = 0o120000;

/**
 * Reads a zip's files, one at a time, links last. The whole archive is checked before the first file comes: paths that
 * lead out (`..`, absolute, backslashes), encryption, unknown compression, too many entries or too many bytes give
 * `invalid_archive` with the entry's name, and nothing is imported.
 */
export function* readZip(archive: Uint8Array, limits: ArchiveLimits = IMPORT_LIMITS): Generator<ArchiveFile> {
  const entries = readZipDirectory(archive, limits);
  let claimed = 0;
  for (const entry of entries) {
    checkEntry(entry);
    claimed += entry.bytes;
  }
  const allowed = `the limit is ${(limits.maxBytes / 1_048_576).toFixed(0)} MiB`;
  if (claimed > limits.maxBytes)
    throw invalid(`its files have ${(claimed / 1_048_576).toFixed(0)} MiB together; ${allowed}`);
  checkNames(entries);
  const links = entries.filter(isLink);
  for (const entry of [...entries.filter((other) => !isLink(other)), ...links]) yield unpack(archive, entry);
}

function checkEntry({ name, isEncrypted, method }: ZipEntry): void {
  const shown = JSON.stringify(name);
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw invalid(`entry ${shown} has an absolute path`);
  if (name.includes('\\')) throw invalid(`entry ${shown} has a backslash; make the zip with / between folders`);
  if (name.includes('\0')) throw invalid(`entry ${shown} has a NUL byte`);
  if (name.split('/').includes('..')) throw invalid(`entry ${shown} leads out of the folder`);
  if (isEncrypted) throw invalid(`entry ${shown} is encrypted; make the zip without a password`);
  if (method !== 0 && method !== 8)
    throw invalid(`entry ${shown} is compressed in a way (${method}) that is not read; use deflate`);
}

/** Refuses archives in which one name is both a file and a folder, or is there twice. */
function checkNames(entries: readonly ZipEntry[]): void {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { name } of entries) {
    const names = namesOf(name);
    const shown = JSON.stringify(name);
    if (names.length === 0) throw invalid(`entry ${shown} has no name`);
    if (names.some((part) => encodedLength(part) > MAX_NAME_BYTES)) {
      throw invalid(`entry ${shown.slice(0, 80)}… has a name of over ${MAX_NAME_BYTES} bytes`);
    }
    const path = names.join('/');
    for (let count = 1; count < names.length; count++) folders.add(names.slice(0, count).join('/'));
    if (name.endsWith('/')) folders.add(path);
    else if (files.has(path)) throw invalid(`entry ${shown} is there twice`);
    else files.add(path);
  }
  for (const path of files)
    if (folders.has(path)) throw invalid(`entry ${JSON.stringify(path)} is both a file and a folder`);
}

function namesOf(name: string): string[] {
  return name.split('/').filter((part) => part !== '' && part !== '.');
}

function isLink({ unixMode }: ZipEntry): boolean {
  return (unixMode & TYPE_MASK) === TYPE_LINK;
}

function unpack(archive: Uint8Array, entry: ZipEntry): ArchiveFile {
  const path = namesOf(entry.name).join('/') + (entry.name.endsWith('/') ? '/' : '');
  const mode = entry.unixMode & 0o777;
  return {
    path,
    bytes: inflate(entryData(archive, entry), entry),
    mtimeMs: entry.mtimeMs,
    ...(mode === 0 ? {} : { mode }),
    ...(isLink(entry) ? { isSymlink: true } : {}),
  };
}

function inflate(data: Uint8Array, { method, bytes, name }: ZipEntry): Uint8Array {
  if (method === 0) return data.slice();
  let unpacked: Uint8Array;
  try {
    // One byte more than claimed shows a claim that is too small without unpacking the rest of a bomb.
    unpacked = inflateSync(data, { out: new Uint8Array(bytes + 1) });
  } catch (error) {
    throw invalid(`the data of ${JSON.stringify(name)} is damaged (${describeError(error)})`);
  }
  if (unpacked.length !== bytes) throw invalid(`the size of ${JSON.stringify(name)} is not what its directory says`);
  return unpacked.slice();
}
