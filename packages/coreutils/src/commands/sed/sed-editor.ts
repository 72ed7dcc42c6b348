import type { Pattern } from '@cloche/search';
import { decodeText, type ProgramContext, type ProgramFile } from '@cloche/system';
import { OutputBuffer } from '../../command/output-buffer.ts';
import { listLine } from './list-line.ts';
import { type Action, type Address, type SedCommand, type Selection, WrongScript } from './script.ts';
import type { SedInput } from './sed-input.ts';
import { SedOutput } from './sed-output.ts';
import { substitute } from './substitute.ts';

/** How a script is run. */
export interface EditorSettings {
  readonly prints: boolean;
  readonly end: string;
  readonly listWidth: number;
  readonly isUnbuffered: boolean;
}

/** Where the script reads from and prints to, which changes with `-i` and `-s`. */
export interface EditorFile {
  readonly input: SedInput;
  readonly output: SedOutput;
  /** For `F`. */
  name(): string;
}

/** What a command says about how to go on. */
type Flow = 'next' | 'end-cycle' | 'delete' | 'restart' | 'quit' | { readonly jump: number };

/** Runs a script over files; the hold space, ranges and files to write to live as long as the editor. */
export class SedEditor {
  readonly #context: ProgramContext;
  readonly #commands: readonly SedCommand[];
  readonly #settings: EditorSettings;
  /** Line numbers at which the ranges at hand end; `Infinity` for one that a pattern ends. */
  readonly #ranges = new Map<Selection, number>();
  /** Ranges that have ended, each with the input in which it did. Those that begin at a line number do not begin again. */
  readonly #endedRanges = new Map<Selection, object>();
  readonly #writers = new Map<string, { output: SedOutput; file: ProgramFile | undefined }>();
  readonly #readers = new Map<string, string[]>();
  readonly #standardOutput: SedOutput;
  #file: EditorFile;
  #space = '';
  #hold = '';
  #isTerminated = true;
  #lastPattern: Pattern | undefined;
  #hasReplaced = false;
  #appended: (() => void)[] = [];
  /** Exit status, once the script has quit. */
  quitStatus: number | undefined;

  constructor(context: ProgramContext, commands: readonly SedCommand[], settings: EditorSettings, first: EditorFile) {
    this.#context = context;
    this.#commands = commands;
    this.#settings = settings;
    this.#file = first;
    this.#standardOutput = first.output;
    for (const { action } of commands) this.#openFiles(action);
  }

