/** A line of a hunk: kept, taken out or put in. */
export interface PatchLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
  /** False for a last line without its newline. */
  hasNewline: boolean;
}

/** A change to a file. */
export interface PatchHunk {
  /** First line in the old and the new file, 1-based; the line before for nothing. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly PatchLine[];
}

/** The changes to one file. */
export interface FilePatch {
  /** As written behind `---` and `+++`, without times. */
  readonly oldName: string;
  readonly newName: string;
  readonly hunks: readonly PatchHunk[];
}

/** Reads the unified differences in a text; what stands between them is passed over. Returns what is wrong otherwise. */
export function parsePatch(text: string): FilePatch[] | string {
  const lines = text.split('\n');
  const patches: FilePatch[] = [];
  for (let at = 0; at < lines.length; ) {
    const oldName = /^--- ([^\t\r]*)/.exec(lines[at] ?? '')?.[1];
    const newName = /^\+\+\+ ([^\t\r]*)/.exec(lines[at + 1] ?? '')?.[1];
    if (oldName === undefined || newName === undefined) {
      at++;
      continue;
    }
    at += 2;
    const hunks: PatchHunk[] = [];
    while (lines[at]?.startsWith('@@ ')) {
      const read = readHunk(lines, at);
      if (typeof read === 'string') return read;
      hunks.push(read.hunk);
      at = read.end;
    }
    patches.push({ oldName: nameOf(oldName), newName: nameOf(newName), hunks });
  }
  return patches.length > 0 ? patches : 'Only garbage was found in the patch input.';
}

function nameOf(written: string): string {
  const trimmed = written.trimEnd();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).replaceAll(/\\(.)/g, '$1') : trimmed;
}

function readHunk(lines: readonly string[], start: number): { hunk: PatchHunk; end: number } | string {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[start] ?? '') ?? [];
  if (oldStart === undefined || newStart === undefined)
    return `malformed patch at line ${start + 1}: ${lines[start] ?? ''}`;
  const hunk: PatchLine[] = [];
  let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
  let at = start + 1;
  while (oldLeft > 0 || newLeft > 0 || lines[at]?.startsWith('\\')) {
    const line = lines[at];
    const mark = line === '' ? ' ' : line?.[0];
    if (mark === '\\') {
      const last = hunk.at(-1);
      if (last) last.hasNewline = false;
    } else if (mark === ' ' || mark === '-' || mark === '+') {
      hunk.push({ kind: mark, text: (line ?? '').slice(1), hasNewline: true });
      if (mark !== '+') oldLeft--;
      if (mark !== '-') newLeft--;
    } else return `malformed patch at line ${at + 1}: ${line ?? ''}`;
    at++;
  }
  return { hunk: { oldStart: Number(oldStart), newStart: Number(newStart), lines: hunk }, end: at };
}

/** Returns the patch that undoes one. */
export function reversePatch({ oldName, newName, hunks }: FilePatch): FilePatch {
  const opposite = { ' ': ' ', '-': '+', '+': '-' } as const;
  return {
    oldName: newName,
    newName: oldName,
    hunks: hunks.map(({ oldStart, newStart, lines }) => ({
      oldStart: newStart,
      newStart: oldStart,
      lines: lines.map((line) => ({ ...line, kind: opposite[line.kind] })),
    })),
  };
}
