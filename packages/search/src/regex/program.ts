import type { CharacterSet } from '../characters/character-set.ts';
import { type AssertionKind, PatternFault, type PatternNode } from './pattern-tree.ts';
import { fixedLength, isNullable, programSize } from './tree-facts.ts';

/** A step of a matching program. Without a target of its own, a step goes on with the next one. */
export type Instruction =
  | { readonly op: 'set'; readonly set: CharacterSet }
  /** Tries `first`, then `second`. */
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'jump'; readonly target: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly assertion: AssertionKind; readonly word: CharacterSet }
  | { readonly op: 'keep' }
  | { readonly op: 'backreference'; readonly group: number; readonly ignoreCase: boolean }
  | { readonly op: 'look-ahead'; readonly negated: boolean; readonly program: Program }
  | { readonly op: 'look-behind'; readonly negated: boolean; readonly options: readonly LookBehindOption[] }
  | { readonly op: 'atomic'; readonly program: Program }
  | { readonly op: 'condition'; readonly group: number; readonly otherwise: number }
  /** Remembers in a register where an iteration began; a loop inside another has the higher register. */
  | { readonly op: 'loop-start'; readonly register: number }
  /** Leaves the loop when the iteration that ends here took nothing. */
  | { readonly op: 'loop-check'; readonly register: number; readonly exit: number }
  | { readonly op: 'match' };

/** An alternative of a lookbehind: it begins `length` characters before. */
export interface LookBehindOption {
  readonly length: number;
  readonly program: Program;
}

/** A pattern as steps for the automaton and the backtracking matcher. Execution begins at step 0. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Registers used by loops, numbered from 0: as many as there are loops inside each other. */
  readonly registerCount: number;
  /** What groups took decides about other steps, here or in a program inside. */
  readonly readsGroups: boolean;
}

const MAX_INSTRUCTIONS = 100_000;

/** Compiles a tree. Throws `PatternFault` when it is too big or has a lookbehind without a fixed length. */
export function compileProgram(tree: PatternNode): Program {
  if (programSize(tree) > MAX_INSTRUCTIONS) throw new PatternFault('Regular expression too big');
  const compiler = new ProgramCompiler();
  compiler.add(tree);
  return compiler.finish();
}

class ProgramCompiler {
  readonly #instructions: Instruction[] = [];
  #registerCount = 0;
  /** Loops that the step to come is in, of those that have a register. */
  #openLoops = 0;

  finish(): Program {
    this.#instructions.push({ op: 'match' });
    const instructions = this.#instructions;
    return { instructions, registerCount: this.#registerCount, readsGroups: instructions.some(readsGroups) };
  }

  add(node: PatternNode): void {
    switch (node.kind) {
      case 'empty':
        return;
      case 'set':
        this.#emit({ op: 'set', set: node.set });
        return;
      case 'sequence':
        for (const item of node.items) this.add(item);
        return;
      case 'alternation':
        this.#alternation(node.options);
        return;
      case 'repeat':
        this.#repeat(node);
        return;
      case 'group':
        this.#emit({ op: 'save', slot: node.index * 2 });
        this.add(node.item);
        this.#emit({ op: 'save', slot: node.index * 2 + 1 });
        return;
      case 'assertion':
        this.#emit({ op: 'assert', assertion: node.assertion, word: node.word });
        return;
      case 'backreference':
        this.#emit({ op: 'backreference', group: node.group, ignoreCase: node.ignoreCase });
        return;
      case 'look':
        this.#look(node);
        return;
      case 'atomic':
        this.#emit({ op: 'atomic', program: compileProgram(node.item) });
        return;
      case 'condition':
        this.#condition(node);
        return;
      case 'keep':
        this.#emit({ op: 'keep' });
        return;
    }
  }

  #emit(instruction: Instruction): number {
    return this.#instructions.push(instruction) - 1;
  }

