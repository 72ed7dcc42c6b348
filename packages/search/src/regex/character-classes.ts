import type { CharacterSet } from '../characters/character-set.ts';
import type { Program } from './program.ts';

/** The class of what is not a character: the end of a text or line. */
export const END_CLASS = 0;

const ASCII_SIZE = 128;
const NEWLINE = 10;
/** Other characters whose class is remembered. */
const MAX_REMEMBERED = 10_000;

/** Characters that a program cannot tell apart, as numbers from 1 on; made as characters are met. */
export class CharacterClasses {
  /** Class of each ASCII character. */
  readonly ascii: Uint16Array = new Uint16Array(ASCII_SIZE);
  readonly #sets: readonly CharacterSet[];
  readonly #numbers = new Map<string, number>();
  readonly #members: (readonly boolean[])[] = [[]];
  readonly #others = new Map<number, number>();
  /** Of each class, what assertions ask about it, as a text; empty where there are none. */
  readonly #contexts: string[] = [''];
  readonly #wordIndices: readonly number[];
  readonly #asksForNewline: boolean;

  constructor({ instructions }: Program) {
    const sets = new Map<string, CharacterSet>();
    const words = new Set<string>();
    let asksForNewline = false;
    for (const instruction of instructions) {
      if (instruction.op === 'set') sets.set(keyOf(instruction.set), instruction.set);
      if (instruction.op !== 'assert') continue;
      if (/word/.test(instruction.assertion)) {
        sets.set(keyOf(instruction.word), instruction.word);
        words.add(keyOf(instruction.word));
      }
      asksForNewline ||= instruction.assertion.startsWith('line-');
    }
    this.#sets = [...sets.values()];
    const keys = [...sets.keys()];
    this.#wordIndices = [...words].map((key) => keys.indexOf(key));
    this.#asksForNewline = asksForNewline;
    for (let codePoint = 0; codePoint < ASCII_SIZE; codePoint++) this.ascii[codePoint] = this.#classify(codePoint);
  }

  /** Returns the class of a code point, or of an escaped byte. */
  of(codePoint: number): number {
    if (codePoint < ASCII_SIZE) return this.ascii[codePoint] ?? END_CLASS;
    const known = this.#others.get(codePoint);
    if (known !== undefined) return known;
    const number = this.#classify(codePoint);
    if (this.#others.size >= MAX_REMEMBERED) this.#others.clear();
    this.#others.set(codePoint, number);
    return number;
  }

  /** Returns the number of a set, for `isIn`. */
  indexOf(set: CharacterSet): number {
    const key = keyOf(set);
    return this.#sets.findIndex((other) => keyOf(other) === key);
  }

  isIn(characterClass: number, setIndex: number): boolean {
    return this.#members[characterClass]?.[setIndex] ?? false;
  }

  isNewline(characterClass: number): boolean {
    return this.#asksForNewline && (this.#members[characterClass]?.[this.#sets.length] ?? false);
  }

  /** Returns what assertions can know of a class: classes with one context are the same to them. */
  contextOf(characterClass: number): string {
    return this.#contexts[characterClass] ?? '';
  }

  #classify(codePoint: number): number {
    const members = this.#sets.map((set) => set.has(codePoint));
    if (this.#asksForNewline) members.push(codePoint === NEWLINE);
    const signature = members.map(Number).join('');
    const known = this.#numbers.get(signature);
    if (known !== undefined) return known;
    const number = this.#members.push(members) - 1;
    this.#numbers.set(signature, number);
    const asked = this.#wordIndices.map((index) => Number(members[index]));
    this.#contexts.push(asked.join('') + (this.#asksForNewline ? `n${Number(codePoint === NEWLINE)}` : ''));
    return number;
  }
}

function keyOf({ source, ignoreCase }: CharacterSet): string {
  return `${ignoreCase ? 'i' : ''}${source}`;
}
