import { expandAliases } from './expand-aliases.ts';
import { findNestedProblem } from './find-nested-problem.ts';
import { type ParsedScript, parseScript, type Statement } from './parse-script.ts';
import type { SourceText } from './source-text.ts';
import { describeSyntaxError, type SyntaxProblem } from './syntax-problem.ts';

/** What a script gives next: the statements of one line (or of a command that spans lines), an error, or the end. */
export type ScriptUnit =
  | {
      readonly kind: 'statements';
      readonly statements: readonly Statement[];
      readonly source: SourceText;
      readonly end: UnitEnd;
    }
  | { readonly kind: 'error'; readonly problem: SyntaxProblem; readonly source: SourceText }
  | { readonly kind: 'end' };

/** Where a unit ends in the text as it was given. */
export interface UnitEnd {
  /** Offset after the unit's line, here-documents included. */
  readonly offset: number;
  /** Whether something follows, so that the unit cannot go on with more input. */
  readonly isFollowed: boolean;
}

/** How much of a long text is parsed at first; more when a command does not end in it. */
const FIRST_WINDOW = 65_536;

/** With aliases each unit is parsed on its own. */
const FIRST_WINDOW_WITH_ALIASES = 4_096;

/**
 * A text that is taken apart unit by unit, so that commands run before a later line is understood. Long texts are parsed
 * a window at a time: lines up to a length, and more while their last command may go on behind them.
 */
export class ScriptText {
  private source: SourceText;
  /** The start of `source` that `parsed` is the tree of. */
  private window: SourceText | undefined;
  private parsed: ParsedScript | undefined;
  private nextStatement = 0;
  /** Offset of `source.text` in the text as it was given. */
  private base = 0;

  constructor(text: string, name: string, firstLine: number) {
    this.source = { name, text, firstLine };
  }

  /** The part that no unit has taken yet. */
  get rest(): { text: string; firstLine: number } {
    return { text: this.source.text, firstLine: this.source.firstLine };
  }

  /** Returns the next unit and goes past it. `aliases` is undefined where they are not expanded. */
  next(aliases: ReadonlyMap<string, string> | undefined): ScriptUnit {
    if (aliases && aliases.size > 0) return this.nextWithAliases(aliases);
    let size = FIRST_WINDOW;
    for (;;) {
      this.window ??= this.openWindow(size);
      const { window } = this;
      this.parsed ??= parseScript(window.text);
      if (this.isWhole(window) || this.isSettled(this.parsed, window.text, 0))
        return this.takeUnit(this.parsed, window, { delta: 0, expandedEnd: 0 });
      size = this.nextStatement === 0 ? window.text.length * 4 : FIRST_WINDOW;
      this.dropTaken();
    }
  }

  /** Returns the lines of the source that begin in its first `size` units. */
  private openWindow(size: number): SourceText {
    const { text } = this.source;
    const end = text.indexOf('\n', size);
    return end < 0 ? this.source : { ...this.source, text: text.slice(0, end + 1) };
  }

  private isWhole(window: SourceText): boolean {
    return window.text.length === this.source.text.length;
  }

  /** Says whether the next unit is the same whatever follows the window: another statement follows it there. */
  private isSettled(parsed: ParsedScript, text: string, expandedEnd: number): boolean {
    const end = this.nextStatement + unitLength(parsed, text, this.nextStatement, expandedEnd);
    const next = parsed.commands[end];
    const problem = firstProblem(parsed);
    return next !== undefined && end > this.nextStatement && (!problem || problem.pos >= next.pos);
  }

  private nextWithAliases(aliases: ReadonlyMap<string, string>): ScriptUnit {
    this.dropTaken();
    for (let size = FIRST_WINDOW_WITH_ALIASES; ; size *= 4) {
      const window = this.openWindow(size);
      const { text, delta, expandedEnd } = expandAliases(window.text, aliases, (candidate, end) => {
        const parsed = parseScript(candidate);
        return { parsed, count: unitLength(parsed, candidate, 0, end) };
      });
      const parsed = parseScript(text);
      if (!this.isWhole(window) && !this.isSettled(parsed, text, expandedEnd)) continue;
      const unit = this.takeUnit(parsed, { ...window, text }, { delta, expandedEnd });
      if (unit.kind === 'statements') this.dropText(unit.end.offset - this.base);
      return unit;
    }
  }

