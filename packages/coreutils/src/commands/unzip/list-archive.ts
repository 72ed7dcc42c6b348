import { formatTime, localTime } from '@cloche/system';
import type { StoredZipEntry } from '../../archive/read-zip.ts';
import { UNIX_KIND, ZIP_METHOD } from '../../archive/zip-entry.ts';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { describeMode } from '../../names/describe-mode.ts';

/** What a list is made of. */
export interface ArchiveList {
  readonly entries: readonly StoredZipEntry[];
  readonly archive: string;
  readonly archiveBytes: number;
  readonly zone: string | undefined;
  /** How much is left out: 1 the name of the archive, 2 headings and totals. */
  readonly quietness: number;
}

/** Prints the list of `unzip -l`. */
export function putShortList(output: OutputBuffer, list: ArchiveList): void {
  if (list.quietness === 0) output.putText(`Archive:  ${list.archive}\n`);
  if (list.quietness < 2) {
    output.putText('  Length      Date    Time    Name\n---------  ---------- -----   ----\n');
  }
  for (const entry of list.entries) {
    output.putText(`${String(entry.plainBytes).padStart(9)}  ${timeOf(entry, list)}   ${entry.name}\n`);
  }
  if (list.quietness >= 2) return;
  const total = sumOf(list.entries, 'plainBytes');
  output.putText(
    `---------                     -------\n${String(total).padStart(9)}                     ${countOf(list)}\n`,
  );
}

/** Prints the list of `unzip -v`. */
export function putLongList(output: OutputBuffer, list: ArchiveList): void {
  if (list.quietness === 0) output.putText(`Archive:  ${list.archive}\n`);
  if (list.quietness < 2) {
    output.putText(' Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n');
    output.putText('--------  ------  ------- ---- ---------- ----- --------  ----\n');
  }
  for (const entry of list.entries) {
    const method = entry.method === ZIP_METHOD.stored ? 'Stored' : 'Defl:N';
    const sizes = `${String(entry.plainBytes).padStart(8)}  ${method} ${String(entry.packedBytes).padStart(8)}`;
    const crc = entry.crc.toString(16).padStart(8, '0');
    output.putText(
      `${sizes} ${wonOf(entry.plainBytes, entry.packedBytes)} ${timeOf(entry, list)} ${crc}  ${entry.name}\n`,
    );
  }
  if (list.quietness >= 2) return;
  const [plain, packed] = [sumOf(list.entries, 'plainBytes'), sumOf(list.entries, 'packedBytes')];
  output.putText('--------          -------  ---                            -------\n');
  const sums = `${String(plain).padStart(8)}         ${String(packed).padStart(8)} ${wonOf(plain, packed)}`;
  output.putText(`${sums}                            ${countOf(list)}\n`);
}

/** Prints the list of zipinfo. */
export function putInfo(output: OutputBuffer, list: ArchiveList): void {
  const count = list.entries.length;
  output.putText(`Archive:  ${list.archive}\nZip file size: ${list.archiveBytes} bytes, number of entries: ${count}\n`);
  for (const entry of list.entries) {
    const kind = entry.unixMode & UNIX_KIND.mask;
    const mode = describeMode({
      kind: kind === UNIX_KIND.directory ? 'directory' : kind === UNIX_KIND.symlink ? 'symlink' : 'file',
      mode: entry.unixMode & 0o7777,
    });
    const method = entry.method === ZIP_METHOD.stored ? 'stor' : 'defN';
    const time = formatTime('%y-%b-%d %H:%M', localTime(entry.mtimeMs, list.zone));
    output.putText(`${mode}  3.0 unx ${String(entry.plainBytes).padStart(8)} bx ${method} ${time} ${entry.name}\n`);
  }
  const [plain, packed] = [sumOf(list.entries, 'plainBytes'), sumOf(list.entries, 'packedBytes')];
  const won = plain === 0 ? 0 : ((plain - packed) / plain) * 100;
  const files = `${count} file${count === 1 ? '' : 's'}`;
  output.putText(`${files}, ${plain} bytes uncompressed, ${packed} bytes compressed:  ${won.toFixed(1)}%\n`);
}

function timeOf({ mtimeMs }: StoredZipEntry, { zone }: ArchiveList): string {
  return formatTime('%Y-%m-%d %H:%M', localTime(mtimeMs, zone));
}

function sumOf(entries: readonly StoredZipEntry[], size: 'plainBytes' | 'packedBytes'): number {
  return entries.reduce((total, entry) => total + entry[size], 0);
}

function wonOf(plain: number, packed: number): string {
  return `${String(plain === 0 ? 0 : Math.round(((plain - packed) / plain) * 100)).padStart(3)}%`;
}

function countOf({ entries }: ArchiveList): string {
  return `${entries.length} file${entries.length === 1 ? '' : 's'}`;
}
