import { holdsAt } from './assertion.ts';
import { matchOfSlots, type PatternMatch, type SearchRequest } from './pattern-match.ts';
import type { Instruction, Program } from './program.ts';

/**
 * Returns the leftmost match of a regular program (no back-references, lookaround, atomic parts), by Pike's simulation:
 * all ways through the pattern advance together, one character at a time, in order of preference. Takes time
 * proportional to the size of the program times the length of the text, whatever the pattern.
 */
export function searchWithAutomaton(program: Program, request: SearchRequest): PatternMatch | undefined {
  return new Simulation(program, request).run();
}

/** A way through the pattern: the step it is at, and its slots. */
interface Thread {
  readonly at: number;
  readonly slots: Int32Array;
  /** The outermost of the loops whose round began here and has taken nothing yet; the number of registers for none. */
  readonly freshLoop: number;
}

/** The threads of one position, best first, at most one for each step; what was seen, by step and fresh loop. */
interface ThreadList {
  readonly threads: Thread[];
  readonly seen: Uint32Array;
  mark: number;
}

/** Loops inside each other are told apart up to so many pairs of a step and a loop. */
const MAX_TOLD_APART = 1_000_000;

class Simulation {
  readonly #instructions: readonly Instruction[];
  readonly #registerCount: number;
  readonly #request: SearchRequest;
  #best: Int32Array | undefined;
  /** Where the matched thread began, before `\K` moved its start. */
  #bestOrigin = -1;
  /** The slot behind those of the groups keeps where a thread began. */
  readonly #originSlot: number;

  constructor({ instructions, registerCount }: Program, request: SearchRequest) {
    this.#instructions = instructions;
    this.#registerCount = (registerCount + 1) * instructions.length > MAX_TOLD_APART ? 0 : registerCount;
    this.#request = request;
    this.#originSlot = (request.groupCount + 1) * 2;
  }

  run(): PatternMatch | undefined {
    const { text, from, isAnchored } = this.#request;
    let current = this.#emptyList();
    let next = this.#emptyList();
    let at = from;
    for (;;) {
      if (!this.#best && (!isAnchored || at === from)) this.#seed(current, at);
      if (current.threads.length === 0 && (this.#best || isAnchored)) break;
      const codePoint = at < text.length ? (text.codePointAt(at) ?? 0) : -1;
      const after = at + (codePoint > 0xffff ? 2 : 1);
      this.#step(current, next, { at, after, codePoint });
      [current, next] = [next, current];
      next.threads.length = 0;
      next.mark++;
      if (codePoint < 0) break;
      at = after;
    }
    return this.#best && matchOfSlots(this.#best.subarray(0, this.#originSlot));
  }

  #emptyList(): ThreadList {
    return { threads: [], seen: new Uint32Array(this.#instructions.length * (this.#registerCount + 1)), mark: 1 };
  }

  #seed(list: ThreadList, at: number): void {
    const slots = new Int32Array(this.#originSlot + 1).fill(-1);
    slots[0] = at;
    slots[this.#originSlot] = at;
    this.#follow(list, 0, slots, at);
  }

  #step(current: ThreadList, next: ThreadList, place: { at: number; after: number; codePoint: number }): void {
    for (const { at, slots } of current.threads) {
      const origin = slots[this.#originSlot] ?? 0;
      if (this.#best && this.#request.preference === 'longest' && origin > this.#bestOrigin) return;
      const instruction = this.#instructions[at];
      if (instruction?.op === 'match') {
        this.#accept(slots, place.at, origin);
        if (this.#request.preference === 'first') return;
      } else if (instruction?.op === 'set' && place.codePoint >= 0 && instruction.set.has(place.codePoint)) {
        this.#follow(next, at + 1, slots, place.after);
      }
    }
  }

  #accept(slots: Int32Array, end: number, origin: number): void {
    const isLonger = !this.#best || end > (this.#best[1] ?? -1);
    if (this.#request.preference === 'longest' && !isLonger) return;
    this.#best = slots.slice();
    this.#best[1] = end;
    this.#bestOrigin = origin;
  }

  /** Adds the threads that step `start` leads to without taking a character, in order of preference. */
  #follow(list: ThreadList, start: number, slots: Int32Array, at: number): void {
    const none = this.#registerCount;
    const waiting: Thread[] = [{ at: start, slots, freshLoop: none }];
    for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
      const { at: step, freshLoop } = thread;
      const instruction = this.#instructions[step];
      // What takes a character makes all loops alike.
      const isEnd = instruction?.op === 'set' || instruction?.op === 'match';
      const seen = step * (none + 1) + (isEnd ? none : freshLoop);
      if (list.seen[seen] === list.mark) continue;
      list.seen[seen] = list.mark;
      switch (instruction?.op) {
        case 'set':
        case 'match':
          list.threads.push(thread);
          break;
        case 'split':
          waiting.push({ ...thread, at: instruction.second }, { ...thread, at: instruction.first });
          break;
        case 'jump':
          waiting.push({ ...thread, at: instruction.target });
          break;
        case 'save':
          waiting.push({
            at: step + 1,
            slots: withSlot(thread.slots, instruction.slot, at, this.#originSlot),
            freshLoop,
          });
          break;
        case 'keep':
          waiting.push({ at: step + 1, slots: withSlot(thread.slots, 0, at, this.#originSlot), freshLoop });
          break;
        case 'loop-start':
          waiting.push({ ...thread, at: step + 1, freshLoop: Math.min(freshLoop, instruction.register) });
          break;
        case 'loop-check':
          if (none === 0) waiting.push({ ...thread, at: instruction.exit }, { ...thread, at: step + 1 });
          else if (freshLoop > instruction.register) waiting.push({ ...thread, at: step + 1 });
          else {
            const isLeft = freshLoop === instruction.register;
            waiting.push({ ...thread, at: instruction.exit, freshLoop: isLeft ? none : freshLoop });
          }
          break;
        case 'assert': {
          const { text, from } = this.#request;
          if (!holdsAt(instruction.assertion, { text, at, from, word: instruction.word })) break;
          waiting.push({ ...thread, at: step + 1 });
          break;
        }
        default:
          throw new Error(`an automaton cannot run the step ${instruction?.op ?? 'behind the end'}`);
      }
    }
  }
}

/** Returns the slots with one changed; slots of groups nobody asked for are not kept. */
function withSlot(slots: Int32Array, slot: number, value: number, limit: number): Int32Array {
  if (slot >= limit) return slots;
  const changed = slots.slice();
  changed[slot] = value;
  return changed;
}
