import { utf8SequenceLength } from '@cloche/system';
import { CharacterClasses, END_CLASS } from './character-classes.ts';
import type { AssertionKind } from './pattern-tree.ts';
import type { Instruction, Program } from './program.ts';

/** Says whether a program matches, at one table look-up a character. */
export interface LazyAutomaton {
  /** Returns whether the program matches anywhere in a text. */
  test(text: string): boolean;
  /**
   * Returns an offset in the first line at or after `from`, the start of a line, that the program matches (that of the
   * terminator, or of a byte before it), or -1. Each line is a text of its own.
   */
  findLine(bytes: Uint8Array, from: number, terminator: number): number;
}

/** Steps are numbers of 16 bits; programs with more of them are left to the simulation, which needs no tables. */
const MAX_INSTRUCTIONS = 65_536;
/**
 * States and the steps in them that are kept, some 10 MB of them; when there are more all are dropped and made again as
 * they are needed. A group repeated hundreds of times has thousands of states, which a text goes through again and again.
 */
const MAX_STATES = 10_000;
const MAX_KEPT_STEPS = 2_000_000;

/** Assertions that need to know no more than the characters on both sides. */
const KNOWN_ASSERTIONS: ReadonlySet<AssertionKind> = new Set([
  'text-start',
  'text-end',
  'line-start',
  'line-end',
  'word-start',
  'word-end',
  'word-boundary',
  'not-word-boundary',
  'not-after-word',
  'not-before-word',
  'never',
]);
const KNOWN_STEPS: ReadonlySet<Instruction['op']> = new Set([
  'set',
  'split',
  'jump',
  'save',
  'assert',
  'keep',
  'loop-start',
  'loop-check',
  'match',
]);

/**
 * Creates the deterministic automaton of a regular program, whose states are made when a text leads to them; nothing for
 * programs that have other steps. A search takes time proportional to the text once the states are there, and never
 * more than the simulation of the program.
 */
export function createLazyAutomaton(program: Program): LazyAutomaton | undefined {
  const isKnown = program.instructions.every(
    (step) => KNOWN_STEPS.has(step.op) && (step.op !== 'assert' || KNOWN_ASSERTIONS.has(step.assertion)),
  );
  if (!isKnown || program.instructions.length > MAX_INSTRUCTIONS) return undefined;
  // Many patterns are never searched for in this way.
  let automaton: Automaton | undefined;
  const made = (): Automaton => (automaton ??= new Automaton(program));
  return {
    test: (text) => made().test(text),
    findLine: (bytes, from, terminator) => made().findLine(bytes, from, terminator),
  };
}

/** Where the ways through the pattern are before a character, and what came before. */
interface State {
  /** Steps, before those are followed that take no character: which ones can be depends on the next one. */
  readonly steps: Uint16Array;
  /** Class of the character before; `END_CLASS` at the start. */
  readonly before: number;
  /** By class of the next character. */
  readonly next: (State | undefined)[];
}

/** The state behind a match: nothing more need be read. */
const MATCHED: State = { steps: new Uint16Array(0), before: END_CLASS, next: [] };

const START = Uint16Array.of(0);

class Automaton implements LazyAutomaton {
  readonly #instructions: readonly Instruction[];
  readonly #classes: CharacterClasses;
  /** Number of the set of each step that has one. */
  readonly #setIndices: readonly number[];
  /** Steps that were followed in this round. */
  readonly #seen: Uint32Array;
  #round = 0;
  /** By context and steps. */
  readonly #states = new Map<string, State>();
  #keptSteps = 0;

