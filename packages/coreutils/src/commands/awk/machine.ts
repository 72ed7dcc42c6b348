import { AwkFault, fatal, RuntimeFault, showPlace } from './awk-fault.ts';
import type { AwkRuntime } from './runtime.ts';
import type { SourcePlace } from './syntax.ts';
import {
  AwkArray,
  type AwkCell,
  type AwkValue,
  InputText,
  RegexpOperand,
  toNumber,
  toText,
  UnsetVariable,
} from './values.ts';

/** A step of a compiled program. A promise only when it must wait. */
export type Instruction = (machine: Machine) => void | Promise<void>;

/** Compiled steps, and for each the place in the program that it came of. */
export interface Code {
  readonly steps: readonly Instruction[];
  readonly places: readonly SourcePlace[];
}

const NO_CODE: Code = { steps: [], places: [] };

/** How a run of some code ended. */
export type Flow = 'done' | 'next' | 'nextfile' | 'exit';

/** A function being called, or the code of a rule. */
interface Frame {
  code: Code;
  readonly locals: AwkCell[];
  /** The keys of the for-in loops that are running, by the loop's number. */
  readonly loops: KeyLoop[];
  /** The next step. */
  at: number;
}

/** A for-in loop at work. */
interface KeyLoop {
  readonly keys: readonly string[];
  index: number;
}

const MAX_DEPTH = 100_000;

/** Runs compiled code: a stack of values and a stack of calls. It stops only where a step must wait. */
export class Machine {
  readonly runtime: AwkRuntime;
  readonly stack: AwkCell[] = [];
  #frames: Frame[] = [];
  /** The frame of the rules, used again for each record. */
  readonly #top: Frame = { code: NO_CODE, locals: [], loops: [], at: 0 };
  #frame: Frame = this.#top;
  #isRunning = false;
  #flow: Flow = 'done';

  constructor(runtime: AwkRuntime) {
    this.runtime = runtime;
  }

  /** Runs code to its end. May be called while a step of other code waits. */
  run(code: Code): Flow | Promise<Flow> {
    if (this.#isRunning) return this.#runInside(code);
    this.#isRunning = true;
    this.#flow = 'done';
    this.#top.code = code;
    this.#top.at = 0;
    this.#frame = this.#top;
    try {
      const wait = this.#continue();
      if (wait) return wait.then(this.#finish, this.#fail);
    } catch (error) {
      return this.#fail(error);
    }
    return this.#finish();
  }

  readonly #finish = (): Flow => {
    this.#isRunning = false;
    if (this.stack.length > 0) this.stack.length = 0;
    return this.#flow;
  };

  async #runInside(code: Code): Promise<Flow> {
    const outer = { frames: this.#frames, frame: this.#frame, flow: this.#flow, depth: this.stack.length };
    this.#frames = [];
    this.#frame = { code, locals: [], loops: [], at: 0 };
    this.#flow = 'done';
    await this.#continue();
    const flow = this.#flow;
    this.stack.length = outer.depth;
    ({ frames: this.#frames, frame: this.#frame, flow: this.#flow } = outer);
    return flow;
  }

  #continue(): undefined | Promise<void> {
    for (;;) {
      const instruction = this.#frame.code.steps[this.#frame.at++];
      if (!instruction) return undefined;
      const wait = instruction(this);
      if (wait) return wait.then(() => this.#continue());
    }
  }

  /** Gives a mistake of the program the place where it happened. */
  readonly #fail = (error: unknown): never => {
    if (!(error instanceof RuntimeFault)) throw error;
    const place = error.place ?? this.#frame.code.places[this.#frame.at - 1];
    const { input } = this.runtime;
    const name = this.textOf(this.runtime.variable('FILENAME').get()) || '-';
    const record = input.fileRecordNumber > 0 ? `(FILENAME=${name} FNR=${input.fileRecordNumber}) ` : '';
    throw new AwkFault(`${place ? `${showPlace(place)}: ` : ''}${record}fatal: ${error.message}`);
  };

  /** Ends the run, calls and all. */
  stop(flow: Flow): void {
    this.#flow = flow;
    this.#frames = [];
    this.#frame = { code: NO_CODE, locals: [], loops: [], at: 0 };
  }

  jump(at: number): void {
    this.#frame.at = at;
  }

  /** Enters a function; its operands are on the stack. */
  call(code: Code, operandCount: number, parameterCount: number): void {
    if (this.#frames.length >= MAX_DEPTH) throw fatal('function call nesting too deep');
    const locals = this.stack.splice(this.stack.length - operandCount, operandCount);
    while (locals.length < parameterCount) locals.push(undefined);
    this.#frames.push(this.#frame);
    this.#frame = { code, locals, loops: [], at: 0 };
  }

  /** Leaves a function; its value is on the stack. */
  leave(): void {
    const outer = this.#frames.pop();
    if (outer) this.#frame = outer;
  }

  get locals(): AwkCell[] {
    return this.#frame.locals;
  }

  get loops(): KeyLoop[] {
    return this.#frame.loops;
  }

  push(cell: AwkCell): void {
    this.stack.push(cell);
  }

  pop(): AwkCell {
    return this.stack.pop();
  }

  popValue(): AwkValue {
    const cell = this.stack.pop();
    return typeof cell === 'object' ? this.#valueOf(cell) : cell;
  }

  popNumber(): number {
    return toNumber(this.popValue());
  }

  popText(): string {
    return toText(this.popValue(), this.runtime.settings.conversionFormat);
  }

  /** Returns a cell as text. */
  textOf(cell: AwkCell): string {
    const value = typeof cell === 'object' ? this.#valueOf(cell) : cell;
    return toText(value, this.runtime.settings.conversionFormat);
  }

  popArray(): AwkArray {
    const cell = this.stack.pop();
    if (cell instanceof AwkArray) return cell;
    throw new Error('an instruction wants an array');
  }

  #valueOf(cell: Exclude<AwkCell, string | number | undefined>): AwkValue {
    if (cell instanceof InputText) return cell;
    if (cell instanceof UnsetVariable && !cell.array) return undefined;
    if (cell instanceof RegexpOperand) return cell.source;
    throw fatal('attempt to use array in a scalar context');
  }
}
