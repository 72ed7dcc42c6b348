/** A word of a paragraph. */
export interface FmtWord {
  readonly text: string;
  readonly width: number;
  /** The blanks behind it when the line goes on. */
  readonly blanks: string;
  /** Columns of those. */
  readonly space: number;
  /** A sentence ends with it. */
  readonly isFinal: boolean;
  /** It ends with punctuation. */
  readonly isPunctuated: boolean;
  /** It begins with an opening bracket or quote. */
  readonly isOpening: boolean;
}

/** What lines should be like. */
export interface LineGoal {
  /** Lines are shorter than this. */
  readonly maxColumns: number;
  readonly goalColumns: number;
  /** Indentation of the first and of the other lines. */
  readonly firstIndent: number;
  readonly otherIndent: number;
}

/** Costs that make breaks fall where people want them: units are tenths of columns, squared. */
const square = (value: number): number => value * value;
const SENTENCE_END = square(50);
const AWKWARD_SENTENCE_END = square(600);
const AFTER_PUNCTUATION = square(40);
const BEFORE_OPENING = square(40);
const EACH_LINE = square(70);
const WIDOW = square(200);
const ORPHAN = square(150);

/**
 * Returns where lines begin, as indices of words: lines near the goal and of like length, breaks behind sentences and
 * punctuation. The last line may be short.
 */
export function breakLines(words: readonly FmtWord[], goal: LineGoal): number[] {
  const count = words.length;
  const best: number[] = Array.from({ length: count + 1 }, () => Number.POSITIVE_INFINITY);
  const lengths: number[] = Array.from({ length: count + 1 }, () => 0);
  const nexts: number[] = Array.from({ length: count + 1 }, () => count);
  best[count] = 0;
  for (let start = count - 1; start >= 0; start--) {
    let length = (start === 0 ? goal.firstIndent : goal.otherIndent) + (words[start]?.width ?? 0);
    for (let next = start + 1; ; next++) {
      const isBeforeLast = nexts[next] === count;
      const cost = lineCost(length, goal, next === count || isBeforeLast ? undefined : lengths[next]);
      const total = (next === count ? 0 : cost) + (best[next] ?? 0);
      if (total < (best[start] ?? 0)) {
        best[start] = total;
        nexts[start] = next;
        lengths[start] = length;
      }
      if (next === count) break;
      length += (words[next - 1]?.space ?? 1) + (words[next]?.width ?? 0);
      if (length >= goal.maxColumns) break;
    }
    best[start] = (best[start] ?? 0) + breakCost(words, start);
  }
  const starts: number[] = [];
  for (let at = 0; at < count; at = nexts[at] ?? count) starts.push(at);
  return starts;
}

/** The last line may have any length, and the one before it does not compare with it. */
function lineCost(length: number, { goalColumns }: LineGoal, nextLength: number | undefined): number {
  const short = square((goalColumns - length) * 10);
  return nextLength === undefined ? short : short + square((length - nextLength) * 10) / 2;
}

/** What it costs to begin a line with a word. */
function breakCost(words: readonly FmtWord[], start: number): number {
  let cost = EACH_LINE;
  const word = words[start];
  const before = words[start - 1];
  if (before) {
    if (before.isFinal) cost -= SENTENCE_END;
    else if (/[.?!][)\]'"]*$/.test(before.text)) cost += AWKWARD_SENTENCE_END;
    else if (before.isPunctuated) cost -= AFTER_PUNCTUATION;
    else if (words[start - 2]?.isFinal) cost += WIDOW / (before.width + 2);
  }
  if (word?.isOpening) cost -= BEFORE_OPENING;
  else if (word?.isFinal) cost += ORPHAN / (word.width + 2);
  return cost;
}