  constructor(program: Program) {
    this.#instructions = program.instructions;
    this.#classes = new CharacterClasses(program);
    this.#setIndices = program.instructions.map((step) =>
      step.op === 'set'
        ? this.#classes.indexOf(step.set)
        : step.op === 'assert'
          ? this.#classes.indexOf(step.word)
          : -1,
    );
    this.#seen = new Uint32Array(program.instructions.length);
  }

  test(text: string): boolean {
    const { ascii } = this.#classes;
    let state = this.#start();
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let characterClass = ascii[unit];
      if (characterClass === undefined) {
        const codePoint = text.codePointAt(at) ?? unit;
        if (codePoint > 0xffff) at++;
        characterClass = this.#classes.of(codePoint);
      }
      state = state.next[characterClass] ?? this.#advance(state, characterClass);
      if (state === MATCHED) return true;
    }
    return (state.next[END_CLASS] ?? this.#advance(state, END_CLASS)) === MATCHED;
  }

  findLine(bytes: Uint8Array, from: number, terminator: number): number {
    const ascii = this.#classes.ascii.slice();
    ascii[terminator] = END_CLASS;
    let state = this.#start();
    for (let at = from; at < bytes.length; at++) {
      const start = at;
      const byte = bytes[at] ?? 0;
      let characterClass = ascii[byte];
      if (characterClass === undefined) {
        const length = utf8SequenceLength(bytes, at);
        characterClass = this.#classes.of(length === 0 ? ESCAPE_BASE + byte : codePointOf(bytes, at, length));
        if (length > 0) at += length - 1;
      }
      state = state.next[characterClass] ?? this.#advance(state, characterClass);
      if (state === MATCHED) return start;
    }
    const isLineOpen = bytes.length > from && bytes[bytes.length - 1] !== terminator;
    return isLineOpen && (state.next[END_CLASS] ?? this.#advance(state, END_CLASS)) === MATCHED ? bytes.length - 1 : -1;
  }

  #start(): State {
    return this.#stateOf(START, END_CLASS);
  }

  /** Returns the state behind a character, or behind the end of a text, where the next text begins. */
  #advance(state: State, characterClass: number): State {
    const next = this.#follow(state, characterClass);
    state.next[characterClass] = next;
    return next;
  }

  #follow({ steps, before }: State, characterClass: number): State {
    // A match may begin anywhere. Each step is followed once, and so none is reached twice.
    const reached: number[] = [0];
    const waiting = Array.from(steps);
    const round = ++this.#round;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.#seen[at] === round) continue;
      this.#seen[at] = round;
      const step = this.#instructions[at];
      switch (step?.op) {
        case 'match':
          return MATCHED;
        case 'set':
          if (characterClass !== END_CLASS && this.#classes.isIn(characterClass, this.#setIndices[at] ?? -1))
            reached.push(at + 1);
          break;
        case 'split':
          waiting.push(step.first, step.second);
          break;
        case 'jump':
          waiting.push(step.target);
          break;
        case 'loop-check':
          waiting.push(step.exit, at + 1);
          break;
        case 'assert':
          if (this.#holds(step.assertion, before, characterClass, this.#setIndices[at] ?? -1)) waiting.push(at + 1);
          break;
        default:
          waiting.push(at + 1);
      }
    }
    if (characterClass === END_CLASS) return this.#start();
    return this.#stateOf(Uint16Array.from(reached).sort(), characterClass);
  }

  #holds(assertion: AssertionKind, before: number, after: number, word: number): boolean {
    const isAfterWord = (): boolean => before !== END_CLASS && this.#classes.isIn(before, word);
    const isBeforeWord = (): boolean => after !== END_CLASS && this.#classes.isIn(after, word);
    switch (assertion) {
      case 'text-start':
        return before === END_CLASS;
      case 'text-end':
        return after === END_CLASS;
      case 'line-start':
        return before === END_CLASS || this.#classes.isNewline(before);
      case 'line-end':
        return after === END_CLASS || this.#classes.isNewline(after);
      case 'word-start':
        return !isAfterWord() && isBeforeWord();
      case 'word-end':
        return isAfterWord() && !isBeforeWord();
      case 'word-boundary':
        return isAfterWord() !== isBeforeWord();
      case 'not-word-boundary':
        return isAfterWord() === isBeforeWord();
      case 'not-after-word':
        return !isAfterWord();
      case 'not-before-word':
        return !isBeforeWord();
      default:
        return false;
    }
  }

  #stateOf(steps: Uint16Array, before: number): State {
    const context = before === END_CLASS ? 'start' : this.#classes.contextOf(before);
    const key = `${context}:${textOf(steps)}`;
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= MAX_STATES || this.#keptSteps >= MAX_KEPT_STEPS) {
      this.#states.clear();
      this.#keptSteps = 0;
    }
    const state: State = { steps, before, next: [] };
    this.#keptSteps += steps.length;
    this.#states.set(key, state);
    return state;
  }
}

/** Numbers that become characters in one call. */
const NUMBERS_AT_ONCE = 8192;

/** Returns a text that stands for these numbers and no others. */
function textOf(numbers: Uint16Array): string {
  if (numbers.length <= NUMBERS_AT_ONCE) return String.fromCharCode(...numbers);
  let text = '';
  for (let start = 0; start < numbers.length; start += NUMBERS_AT_ONCE) {
    text += String.fromCharCode(...numbers.subarray(start, start + NUMBERS_AT_ONCE));
  }
  return text;
}

/** Invalid bytes are these and their number, as in decoded text. */
const ESCAPE_BASE = 0xdc00;

function codePointOf(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  if (length === 1) return first;
  let codePoint = first & (0xff >> (length + 1));
  for (let index = 1; index < length; index++) codePoint = (codePoint << 6) | ((bytes[at + index] ?? 0) & 0x3f);
  return codePoint;
}
