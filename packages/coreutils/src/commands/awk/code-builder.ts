import type { Code, Instruction, Machine } from './machine.ts';
import type { SourcePlace } from './syntax.ts';
import { isTrue } from './values.ts';

/** A place in code that jumps lead to; known once it is placed. */
export interface Label {
  at: number;
}

/** Instructions of a loop pass between looks at whether others wait. */
const PASSES_BETWEEN_TURNS = 256;

/** Gathers instructions, and the jumps between them. */
export class CodeBuilder {
  readonly #steps: Instruction[] = [];
  readonly #places: SourcePlace[] = [];
  #loopCount = 0;
  /** Where what is being compiled stands. */
  sourcePlace: SourcePlace = { source: 'cmd. line', line: 1 };

  /** What was gathered; it grows on. */
  get code(): Code {
    return { steps: this.#steps, places: this.#places };
  }

  emit(instruction: Instruction): void {
    this.#steps.push(instruction);
    this.#places.push(this.sourcePlace);
  }

  createLabel(): Label {
    return { at: -1 };
  }

  /** Lets a label lead here. */
  place(label: Label): void {
    label.at = this.#steps.length;
  }

  jump(label: Label): void {
    this.emit((machine) => machine.jump(label.at));
  }

  /** Jumps when the value on the stack, which it takes, is true or not. */
  jumpIf(condition: boolean, label: Label): void {
    this.emit((machine) => {
      if (isTrue(machine.popValue()) === condition) machine.jump(label.at);
    });
  }

  /** Jumps back in a loop, and lets others have a turn now and then. */
  jumpBack(label: Label): void {
    let passes = 0;
    this.emit((machine: Machine) => {
      machine.jump(label.at);
      if (++passes % PASSES_BETWEEN_TURNS === 0) return machine.runtime.context.yieldIfDue();
      return undefined;
    });
  }

  /** Returns a number for a for-in loop. */
  nextLoop(): number {
    return this.#loopCount++;
  }
}
