import {
  compileGlob,
  compilePattern,
  createLineScanner,
  createQuickTest,
  isBacktrackingLimit,
  type Pattern,
  type WalkEntry,
  walkTree,
} from '@cloche/search';
import { concatBytes, encodeText, isInside, normalizePath, relativePath } from '@cloche/system';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import { scanAcrossLines } from './search-across-lines.ts';
import type { HostWork } from './search-names.ts';
import { createTextReader, windowOf } from './search-text.ts';
import type { SearchOutcome, SearchParams } from './tool-host.ts';

/** Skipped directories that are named in an answer. */
const MAX_NAMED_DIRECTORIES = 5;

/** A line that a search shows. */
export interface FoundLine {
  readonly kind: 'match' | 'context';
  readonly lineNumber: number;
  readonly bytes: Uint8Array;
}

/** Finds the lines of one text that match, with their context; a gap stands between groups. */
type ScanText = (bytes: Uint8Array) => Iterable<FoundLine | { readonly kind: 'gap' }>;

/**
 * Searches a file, or the files below a directory, and gives a page of what was found: files, their counts, or lines.
 * Paths are sorted. Everything is counted, also what is not on the page.
 */
export async function searchContent(access: FileAccess, params: SearchParams, work: HostWork): Promise<SearchOutcome> {
  const prepared = prepareScan(params);
  if ('problem' in prepared) return { kind: 'failed', text: prepared.problem };
  const start = normalizePath(params.root);
  const rootProblem = problemAt(access, start);
  if (rootProblem !== undefined) return { kind: 'failed', text: rootProblem };
  const texts = createTextReader(access, prepared.mayMatch, params.binaryCheckBytes);
  const page = createPage(params);
  const skippedDirectories: string[] = [];
  const isWanted = createFileFilter(params);
  let filesSearched = 0;
  let filesMatched = 0;
  let matches = 0;
  const enters = ({ depth, name, fullPath }: WalkEntry): boolean => {
    if (depth === 0 || !params.skips.includes(name)) return true;
    if (skippedDirectories.length < MAX_NAMED_DIRECTORIES)
      skippedDirectories.push(shownPath(fullPath, params.relativeTo));
    return false;
  };
  try {
    for (const entry of walkTree(access.files, start, { cwd: '/', order: 'sorted', followLinks: 'root', enters })) {
      const turn = work.yieldIfDue();
      if (turn) await turn;
      work.signal.throwIfAborted();
      if (entry.kind !== 'file' || !isWanted(entry, start)) continue;
      const bytes = texts.read(entry.fullPath, { isNamed: entry.depth === 0 });
      if (!bytes) continue;
      filesSearched++;
      if (bytes === 'nothing') continue;
      const found = scanFile(prepared.scan(bytes), shownPath(entry.fullPath, params.relativeTo), params, page);
      matches += found;
      if (found > 0) filesMatched++;
    }
  } catch (error) {
    if (!isBacktrackingLimit(error)) throw error;
    return {
      kind: 'failed',
      text: `the pattern needs too many steps on some line (${error instanceof Error ? error.message : ''}); simplify it`,
    };
  }
  return { kind: 'found', ...page.end(), matches, filesMatched, filesSearched, skippedDirectories };
}

interface PreparedScan {
  readonly scan: ScanText;
  readonly mayMatch: (bytes: Uint8Array) => boolean;
}

function prepareScan({
  pattern,
  ignoreCase,
  multiline,
  before,
  after,
}: SearchParams): PreparedScan | { readonly problem: string } {
  const text = multiline ? `(?s)${pattern}` : pattern;
  const compiled = compilePattern(text, 'pcre', { ignoreCase, anchorsAtLines: multiline });
  if (compiled.kind === 'invalid') return { problem: `invalid pattern: ${compiled.message}` };
  if (multiline) {
    return { scan: (bytes) => scanAcrossLines(bytes, compiled.pattern, { before, after }), mayMatch: () => true };
  }
  const scanner = createLineScanner(compiled.pattern, { countsLines: true, before, after });
  return {
    scan: (bytes) => windowLongLines(scanner().feed(bytes, { isLast: true }), compiled.pattern),
    mayMatch: createQuickTest(compiled.pattern),
  };
}

