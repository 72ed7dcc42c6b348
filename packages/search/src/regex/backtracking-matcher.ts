import { codePointBefore, holdsAt } from './assertion.ts';
import { matchOfSlots, type PatternMatch, type SearchRequest } from './pattern-match.ts';
import type { LookBehindOption, Program } from './program.ts';
import { createVisitedStates, type VisitedStates } from './visited-states.ts';

/** Steps that one search may take. */
export const BACKTRACKING_STEPS = 4_000_000;

/** A way through the pattern that takes more steps notes where it was, so as not to fail there again. */
const STEPS_WITHOUT_NOTES = 2000;

/** A search took more steps than it may. Decide by `code`. */
export class BacktrackingLimitExceeded extends Error {
  override readonly name = 'BacktrackingLimitExceeded';
  readonly code = 'backtracking_limit_exceeded';
}

/** Returns whether `error` says that a search took more steps than it may. */
export function isBacktrackingLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'backtracking_limit_exceeded';
}

/**
 * Returns the leftmost match of any program, by trying one way after the other. Steps are counted; over
 * `BACKTRACKING_STEPS` it throws `BacktrackingLimitExceeded`. Unless the program looks at its own groups, a long way
 * notes where it failed and does not go there again. Deep patterns and long texts need no call stack.
 */
export function searchWithBacktracking(
  program: Program,
  request: SearchRequest,
  stepsWithoutNotes: number = STEPS_WITHOUT_NOTES,
): PatternMatch | undefined {
  const search = new BacktrackingSearch(request, stepsWithoutNotes);
  const { text, from, isAnchored } = request;
  for (let at = from; at <= text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    const match = search.matchAt(program, at);
    if (match || isAnchored) return match;
  }
  return undefined;
}

/** A way not yet tried. */
interface Alternative {
  readonly step: number;
  readonly at: number;
  /** Length of the trail when it was put off. */
  readonly trail: number;
  /** Length of the trail of registers when it was put off. */
  readonly loops: number;
}

class BacktrackingSearch {
  readonly #text: string;
  readonly #request: SearchRequest;
  readonly #slots: Int32Array;
  /** Slots that were changed and what they held, to undo. */
  readonly #trail: number[] = [];
  readonly #stepsWithoutNotes: number;
  /** States that failed, of programs that took long: they fail from wherever they are come to. */
  readonly #failed = new Map<Program, VisitedStates>();
  #stepsLeft = BACKTRACKING_STEPS;

  constructor(request: SearchRequest, stepsWithoutNotes: number) {
    this.#stepsWithoutNotes = stepsWithoutNotes;
    this.#text = request.text;
    this.#request = request;
    this.#slots = new Int32Array((request.groupCount + 1) * 2);
  }