  /** Edits the lines of a file; lines are numbered on from `input`. */
  async edit(file: EditorFile): Promise<void> {
    this.#file = file;
    let keepsSpace = false;
    while (this.quitStatus === undefined) {
      if (!keepsSpace) {
        const read = file.input.next();
        const line = read instanceof Promise ? await read : read;
        if (!line) break;
        this.#space = line.text;
        this.#isTerminated = line.isTerminated;
      }
      this.#hasReplaced = keepsSpace && this.#hasReplaced;
      keepsSpace = (await this.#cycle()) === 'restart';
      const wait = this.#settings.isUnbuffered
        ? file.output.flush()
        : (file.output.drain() ?? this.#context.yieldIfDue());
      if (wait) await wait;
    }
    await this.#flush();
  }

  close(): void {
    for (const { file } of this.#writers.values()) file?.close();
  }

  async #cycle(): Promise<Flow> {
    let flow: Flow = 'next';
    for (let index = 0; index < this.#commands.length; ) {
      const command = this.#commands[index++];
      if (!command) break;
      const selects = this.#selects(command.selection);
      const isSelected = selects instanceof Promise ? await selects : selects;
      if (!isSelected) {
        if (command.action.kind === 'block-start') index = command.action.end + 1;
        continue;
      }
      const done = this.#run(command);
      flow = done instanceof Promise ? await done : done;
      if (typeof flow === 'object') index = flow.jump;
      else if (flow !== 'next') break;
      if (typeof flow === 'object') {
        const turn = this.#context.yieldIfDue();
        if (turn) await turn;
      }
    }
    if (flow !== 'delete' && flow !== 'restart' && this.#settings.prints) this.#print(this.#space);
    this.#giveAppended();
    return flow;
  }

  #selects(selection: Selection): boolean | Promise<boolean> {
    const { start, end, isNegated } = selection;
    if (!start) return !isNegated;
    const holds = end ? this.#isInRange(selection) : this.#matches(start);
    return holds instanceof Promise ? holds.then((isHeld) => isHeld !== isNegated) : holds !== isNegated;
  }

  async #isInRange(selection: Selection): Promise<boolean> {
    const { start, end } = selection;
    if (!start || !end) return false;
    const { lineNumber } = this.#file.input;
    const known = this.#ranges.get(selection);
    const isZero = start.kind === 'line' && start.number === 0;
    const hasEnded = this.#endedRanges.get(selection) === this.#file.input;
    const last = known ?? (isZero && !hasEnded ? Number.POSITIVE_INFINITY : undefined);
    if (last !== undefined) {
      const ends =
        last === Number.POSITIVE_INFINITY && end.kind !== 'count' && end.kind !== 'multiple' && end.kind !== 'line'
          ? await this.#matches(end)
          : lineNumber >= last;
      if (ends) this.#endRange(selection);
      else this.#ranges.set(selection, last);
      // A line number that was passed already ends the range before this line.
      if (!(end.kind === 'line' && lineNumber > last)) return true;
    }
    // Of a range from a line that no command saw, the rest still counts.
    const isPassed = start.kind === 'line' && !isZero && !hasEnded && lineNumber > start.number;
    const isLate = isPassed && !(end.kind === 'line' && lineNumber > end.number);
    if (isZero || !(isLate || (await this.#matches(start)))) return false;
    const wanted = rangeLast(end, lineNumber);
    if (wanted > lineNumber) this.#ranges.set(selection, wanted);
    else this.#endRange(selection);
    return true;
  }

  #endRange(selection: Selection): void {
    this.#ranges.delete(selection);
    this.#endedRanges.set(selection, this.#file.input);
  }

  #matches(address: Address): boolean | Promise<boolean> {
    const { input } = this.#file;
    switch (address.kind) {
      case 'line':
        return input.lineNumber === address.number;
      case 'step':
        if (address.step <= 0) return input.lineNumber === address.first;
        return input.lineNumber >= address.first && (input.lineNumber - address.first) % address.step === 0;
      case 'last':
        return input.isAtEnd();
      case 'pattern':
        return this.#usePattern(address.pattern).test(this.#space);
    }
  }

  #usePattern(pattern: Pattern | undefined): Pattern {
    this.#lastPattern = pattern ?? this.#lastPattern;
    if (!this.#lastPattern) throw new WrongScript('-e expression #1, char 0: no previous regular expression');
    return this.#lastPattern;
  }

  #run({ action, selection }: SedCommand): Flow | Promise<Flow> {
    switch (action.kind) {
      case 'block-start':
      case 'block-end':
      case 'nothing':
        return 'next';
      case 'substitute':
        return this.#substitute(action);
      case 'translate':
        this.#space = Array.from(this.#space, (character) => action.map.get(character) ?? character).join('');
        return 'next';
      case 'append':
        this.#appended.push(() => {
          this.#file.output.endLine();
          this.#file.output.putText(action.text);
        });
        return 'next';
      case 'insert':
        this.#file.output.putText(action.text);
        return 'next';
      case 'change':
        if (!selection.end || selection.isNegated || !this.#ranges.has(selection))
          this.#file.output.putText(action.text);
        return 'delete';
      case 'branch':
        return { jump: action.target };
      case 'branch-if':
      case 'branch-unless': {
        const jumps = this.#hasReplaced === (action.kind === 'branch-if');
        this.#hasReplaced = false;
        return jumps ? { jump: action.target } : 'next';
      }
      case 'read':
        this.#appended.push(() => this.#file.output.putText(this.#readFile(action.file)));
        return 'next';
      case 'read-line':
        this.#appended.push(() => this.#readLine(action.file));
        return 'next';
      case 'write':
        this.#writers.get(action.file)?.output.putLine(this.#space);
        return 'next';
      case 'write-first':
        this.#writers.get(action.file)?.output.putLine(firstLine(this.#space));
        return 'next';
      case 'quit':
      case 'quit-silently':
        this.quitStatus = action.status;
        return action.kind === 'quit' ? 'end-cycle' : 'delete';
      case 'refused':
        throw new WrongScript('the e command, which runs commands, is refused');
      case 'list':
        this.#file.output.putText(listLine(this.#space, action.width ?? this.#settings.listWidth));
        return 'next';
      case 'plain':
        return this.#plain(action.letter);
    }
  }