function* windowLongLines(
  lines: Iterable<FoundLine | { readonly kind: 'gap' }>,
  pattern: Pattern,
): Generator<FoundLine | { readonly kind: 'gap' }> {
  for (const line of lines) yield line.kind === 'gap' ? line : { ...line, bytes: windowOf(line.bytes, pattern) };
}

/** Puts what one file has on the page; returns how many lines match. */
function scanFile(lines: ReturnType<ScanText>, path: string, params: SearchParams, page: Page): number {
  let matches = 0;
  for (const line of lines) {
    if (line.kind === 'gap') {
      page.gap();
      continue;
    }
    if (line.kind === 'match') matches++;
    if (params.mode === 'files') break;
    if (params.mode === 'count') continue;
    const mark = line.kind === 'match' ? ':' : '-';
    const number = params.showsLineNumbers ? `${line.lineNumber}${mark}` : '';
    page.add(concatBytes([encodeText(`${path}${mark}${number}`), line.bytes]));
  }
  if (matches > 0 && params.mode === 'files') page.add(encodeText(path));
  if (matches > 0 && params.mode === 'count') page.add(encodeText(`${path}: ${matches}`));
  if (params.mode === 'content' && params.before + params.after > 0) page.endGroup();
  return matches;
}

interface Page {
  add(line: Uint8Array): void;
  /** A separator comes before the next line, if lines come before and after it. */
  gap(): void;
  endGroup(): void;
  end(): { readonly lines: Uint8Array; readonly shown: number; readonly total: number; readonly isCut: boolean };
}

/** Gathers the entries from `offset` on, `limit` of them (0 for all) as far as they fit, and counts all. */
function createPage({ offset, limit, maxBytes }: SearchParams): Page {
  const kept: Uint8Array[] = [];
  const newline = encodeText('\n');
  const separator = encodeText('--\n');
  let keptBytes = 0;
  let shown = 0;
  let total = 0;
  let isGapDue = false;
  let isCut = false;
  return {
    add(line) {
      const isOnPage = total >= offset && (limit === 0 || shown < limit);
      total++;
      if (!isOnPage) return;
      if (keptBytes + line.length > maxBytes) {
        isCut = true;
        return;
      }
      if (isGapDue && shown > 0) kept.push(separator);
      isGapDue = false;
      kept.push(line, newline);
      keptBytes += line.length + 1;
      shown++;
    },
    gap() {
      isGapDue = true;
    },
    endGroup() {
      isGapDue = true;
    },
    end: () => ({ lines: concatBytes(kept), shown, total, isCut }),
  };
}

/** A filter with a slash is for paths below the root, one without for names at any depth. */
function createFileFilter({ glob, names, root }: SearchParams): (entry: WalkEntry, start: string) => boolean {
  const base = normalizePath(root);
  const byName = names.map((name) => compileGlob(name));
  const filter =
    glob === undefined || glob === ''
      ? undefined
      : compileGlob(glob.replace(/^\.?\//, ''), {
          globstar: true,
          braces: true,
        });
  const isOfPaths = glob?.replace(/^\.?\//, '').includes('/') ?? false;
  return ({ name, fullPath }) => {
    if (byName.length > 0 && !byName.some((one) => one.matches(name))) return false;
    if (!filter) return true;
    return filter.matches(isOfPaths ? fullPath.slice(base === '/' ? 1 : base.length + 1) : name);
  };
}

/** Returns a path relative to `base` when it is inside, else as it is. */
function shownPath(path: string, base: string): string {
  return path !== base && isInside(base, path) ? relativePath(base, path) : path;
}

function problemAt(access: FileAccess, path: string): string | undefined {
  try {
    access.files.stat(path);
    resolveForChange(access, path);
    return undefined;
  } catch (error) {
    const { code, text } = describeProblem(error);
    return `${path}: ${code === 'ENOENT' ? 'no such file or directory' : text.toLowerCase()}`;
  }
}