  matchAt(program: Program, at: number): PatternMatch | undefined {
    this.#slots.fill(-1);
    this.#trail.length = 0;
    this.#slots[0] = at;
    if (this.#request.preference === 'longest') return this.#longestAt(program, at);
    const end = this.#run(program, at, () => true);
    if (end < 0) return undefined;
    this.#slots[1] = end;
    return matchOfSlots(this.#slots);
  }

  #longestAt(program: Program, at: number): PatternMatch | undefined {
    let best: Int32Array | undefined;
    this.#run(program, at, (end) => {
      if (end > (best?.[1] ?? -1)) {
        best = this.#slots.slice();
        best[1] = end;
      }
      return end === this.#text.length;
    });
    return best && matchOfSlots(best);
  }

  /** Returns the end of the first way through `program` that `accepts`, or -1 with all slots as they were. */
  #run(program: Program, start: number, accepts: (end: number) => boolean): number {
    const { instructions, registerCount } = program;
    const text = this.#text;
    let visited = this.#failed.get(program);
    let notesFrom = visited || program.readsGroups ? -1 : this.#stepsLeft - this.#stepsWithoutNotes;
    const registers = new Int32Array(registerCount);
    /** Registers of this program that were changed and what they held, to undo. */
    const loops: number[] = [];
    const alternatives: Alternative[] = [];
    const trailStart = this.#trail.length;
    let step = 0;
    let at = start;
    for (;;) {
      if (--this.#stepsLeft < 0) throw new BacktrackingLimitExceeded('exceeded the backtracking limit');
      if (this.#stepsLeft <= notesFrom) {
        notesFrom = -1;
        visited = createVisitedStates({ steps: instructions.length + 1, registers: registerCount }, text.length);
        if (visited) this.#failed.set(program, visited);
      }
      const instruction = instructions[step];
      let isAlive = true;
      step++;
      switch (instruction?.op) {
        case 'set': {
          const codePoint = text.codePointAt(at);
          isAlive = codePoint !== undefined && instruction.set.has(codePoint);
          at += codePoint !== undefined && codePoint > 0xffff ? 2 : 1;
          break;
        }
        case 'split':
          if (visited?.visit(step, at, registers)) {
            isAlive = false;
            break;
          }
          alternatives.push({ step: instruction.second, at, trail: this.#trail.length, loops: loops.length });
          step = instruction.first;
          break;
        case 'jump':
          step = instruction.target;
          break;
        case 'save':
          this.#save(instruction.slot, at);
          break;
        case 'keep':
          this.#save(0, at);
          break;
        case 'loop-start':
          loops.push(instruction.register, registers[instruction.register] ?? 0);
          registers[instruction.register] = at;
          break;
        case 'loop-check':
          if (registers[instruction.register] === at) step = instruction.exit;
          break;
        case 'assert':
          isAlive = holdsAt(instruction.assertion, { text, at, from: this.#request.from, word: instruction.word });
          break;
        case 'backreference': {
          const length = this.#referenceLength(instruction.group, instruction.ignoreCase, at);
          isAlive = length >= 0;
          at += length;
          break;
        }
        case 'look-ahead':
          isAlive = this.#looks(instruction.negated, () => this.#run(instruction.program, at, () => true) >= 0);
          break;
        case 'look-behind':
          isAlive = this.#looks(instruction.negated, () => this.#isBehind(instruction.options, at));
          break;
        case 'atomic': {
          const end = this.#run(instruction.program, at, () => true);
          isAlive = end >= 0;
          at = end;
          break;
        }
        case 'condition':
          if ((this.#slots[instruction.group * 2 + 1] ?? -1) < 0) step = instruction.otherwise;
          break;
        case 'match':
          if (accepts(at)) {
            // The way to here was noted too.
            this.#failed.delete(program);
            return at;
          }
          isAlive = false;
          break;
        case undefined:
          throw new Error('a step behind the end of the program');
      }
      if (isAlive) continue;
      const alternative = alternatives.pop();
      this.#undo(alternative?.trail ?? trailStart);
      if (!alternative) return -1;
      while (loops.length > alternative.loops) {
        const value = loops.pop() ?? 0;
        registers[loops.pop() ?? 0] = value;
      }
      step = alternative.step;
      at = alternative.at;
    }
  }

  #save(slot: number, value: number): void {
    this.#trail.push(slot, this.#slots[slot] ?? -1);
    this.#slots[slot] = value;
  }

  #undo(length: number): void {
    while (this.#trail.length > length) {
      const value = this.#trail.pop() ?? -1;
      const slot = this.#trail.pop() ?? 0;
      this.#slots[slot] = value;
    }
  }

  /** What a negated look finds leaves no trace. */
  #looks(negated: boolean, find: () => boolean): boolean {
    const trail = this.#trail.length;
    const isFound = find();
    if (negated) this.#undo(trail);
    return isFound !== negated;
  }

  #isBehind(options: readonly LookBehindOption[], at: number): boolean {
    return options.some(({ length, program }) => {
      let start = at;
      for (let count = 0; count < length; count++) {
        if (start === 0) return false;
        start -= codePointBefore(this.#text, start) > 0xffff ? 2 : 1;
      }
      const end = this.#run(program, start, (found) => found === at);
      // What fails to end here may end elsewhere.
      this.#failed.delete(program);
      return end >= 0;
    });
  }

  /** Returns the length of what the group took, if it comes again at `at`; else -1. */
  #referenceLength(group: number, ignoreCase: boolean, at: number): number {
    const start = this.#slots[group * 2] ?? -1;
    const end = this.#slots[group * 2 + 1] ?? -1;
    if (start < 0 || end < 0) return -1;
    const taken = this.#text.slice(start, end);
    if (this.#text.startsWith(taken, at)) return taken.length;
    if (!ignoreCase) return -1;
    const here = this.#text.slice(at, at + taken.length);
    return here.toLowerCase() === taken.toLowerCase() ? taken.length : -1;
  }
}
