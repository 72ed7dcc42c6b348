import { compileSedPattern } from './compile-pattern.ts';
import { parseSubstitution } from './parse-substitution.ts';
import {
  type Action,
  type Address,
  type PlainLetter,
  type RangeEnd,
  type SedCommand,
  type Selection,
  type Substitution,
  WrongScript,
} from './script.ts';
import { ScriptCursor } from './script-cursor.ts';

/** A piece of a script: `-e`'s value or a file's text. */
export interface ScriptPiece {
  readonly text: string;
  /** The file it is from. */
  readonly file: string | undefined;
}

/** Parses a script. Throws `WrongScript`. */
export function parseScript(
  pieces: readonly ScriptPiece[],
  { isExtended, isSandboxed }: { readonly isExtended: boolean; readonly isSandboxed: boolean },
): SedCommand[] {
  const cursor = new ScriptCursor(pieces.map(({ text }) => text).join('\n'), (offset) => placeOf(pieces, offset));
  return new ScriptParser(cursor, isExtended, isSandboxed).parse();
}

function placeOf(pieces: readonly ScriptPiece[], offset: number): string {
  let start = 0;
  let expression = 0;
  for (const { text, file } of pieces) {
    if (file === undefined) expression++;
    const end = start + text.length;
    if (offset <= end) {
      if (file === undefined) return `-e expression #${expression}, char ${offset - start}`;
      return `file ${file} line ${text.slice(0, offset - start).split('\n').length}`;
    }
    start = end + 1;
  }
  return `-e expression #${Math.max(expression, 1)}, char 0`;
}

const SANDBOXED = 'e/r/w commands disabled in sandbox mode';
const PLAIN_LETTERS = 'dDgGhHnNpPxz=F';
const NO_SELECTION: Selection = { start: undefined, end: undefined, isNegated: false };

class ScriptParser {
  readonly #cursor: ScriptCursor;
  readonly #isExtended: boolean;
  readonly #isSandboxed: boolean;
  readonly #commands: SedCommand[] = [];
  readonly #labels = new Map<string, number>();
  readonly #open: { end: number }[] = [];

  constructor(cursor: ScriptCursor, isExtended: boolean, isSandboxed: boolean) {
    this.#cursor = cursor;
    this.#isExtended = isExtended;
    this.#isSandboxed = isSandboxed;
  }

  parse(): SedCommand[] {
    for (;;) {
      this.#cursor.skipSeparators();
      if (this.#cursor.isAtEnd) break;
      this.#command();
    }
    if (this.#open.length > 0) throw new WrongScript("-e expression #1, char 0: unmatched `{'");
    for (const { action } of this.#commands) {
      if (action.kind !== 'branch' && action.kind !== 'branch-if' && action.kind !== 'branch-unless') continue;
      const target = action.label === '' ? this.#commands.length : this.#labels.get(action.label);
      if (target === undefined) throw new WrongScript(`can't find label for jump to \`${action.label}'`, 4);
      action.target = target;
    }
    return this.#commands;
  }

  #command(): void {
    const cursor = this.#cursor;
    const selection = this.#selection();
    const letter = cursor.peek();
    if (letter === undefined) cursor.fail('missing command');
    cursor.skip();
    const action = this.#action(letter ?? '', selection);
    if (action) this.#commands.push({ selection, action });
  }

  #selection(): Selection {
    const cursor = this.#cursor;
    const start = this.#address();
    let end: RangeEnd | undefined;
    cursor.skipBlanks();
    if (start && cursor.accept(',')) {
      cursor.skipBlanks();
      end = this.#rangeEnd();
      if (!end) {
        cursor.skip();
        cursor.fail("unexpected `,'");
      }
    }
    cursor.skipBlanks();
    let isNegated = false;
    while (cursor.accept('!')) {
      if (isNegated) cursor.fail("multiple `!'s");
      isNegated = true;
      cursor.skipBlanks();
    }
    if (start?.kind === 'line' && start.number === 0 && end?.kind !== 'pattern') {
      cursor.skip();
      cursor.fail('invalid usage of line address 0');
    }
    return start ? { start, end, isNegated } : { ...NO_SELECTION, isNegated };
  }