  get #next(): number {
    return this.#instructions.length;
  }

  /** Reserves a step whose targets are known only later. */
  #reserve(): (instruction: Instruction) => void {
    const at = this.#emit({ op: 'jump', target: 0 });
    return (instruction) => {
      this.#instructions[at] = instruction;
    };
  }

  #alternation(options: readonly PatternNode[]): void {
    const toEnd: ((instruction: Instruction) => void)[] = [];
    options.forEach((option, index) => {
      if (index === options.length - 1) {
        this.add(option);
        return;
      }
      const split = this.#reserve();
      const first = this.#next;
      this.add(option);
      toEnd.push(this.#reserve());
      split({ op: 'split', first, second: this.#next });
    });
    for (const jump of toEnd) jump({ op: 'jump', target: this.#next });
  }

  #repeat(node: Extract<PatternNode, { kind: 'repeat' }>): void {
    if (node.mode === 'possessive') {
      this.#emit({ op: 'atomic', program: compileProgram({ ...node, mode: 'greedy' }) });
      return;
    }
    const isEndless = node.max === Number.POSITIVE_INFINITY;
    // The last round that must be is the first one of the loop: when it takes nothing, no other follows.
    const copies = isEndless && node.min > 0 ? node.min - 1 : node.min;
    for (let count = 0; count < copies; count++) this.add(node.item);
    if (isEndless) this.#loop(node);
    else this.#optional(node, node.max - node.min);
  }

  #loop({ item, mode, min }: Extract<PatternNode, { kind: 'repeat' }>): void {
    const enter = min === 0 ? this.#reserve() : undefined;
    const body = this.#next;
    let check: ((instruction: Instruction) => void) | undefined;
    const register = this.#openLoops;
    if (isNullable(item)) {
      this.#openLoops++;
      this.#registerCount = Math.max(this.#registerCount, this.#openLoops);
      this.#emit({ op: 'loop-start', register });
      this.add(item);
      check = this.#reserve();
      this.#openLoops--;
    } else {
      this.add(item);
    }
    const again = this.#reserve();
    again(choice(mode, body, this.#next));
    check?.({ op: 'loop-check', register, exit: this.#next });
    enter?.(choice(mode, body, this.#next));
  }

  #optional({ item, mode }: Extract<PatternNode, { kind: 'repeat' }>, count: number): void {
    const exits: { readonly body: number; readonly set: (instruction: Instruction) => void }[] = [];
    for (let left = count; left > 0; left--) {
      const set = this.#reserve();
      exits.push({ body: this.#next, set });
      this.add(item);
    }
    for (const { body, set } of exits) set(choice(mode, body, this.#next));
  }

  #look({ direction, negated, item }: Extract<PatternNode, { kind: 'look' }>): void {
    if (direction === 'ahead') {
      this.#emit({ op: 'look-ahead', negated, program: compileProgram(item) });
      return;
    }
    const options = (item.kind === 'alternation' ? item.options : [item]).map((option) => {
      const length = fixedLength(option);
      if (length === undefined) throw new PatternFault('lookbehind assertion is not fixed length');
      return { length, program: compileProgram(option) };
    });
    this.#emit({ op: 'look-behind', negated, options });
  }

  #condition({ group, whenSet, otherwise }: Extract<PatternNode, { kind: 'condition' }>): void {
    const test = this.#reserve();
    this.add(whenSet);
    const toEnd = this.#reserve();
    test({ op: 'condition', group, otherwise: this.#next });
    this.add(otherwise);
    toEnd({ op: 'jump', target: this.#next });
  }
}

function readsGroups(instruction: Instruction): boolean {
  switch (instruction.op) {
    case 'backreference':
    case 'condition':
      return true;
    case 'look-ahead':
    case 'atomic':
      return instruction.program.readsGroups;
    case 'look-behind':
      return instruction.options.some(({ program }) => program.readsGroups);
    default:
      return false;
  }
}

function choice(mode: 'greedy' | 'lazy' | 'possessive', body: number, exit: number): Instruction {
  return mode === 'lazy' ? { op: 'split', first: exit, second: body } : { op: 'split', first: body, second: exit };
}
