import type { PatchHunk, PatchLine } from './parse-patch.ts';

/** A file as lines; the last may lack its newline. */
export interface PatchedText {
  readonly lines: readonly string[];
  readonly endsWithNewline: boolean;
}

/** How a hunk went in. */
export interface HunkOutcome {
  readonly hunk: PatchHunk;
  /** Line, 1-based, at which it went in; nothing when it did not. */
  readonly line: number | undefined;
  /** How far that is from where the patch says. */
  readonly offset: number;
  /** Lines of context that were left out of the comparison. */
  readonly fuzz: number;
}

/** Divides a file into lines. */
export function patchedText(text: string): PatchedText {
  const lines = text.split('\n');
  const endsWithNewline = lines.at(-1) === '';
  if (endsWithNewline) lines.pop();
  return { lines, endsWithNewline: endsWithNewline || text === '' };
}

/** Applies hunks one after the other, each where its old lines are found nearest to where they should be. */
export function applyHunks(
  text: PatchedText,
  hunks: readonly PatchHunk[],
  { maxFuzz, ignoresBlanks }: { readonly maxFuzz: number; readonly ignoresBlanks: boolean },
): { readonly text: PatchedText; readonly outcomes: readonly HunkOutcome[] } {
  const result: string[] = [];
  const outcomes: HunkOutcome[] = [];
  const same = ignoresBlanks ? sameButForBlanks : (left: string, right: string): boolean => left === right;
  let { endsWithNewline } = text;
  let copied = 0;
  let shift = 0;
  for (const hunk of hunks) {
    const wanted = hunk.oldStart - (hunk.lines.some(({ kind }) => kind !== '+') ? 1 : 0) + shift;
    const found = findHunk(text.lines, hunk.lines, { wanted, from: copied, maxFuzz, same });
    if (!found) {
      outcomes.push({ hunk, line: undefined, offset: 0, fuzz: 0 });
      continue;
    }
    const { at, fuzz, lines } = found;
    shift += at - wanted - found.skipped;
    result.push(...text.lines.slice(copied, at));
    outcomes.push({ hunk, line: result.length + 1 - found.skipped, offset: at - found.skipped - wanted, fuzz });
    copied = at;
    for (const line of lines) {
      if (line.kind === '+') result.push(line.text);
      else if (line.kind === ' ') result.push(text.lines[copied++] ?? '');
      else copied++;
    }
    const last = lines.findLast(({ kind }) => kind !== '-');
    if (copied >= text.lines.length && last) endsWithNewline = last.kind === ' ' ? endsWithNewline : last.hasNewline;
  }
  result.push(...text.lines.slice(copied));
  return { text: { lines: result, endsWithNewline: endsWithNewline || result.length === 0 }, outcomes };
}

interface Search {
  readonly wanted: number;
  readonly from: number;
  readonly maxFuzz: number;
  readonly same: (left: string, right: string) => boolean;
}

function findHunk(
  file: readonly string[],
  hunk: readonly PatchLine[],
  { wanted, from, maxFuzz, same }: Search,
): { at: number; fuzz: number; lines: readonly PatchLine[]; skipped: number } | undefined {
  const before = hunk.findIndex(({ kind }) => kind !== ' ');
  const after = hunk.length - 1 - hunk.findLastIndex(({ kind }) => kind !== ' ');
  const context = Math.max(before, after);
  for (let fuzz = 0; fuzz <= Math.min(maxFuzz, context); fuzz++) {
    const skipped = Math.max(0, fuzz - (context - before));
    const cut = Math.max(0, fuzz - (context - after));
    const lines = hunk.slice(skipped, hunk.length - cut);
    const old = lines.filter(({ kind }) => kind !== '+').map(({ text }) => text);
    const fits = (at: number): boolean =>
      at >= from && at + old.length <= file.length && old.every((line, index) => same(line, file[at + index] ?? ''));
    for (let distance = 0; distance <= file.length; distance++) {
      for (const at of distance === 0 ? [wanted] : [wanted + distance, wanted - distance]) {
        if (fits(at + skipped)) return { at: at + skipped, fuzz, lines, skipped };
      }
    }
  }
  return undefined;
}

function sameButForBlanks(left: string, right: string): boolean {
  const plain = (line: string): string => line.trimEnd().replaceAll(/[ \t]+/g, ' ');
  return plain(left) === plain(right);
}
