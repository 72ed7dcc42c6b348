/** A word of a paragraph. */
export interface FmtWord {
  readonly text: string;
  readonly width: number;
  /** The blanks behind it when the line goes on. */
  readonly blanks: string;
  /** Columns of those. */
  readonly space: number;
  /** A sentence ends with it. */
  readonly endsSentence: boolean;
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

/** What a break costs beside the lengths of the lines, in columns squared: below zero where one is welcome. */
export interface BreakCosts {
  /** Behind the end of a sentence. */
  readonly behindSentence: number;
  /** Behind the first word of a sentence, which then stands alone at the end of a line. */
  readonly behindFirstWord: number;
  /** Before the last word of a sentence, which then stands alone at the start of a line. */
  readonly beforeLastWord: number;
}

/** Of the values tried, those whose breaks are most often those of GNU fmt, on generated prose of several widths. */
const COSTS: BreakCosts = { behindSentence: -25, behindFirstWord: 40, beforeLastWord: 40 };

/**
 * Returns where lines begin, as indices of words, so that the sum of the squared distances between the lengths of the
 * lines and the goal is smallest, with the costs of the breaks. The last line may have any length.
 */
export function breakLines(words: readonly FmtWord[], goal: LineGoal, costs: BreakCosts = COSTS): number[] {
  const count = words.length;
  /** For each word, the least cost of the lines from there on if one begins with it, and where the next one begins. */
  const least: number[] = Array.from({ length: count + 1 }, () => Number.POSITIVE_INFINITY);
  const nexts: number[] = Array.from({ length: count + 1 }, () => count);
  least[count] = 0;
  for (let start = count - 1; start >= 0; start--) {
    let length = (start === 0 ? goal.firstIndent : goal.otherIndent) + (words[start]?.width ?? 0);
    for (let next = start + 1; next <= count; next++) {
      const isLast = next === count;
      const line = isLast ? 0 : (goal.goalColumns - length) ** 2 + costOfBreak(words, next, costs);
      const total = line + (least[next] ?? 0);
      if (total < (least[start] ?? 0)) {
        least[start] = total;
        nexts[start] = next;
      }
      length += (words[next - 1]?.space ?? 1) + (words[next]?.width ?? 0);
      if (length >= goal.maxColumns) break;
    }
  }
  const starts: number[] = [];
  for (let at = 0; at < count; at = nexts[at] ?? count) starts.push(at);
  return starts;
}

/** What it costs that a line begins with the word at `start`. */
function costOfBreak(words: readonly FmtWord[], start: number, costs: BreakCosts): number {
  if (words[start - 1]?.endsSentence) return costs.behindSentence;
  const isBehindFirst = start === 1 || words[start - 2]?.endsSentence;
  return (isBehindFirst ? costs.behindFirstWord : 0) + (words[start]?.endsSentence ? costs.beforeLastWord : 0);
}