  #substitute({ substitution }: Extract<Action, { kind: 'substitute' }>): Flow {
    const replaced = substitute(this.#space, this.#usePattern(substitution.pattern), substitution);
    if (replaced === undefined) return 'next';
    this.#space = replaced;
    this.#hasReplaced = true;
    if (substitution.prints) this.#print(this.#space);
    if (substitution.file !== undefined) this.#writers.get(substitution.file)?.output.putLine(this.#space);
    return 'next';
  }

  #plain(letter: Extract<Action, { kind: 'plain' }>['letter']): Flow | Promise<Flow> {
    switch (letter) {
      case 'd':
        return 'delete';
      case 'D': {
        const newline = this.#space.indexOf('\n');
        if (newline < 0) return 'delete';
        this.#space = this.#space.slice(newline + 1);
        return 'restart';
      }
      case 'g':
        this.#space = this.#hold;
        return 'next';
      case 'G':
        this.#space += `\n${this.#hold}`;
        return 'next';
      case 'h':
        this.#hold = this.#space;
        return 'next';
      case 'H':
        this.#hold += `\n${this.#space}`;
        return 'next';
      case 'x':
        [this.#space, this.#hold] = [this.#hold, this.#space];
        return 'next';
      case 'z':
        this.#space = '';
        return 'next';
      case 'p':
        this.#print(this.#space);
        return 'next';
      case 'P':
        this.#file.output.putLine(firstLine(this.#space));
        return 'next';
      case '=':
        this.#file.output.putText(`${this.#file.input.lineNumber}\n`);
        return 'next';
      case 'F':
        this.#file.output.putText(`${this.#file.name()}\n`);
        return 'next';
      case 'n':
      case 'N':
        return this.#nextLine(letter === 'N');
    }
  }

  /** Without a next line the script ends, and the pattern space is printed. */
  async #nextLine(joins: boolean): Promise<Flow> {
    if (await this.#file.input.isAtEnd()) {
      this.quitStatus = 0;
      return 'end-cycle';
    }
    if (!joins && this.#settings.prints) this.#print(this.#space);
    this.#giveAppended();
    const line = await this.#file.input.next();
    this.#space = joins ? `${this.#space}\n${line?.text ?? ''}` : (line?.text ?? '');
    this.#isTerminated = line?.isTerminated ?? true;
    return 'next';
  }

  #print(text: string): void {
    this.#file.output.putLine(text, { isTerminated: this.#isTerminated });
  }

  #giveAppended(): void {
    const appended = this.#appended;
    this.#appended = [];
    for (const give of appended) give();
  }

  #readFile(path: string): string {
    try {
      const { files, cwd } = this.#context;
      return decodeText(files.readFile(path.startsWith('/') ? path : `${cwd}/${path}`));
    } catch {
      return '';
    }
  }

  #readLine(path: string): void {
    let lines = this.#readers.get(path);
    if (!lines) {
      const text = this.#readFile(path);
      lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
      this.#readers.set(path, lines);
    }
    const line = lines.shift();
    if (line !== undefined) this.#file.output.putLine(line);
  }

  #openFiles(action: Action): void {
    const path =
      action.kind === 'substitute'
        ? action.substitution.file
        : action.kind.startsWith('write') && 'file' in action
          ? action.file
          : undefined;
    if (path === undefined || this.#writers.has(path)) return;
    if (path === '/dev/stdout') {
      this.#writers.set(path, { output: this.#standardOutput, file: undefined });
      return;
    }
    const file = this.#context.open(path, { write: true, create: true, truncate: true });
    this.#writers.set(path, { output: new SedOutput(new OutputBuffer(file), this.#settings.end), file });
  }

  async #flush(): Promise<void> {
    await this.#file.output.flush();
    for (const { output } of this.#writers.values()) await output.flush();
  }
}

/** Returns the number of the last line of a range that begins at `lineNumber`. */
function rangeLast(end: NonNullable<Selection['end']>, lineNumber: number): number {
  switch (end.kind) {
    case 'line':
      return end.number;
    case 'count':
      return lineNumber + end.count;
    case 'multiple':
      return end.of <= 0 ? lineNumber : Math.ceil(lineNumber / end.of) * end.of;
    case 'last':
    case 'step':
    case 'pattern':
      return Number.POSITIVE_INFINITY;
  }
}

function firstLine(text: string): string {
  const newline = text.indexOf('\n');
  return newline < 0 ? text : text.slice(0, newline);
}
