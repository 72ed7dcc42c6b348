/** A text that commands were parsed from: a script, a `-c` string, the inside of a substitution. */
export interface SourceText {
  /** What `BASH_SOURCE` and messages call it. */
  readonly name: string;
  readonly text: string;
  /** Line number of the text's first line in the script it is part of. */
  readonly firstLine: number;
  /** Offsets at which lines begin, made on first use. */
  lineStarts?: number[];
}

/** Returns the 1-based line number of the character at `offset`. */
export function lineNumberAt(source: SourceText, offset: number): number {
  const starts = (source.lineStarts ??= findLineStarts(source.text));
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return source.firstLine + low;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}
