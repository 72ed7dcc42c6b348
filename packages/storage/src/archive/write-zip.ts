import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ArchiveFile } from './archive-file.ts';

const MADE_ON_UNIX = 3;
const TYPE_FILE = 0o100000;
const TYPE_LINK = 0o120000;
/** Earliest and latest times that a zip can hold. */
const EARLIEST_MS = Date.UTC(1980, 0, 2);
const LATEST_MS = Date.UTC(2099, 11, 30);
/** Compressing what is compressed already only costs time. */
const COMPRESSED = /\.(?:zip|gz|tgz|bz2|xz|zst|7z|png|jpe?g|gif|webp|avif|mp[34]|webm|woff2?|wasm)$/i;

/**
 * Packs files into a zip with their modes and links.
 *
 * @param afterEach  awaited after every file, so that long work can yield and be cancelled
 */
export async function writeZip(files: Iterable<ArchiveFile>, afterEach: () => Promise<void>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failed = error;
    else parts.push(Uint8Array.from(chunk));
  });
  for (const { path, bytes, mode = 0o644, mtimeMs = 0, isSymlink = false } of files) {
    // Names are handed over as the text of their bytes, which fflate writes as UTF-8.
    const entry = COMPRESSED.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    entry.os = MADE_ON_UNIX;
    entry.attrs = (((isSymlink ? TYPE_LINK : TYPE_FILE) | mode) << 16) >>> 0;
    entry.mtime = Math.min(Math.max(mtimeMs, EARLIEST_MS), LATEST_MS);
    zip.add(entry);
    entry.push(bytes, true);
    if (failed) throw failed;
    await afterEach();
  }
  zip.end();
  if (failed) throw failed;
  return new Blob(parts, { type: 'application/zip' });
}