  private takeUnit(
    parsed: ParsedScript,
    source: SourceText,
    { delta, expandedEnd }: { delta: number; expandedEnd: number },
  ): ScriptUnit {
    const first = this.nextStatement;
    const count = unitLength(parsed, source.text, first, expandedEnd);
    const last = count === 0 ? undefined : parsed.commands[first + count - 1];
    const problem = firstProblem(parsed);
    if (!last) {
      return problem ? { kind: 'error', problem: describeSyntaxError(problem, source), source } : { kind: 'end' };
    }
    const lineEnd = source.text.indexOf('\n', last.end);
    const end = lineEnd < 0 ? source.text.length : lineEnd + 1;
    const isLast = first + count >= parsed.commands.length;
    if (
      problem &&
      (problem.pos <= (lineEnd < 0 ? source.text.length : lineEnd) || (isLast && isUnfinished(problem, source)))
    ) {
      return { kind: 'error', problem: describeSyntaxError(problem, source), source };
    }
    const statements = parsed.commands.slice(first, first + count);
    const nested = findNestedProblem(statements, source.text);
    if (nested) return { kind: 'error', problem: describeSyntaxError(nested, source), source };
    this.nextStatement = first + count;
    const next = parsed.commands[this.nextStatement];
    const offset = this.base + (next ? next.pos : Math.max(end, endOfDocuments(parsed, first, count))) - delta;
    return { kind: 'statements', statements, source, end: { offset, isFollowed: lineEnd >= 0 } };
  }

  /** Forgets the part that was taken, so that the rest can be read anew. */
  private dropTaken(): void {
    this.dropText(this.nextStatement === 0 ? 0 : this.takenLength());
  }

  private takenLength(): number {
    const next = this.parsed?.commands[this.nextStatement];
    if (next) return next.pos;
    const last = this.parsed?.commands[this.nextStatement - 1];
    return last ? Math.max(last.end, firstProblemOffset(this.parsed)) : 0;
  }

  private dropText(length: number): void {
    this.nextStatement = 0;
    this.parsed = undefined;
    this.window = undefined;
    if (length === 0) return;
    const { name, text } = this.source;
    let { firstLine } = this.source;
    for (let at = text.indexOf('\n'); at >= 0 && at < length; at = text.indexOf('\n', at + 1)) firstLine++;
    this.source = { name, text: text.slice(length), firstLine };
    this.base += length;
  }
}

/** Returns how many statements from `first` on stand on one line, or on the lines that their last one spans. */
function unitLength(parsed: ParsedScript, text: string, first: number, expandedEnd: number): number {
  const { commands } = parsed;
  let count = 0;
  for (let index = first; index < commands.length; index++) {
    count++;
    const current = commands[index];
    const next = commands[index + 1];
    if (!current || !next) break;
    if (next.pos >= expandedEnd && text.slice(current.end, next.pos).includes('\n')) break;
  }
  return count;
}

interface ParseProblem {
  readonly message: string;
  readonly pos: number;
  /** It is in a `[[ … ]]`. */
  readonly isInTest?: boolean;
}

/** A command that the end of the text leaves open is the last one, wherever its words stand. */
function isUnfinished({ message, pos }: ParseProblem, { text }: SourceText): boolean {
  return message.startsWith('expected') && text.slice(pos).trim() === '';
}

function firstProblem(parsed: ParsedScript): ParseProblem | undefined {
  let first: ParseProblem | undefined;
  for (const error of parsed.errors ?? []) {
    if (/here-?doc/i.test(error.message)) continue;
    if (!first || error.pos < first.pos) first = error;
  }
  if (!first || /nesting depth|^unterminated/.test(first.message)) return first;
  const isInTest = (parsed.errors ?? []).some((error) => /'\]\]'|test (?:group|operator)/.test(error.message));
  return isInTest ? { ...first, isInTest } : first;
}

function firstProblemOffset(parsed: ParsedScript | undefined): number {
  return parsed ? (firstProblem(parsed)?.pos ?? 0) : 0;
}

/** The text after the last statement is comments and here-documents: all of it belongs to the last unit. */
function endOfDocuments(parsed: ParsedScript, first: number, count: number): number {
  return first + count >= parsed.commands.length ? (firstProblem(parsed)?.pos ?? parsed.end) : 0;
}
