import { codePointCut, decodeText, isValidUtf8 } from '@cloche/system';
import { type FileAccess, lookAtFile } from './file-facts.ts';
import { signatureOf } from './file-signature.ts';
import type { ViewFileOutcome, ViewFileParams } from './tool-host.ts';

/** A larger file is not taken into memory. */
const MAX_FILE_BYTES = 67_108_864;
/** Images beyond this are more than model APIs take. */
const MAX_IMAGE_BYTES = 3_932_160;
/** Bytes at the start of a file in which a NUL byte shows that it is binary. */
const BINARY_CHECK_BYTES = 8000;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Looks at some lines of a text file, or at an image, and says what else is there; failures are told, not thrown. */
export function viewFile(access: FileAccess, params: ViewFileParams): ViewFileOutcome {
  const facts = lookAtFile(access, params.path, MAX_FILE_BYTES);
  const { bytes, hash, size, resolvedPath, problem } = facts;
  if (problem) return { kind: 'failed', resolvedPath, ...problem };
  if (facts.kind !== 'file') return { kind: facts.kind, resolvedPath };
  if (!bytes || hash === undefined) return { kind: 'too_large', resolvedPath, size, maxBytes: MAX_FILE_BYTES };
  const signature = signatureOf(bytes);
  if (signature?.imageType !== undefined) {
    if (size > MAX_IMAGE_BYTES) return { kind: 'too_large', resolvedPath, size, maxBytes: MAX_IMAGE_BYTES };
    return { kind: 'image', mediaType: signature.imageType, bytes, resolvedPath, hash };
  }
  if (signature || bytes.subarray(0, BINARY_CHECK_BYTES).includes(0))
    return { kind: 'binary', resolvedPath, size, ...(signature ? { type: signature.name } : {}) };
  return { kind: 'text', resolvedPath, hash, isUtf8: isValidUtf8(bytes), ...selectLines(bytes, params) };
}

type SelectedLines = Pick<
  Extract<ViewFileOutcome, { kind: 'text' }>,
  'lines' | 'firstLine' | 'totalLines' | 'rangeBytes' | 'cutLines'
>;

/** Takes lines from `firstLine` on, as many as were asked for and fit. A final newline ends the last line and begins none. */
function selectLines(file: Uint8Array, { firstLine, maxLines, maxBytes, maxLineBytes }: ViewFileParams): SelectedLines {
  const hasMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  const bytes = hasMark ? file.subarray(3) : file;
  const lines: string[] = [];
  const cutLines: number[] = [];
  let shownBytes = 0;
  let rangeBytes = 0;
  let totalLines = 0;
  let isFull = false;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const next = newline < 0 ? bytes.length : newline + 1;
    totalLines++;
    const isWanted = totalLines >= firstLine && totalLines < firstLine + maxLines;
    if (isWanted) {
      rangeBytes += next - start;
      const line = bytes.subarray(start, endOfLine(bytes, start, newline));
      isFull ||= lines.length > 0 && shownBytes + Math.min(line.length, maxLineBytes) > maxBytes;
      if (!isFull) {
        const kept = line.subarray(0, codePointCut(line, maxLineBytes));
        if (kept.length < line.length) cutLines.push(totalLines);
        const cut = kept.length < line.length ? `… [line truncated: it has ${line.length} bytes]` : '';
        lines.push(decodeText(kept).toWellFormed() + cut);
        shownBytes += kept.length;
      }
    }
    start = next;
  }
  return { lines, firstLine, totalLines, rangeBytes, cutLines };
}

function endOfLine(bytes: Uint8Array, start: number, newline: number): number {
  const end = newline < 0 ? bytes.length : newline;
  return end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}
