import {
  compilePattern,
  createLineScanner,
  isBacktrackingLimit,
  looksBinary,
  type Pattern,
  type WalkEntry,
  walkTree,
} from '@cloche/search';
import { concatBytes, decodeText, encodeText, normalizePath } from '@cloche/system';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import type { HostWork } from './search-names.ts';
import type { GrepOutcome, GrepParams } from './tool-host.ts';

/** Directories that searches of a tree leave out. */
const SKIPPED_DIRECTORIES: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** A longer line is shown as a window of this many bytes round its match. */
const MAX_LINE_BYTES = 2000;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Searches a file, or all files below a directory, for lines that match; output is `path:line:text`, paths sorted. */
export async function searchText(
  access: FileAccess,
  { pattern, root, maxBytes }: GrepParams,
  work: HostWork,
): Promise<GrepOutcome> {
  const compiled = compilePattern(pattern, 'pcre');
  if (compiled.kind === 'invalid') return { kind: 'failed', text: `invalid pattern: ${compiled.message}` };
  const start = normalizePath(root);
  try {
    access.files.stat(start);
    resolveForChange(access, start);
  } catch (error) {
    const { code, text } = describeProblem(error);
    return {
      kind: 'failed',
      text: `${start}: ${code === 'ENOENT' ? 'no such file or directory' : text.toLowerCase()}`,
    };
  }
  const scanner = createLineScanner(compiled.pattern, { countsLines: true });
  const lines: Uint8Array[] = [];
  let keptBytes = 0;
  let matches = 0;
  let filesSearched = 0;
  const enters = ({ depth, name }: WalkEntry): boolean => depth === 0 || !SKIPPED_DIRECTORIES.has(name);
  try {
    for (const { kind, fullPath } of walkTree(access.files, start, {
      cwd: '/',
      order: 'sorted',
      followLinks: 'root',
      enters,
    })) {
      const turn = work.yieldIfDue();
      if (turn) await turn;
      work.signal.throwIfAborted();
      if (kind !== 'file') continue;
      const bytes = readTextFile(access, fullPath);
      if (!bytes) continue;
      filesSearched++;
      const prefix = `${fullPath}:`;
      for (const line of scanner().feed(bytes, { isLast: true })) {
        if (line.kind !== 'match') continue;
        matches++;
        if (keptBytes > maxBytes) continue;
        const shown = concatBytes([
          encodeText(`${prefix}${line.lineNumber}:`),
          windowOf(line.bytes, compiled.pattern),
          encodeText('\n'),
        ]);
        lines.push(shown);
        keptBytes += shown.length;
      }
    }
  } catch (error) {
    if (!isBacktrackingLimit(error)) throw error;
    return {
      kind: 'failed',
      text: `the pattern needs too many steps on some line (${error instanceof Error ? error.message : ''}); simplify it`,
    };
  }
  return { kind: 'found', lines: concatBytes(lines), matches, filesSearched, isCut: keptBytes > maxBytes };
}

/**
 * Returns a text file's bytes with CRLF made LF, so that `$` matches and no line ends in a carriage return; `undefined`
 * for a file that is binary or cannot be read.
 *
 * @param binaryCheckBytes  where a NUL byte shows that a file is binary; by default as GNU grep looks
 */
export function readTextFile({ files }: FileAccess, path: string, binaryCheckBytes?: number): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = files.readFile(path);
  } catch {
    return undefined;
  }
  const isBinary =
    binaryCheckBytes === undefined ? looksBinary(bytes) : bytes.subarray(0, binaryCheckBytes).includes(0);
  return isBinary ? undefined : dropCarriageReturns(bytes);
}

function dropCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CARRIAGE_RETURN)) return bytes;
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === CARRIAGE_RETURN && (bytes[index + 1] === NEWLINE || index === bytes.length - 1)) continue;
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

/** Cuts a long line to a window round its first match; the cuts are marked. */
export function windowOf(line: Uint8Array, pattern: Pattern): Uint8Array {
  if (line.length <= MAX_LINE_BYTES) return line;
  const text = decodeText(line);
  const at = pattern.find(text, 0)?.start ?? 0;
  const from = Math.max(0, at - MAX_LINE_BYTES / 4);
  const to = Math.min(text.length, from + MAX_LINE_BYTES);
  const before = from > 0 ? `[${from} characters before] ` : '';
  const after = to < text.length ? ` [${text.length - to} characters after]` : '';
  return encodeText(`${before}${text.slice(from, to)}${after}`);
}