  #address(): Address | undefined {
    const cursor = this.#cursor;
    if (cursor.accept('$')) return { kind: 'last' };
    const number = cursor.takeNumber();
    if (number !== undefined) {
      if (!cursor.accept('~')) return { kind: 'line', number };
      return { kind: 'step', first: number, step: cursor.takeNumber() ?? 0 };
    }
    if (cursor.peek() === '/') return this.#patternAddress();
    if (cursor.peek() !== '\\') return undefined;
    cursor.skip();
    return this.#patternAddress();
  }

  #patternAddress(): Address {
    const cursor = this.#cursor;
    const unterminated = 'unterminated address regex';
    const delimiter = cursor.takeDelimiter(unterminated);
    const text = cursor.takeDelimited(delimiter, { isPattern: true }, unterminated);
    let ignoreCase = false;
    let isMultiline = false;
    for (;;) {
      if (cursor.accept('I')) ignoreCase = true;
      else if (cursor.accept('M')) isMultiline = true;
      else break;
    }
    if (text === '') return { kind: 'pattern', pattern: undefined };
    const pattern = compileSedPattern(text, { isExtended: this.#isExtended, ignoreCase, isMultiline });
    return typeof pattern === 'string' ? cursor.fail(pattern) : { kind: 'pattern', pattern };
  }

  #rangeEnd(): RangeEnd | undefined {
    const cursor = this.#cursor;
    if (cursor.accept('+')) return { kind: 'count', count: cursor.takeNumber() ?? 0 };
    if (cursor.accept('~')) return { kind: 'multiple', of: cursor.takeNumber() ?? 0 };
    return this.#address();
  }

  #action(letter: string, selection: Selection): Action | undefined {
    const cursor = this.#cursor;
    if (this.#isSandboxed && 'erRwW'.includes(letter)) cursor.fail(SANDBOXED);
    if (isPlainLetter(letter)) return this.#ended({ kind: 'plain', letter });
    switch (letter) {
      case '#':
        if (selection.start) cursor.fail("comments don't accept any addresses");
        cursor.takeLine();
        return undefined;
      case '{': {
        const block: Extract<Action, { kind: 'block-start' }> = { kind: 'block-start', end: 0 };
        this.#open.push(block);
        return block;
      }
      case '}': {
        const block = this.#open.pop();
        if (!block) cursor.fail("unexpected `}'");
        if (selection.start) cursor.fail("} doesn't want any addresses");
        if (block) block.end = this.#commands.length;
        return this.#ended({ kind: 'block-end' });
      }
      case ':': {
        if (selection.start) cursor.fail(": doesn't want any addresses");
        const label = cursor.takeLabel();
        if (label === '') cursor.fail('":" lacks a label');
        this.#labels.set(label, this.#commands.length);
        return { kind: 'nothing' };
      }
      case 'b':
        return this.#ended({ kind: 'branch', label: cursor.takeLabel(), target: 0 });
      case 't':
        return this.#ended({ kind: 'branch-if', label: cursor.takeLabel(), target: 0 });
      case 'T':
        return this.#ended({ kind: 'branch-unless', label: cursor.takeLabel(), target: 0 });
      case 's':
        return { kind: 'substitute', substitution: this.#substitution() };
      case 'y':
        return this.#ended(this.#translation());
      case 'a':
        return { kind: 'append', text: cursor.takeText() };
      case 'i':
        return { kind: 'insert', text: cursor.takeText() };
      case 'c':
        return { kind: 'change', text: cursor.takeText() };
      case 'r':
        return { kind: 'read', file: cursor.takeFileName() };
      case 'R':
        return { kind: 'read-line', file: cursor.takeFileName() };
      case 'w':
        return { kind: 'write', file: cursor.takeFileName() };
      case 'W':
        return { kind: 'write-first', file: cursor.takeFileName() };
      case 'q':
      case 'Q':
        cursor.skipBlanks();
        return this.#ended({ kind: letter === 'q' ? 'quit' : 'quit-silently', status: cursor.takeNumber() ?? 0 });
      case 'l':
        cursor.skipBlanks();
        return this.#ended({ kind: 'list', width: cursor.takeNumber() });
      case 'e':
        cursor.takeLine();
        return { kind: 'refused' };
      case 'v':
        cursor.takeLabel();
        return this.#ended({ kind: 'nothing' });
      case ',':
        return cursor.fail(selection.end ? "unknown command: `,'" : "unexpected `,'");
      default:
        return cursor.fail(`unknown command: \`${letter}'`);
    }
  }

  #substitution(): Substitution {
    const substitution = parseSubstitution(this.#cursor, this.#isExtended);
    if (this.#isSandboxed && substitution.file !== undefined) this.#cursor.fail(SANDBOXED);
    return substitution;
  }

  #translation(): Action {
    const cursor = this.#cursor;
    const unterminated = "unterminated `y' command";
    const delimiter = cursor.takeDelimiter(unterminated);
    const from = Array.from(unescape(cursor.takeDelimited(delimiter, { isPattern: false }, unterminated)));
    const to = Array.from(unescape(cursor.takeDelimited(delimiter, { isPattern: false }, unterminated)));
    if (from.length !== to.length) cursor.fail("strings for `y' command are different lengths");
    const map = new Map<string, string>();
    from.forEach((character, index) => {
      if (!map.has(character)) map.set(character, to[index] ?? '');
    });
    return { kind: 'translate', map };
  }

  /** Nothing may follow the command but the next one. */
  #ended(action: Action): Action {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    const next = cursor.peek();
    if (next === ';' || next === '\n') cursor.skip();
    else if (next !== undefined && next !== '}' && next !== '#') {
      cursor.skip();
      cursor.fail('extra characters after command');
    }
    return action;
  }
}

function isPlainLetter(letter: string): letter is PlainLetter {
  return letter.length === 1 && PLAIN_LETTERS.includes(letter);
}

function unescape(text: string): string {
  const known: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' };
  return text.replaceAll(/\\([\s\S])/g, (_, letter: string) => known[letter] ?? letter);
}
