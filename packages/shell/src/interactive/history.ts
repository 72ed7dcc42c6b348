/** The lines that were entered in an interactive shell, the oldest first. */
export interface HistoryList {
  /** Number of the first line that is kept; lines are counted from 1 from the beginning. */
  readonly firstNumber: number;
  readonly lines: readonly string[];
  /** Adds a line as it is, whatever HISTCONTROL says. */
  append(line: string): void;
  /** Takes out the line at an index of `lines`. */
  removeAt(index: number): void;
  clear(): void;
  /** Lines that the history file had when it was read, and lines of this list that it has. */
  readonly counts: { read: number; saved: number };
  copy(): HistoryList;
  /** Drops the oldest lines beyond `size`. */
  limit(size: number): void;
}

/** Creates a history, of nothing unless lines are given. */
export function createHistory(initial: readonly string[] = []): HistoryList {
  let lines = [...initial];
  let firstNumber = 1;
  const counts = { read: 0, saved: 0 };
  return {
    get firstNumber() {
      return firstNumber;
    },
    get lines() {
      return lines;
    },
    counts,
    copy: () => createHistory(lines),
    append(line) {
      lines.push(line);
    },
    removeAt(index) {
      lines.splice(index, 1);
    },
    clear() {
      lines = [];
      firstNumber = 1;
    },
    limit(size) {
      const surplus = lines.length - size;
      if (surplus <= 0) return;
      lines = lines.slice(surplus);
      firstNumber += surplus;
      counts.saved = Math.max(0, counts.saved - surplus);
    },
  };
}

/** How lines are kept: the values of the variables of that name. */
export interface HistoryRules {
  readonly HISTCONTROL: string | undefined;
  readonly HISTSIZE: string | undefined;
}

/** Adds an entered line unless HISTCONTROL leaves it out (`ignorespace`, `ignoredups`, `ignoreboth`, `erasedups`). */
export function recordLine(history: HistoryList, line: string, { HISTCONTROL = '', HISTSIZE }: HistoryRules): void {
  const controls = new Set(HISTCONTROL.split(':'));
  const ignoresBoth = controls.has('ignoreboth');
  if (line.trim() === '') return;
  if ((ignoresBoth || controls.has('ignorespace')) && line.startsWith(' ')) return;
  if ((ignoresBoth || controls.has('ignoredups')) && history.lines.at(-1) === line) return;
  if (controls.has('erasedups')) {
    for (let index = history.lines.length - 1; index >= 0; index--)
      if (history.lines[index] === line) history.removeAt(index);
  }
  history.append(line);
  const size = HISTSIZE !== undefined && /^\d+$/.test(HISTSIZE) ? Number(HISTSIZE) : DEFAULT_SIZE;
  history.limit(size);
}

const DEFAULT_SIZE = 500;
