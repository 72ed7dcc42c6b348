import {
  compilePattern,
  createLineScanner,
  createQuickTest,
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
  const texts = createTextReader(access, createQuickTest(compiled.pattern));
  const lines: Uint8Array[] = [];
  let keptBytes = 0;
  let matches = 0;
  let filesSearched = 0;
  const enters = ({ depth, name }: WalkEntry): boolean => depth === 0 || !SKIPPED_DIRECTORIES.has(name);
  try {
    for (const { kind, fullPath, depth } of walkTree(access.files, start, {
      cwd: '/',
      order: 'sorted',
      followLinks: 'root',
      enters,
    })) {
      const turn = work.yieldIfDue();
      if (turn) await turn;
      work.signal.throwIfAborted();
      if (kind !== 'file') continue;
      const bytes = texts.read(fullPath, { isNamed: depth === 0 });
      if (!bytes) continue;
      filesSearched++;
      if (bytes === 'nothing') continue;
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

/** Reads the files of a search, one after another. */
export interface TextReader {
  /**
   * Returns a text file's bytes with CRLF made LF, so that `$` matches and no line ends in a carriage return; they are
   * valid until the next call. `nothing` where no line can match; `undefined` for a file that is binary or cannot be read.
   *
   * @param options.isNamed  the path is not from its directory, and so may be that of a link
   */
  read(path: string, options: { readonly isNamed: boolean }): Uint8Array | 'nothing' | undefined;
}

/**
 * Creates the reader of a search.
 *
 * @param mayMatch  a quick test of a whole file for lines that match
 * @param binaryCheckBytes  where a NUL byte shows that a file is binary; by default as GNU grep looks
 */
export function createTextReader(
  { files }: FileAccess,
  mayMatch: (bytes: Uint8Array) => boolean,
  binaryCheckBytes?: number,
): TextReader {
  const reader = files.createBulkReader?.() ?? files;
  const isBinary = (bytes: Uint8Array): boolean =>
    binaryCheckBytes === undefined ? looksBinary(bytes) : bytes.subarray(0, binaryCheckBytes).includes(0);
  return {
    read(path, { isNamed }) {
      let bytes: Uint8Array;
      try {
        bytes = (isNamed ? files : reader).readFile(path);
      } catch {
        return undefined;
      }
      if (isBinary(bytes)) return undefined;
      return mayMatch(bytes) ? dropCarriageReturns(bytes) : 'nothing';
    },
  };
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
