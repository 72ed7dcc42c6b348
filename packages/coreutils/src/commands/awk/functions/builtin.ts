import type { AwkRuntime } from '../runtime.ts';
import type { SourcePlace } from '../syntax.ts';
import { AwkArray, type AwkCell, type AwkValue, isValue, RegexpOperand, toNumber, toText } from '../values.ts';

/** How an operand is handed over: its value, the array or the regular expression that it names, or whatever it is. */
export type OperandMode = 'value' | 'array' | 'regexp' | 'any';

/** A function of the language. */
export interface Builtin {
  /** One for each operand; the last goes for all that follow. Default `value`. */
  readonly modes?: readonly OperandMode[];
  run(call: BuiltinCall): AwkValue | Promise<AwkValue>;
}

/** A call of a builtin function, with its operands evaluated. */
export class BuiltinCall {
  readonly runtime: AwkRuntime;
  readonly operands: readonly AwkCell[];
  readonly place: SourcePlace;

  constructor(runtime: AwkRuntime, operands: readonly AwkCell[], place: SourcePlace) {
    this.runtime = runtime;
    this.operands = operands;
    this.place = place;
  }

  has(index: number): boolean {
    return index < this.operands.length;
  }

  value(index: number): AwkValue {
    const cell = this.operands[index];
    return isValue(cell) ? cell : undefined;
  }

  text(index: number): string {
    const cell = this.operands[index];
    if (cell instanceof RegexpOperand) return cell.source;
    return toText(isValue(cell) ? cell : undefined, this.runtime.settings.conversionFormat);
  }

  number(index: number): number {
    return toNumber(this.value(index));
  }

  array(index: number): AwkArray | undefined {
    const cell = this.operands[index];
    return cell instanceof AwkArray ? cell : undefined;
  }

  /** Returns the pattern that an operand is, or whose text it is. */
  pattern(index: number): ReturnType<AwkRuntime['regexps']['compile']> {
    return this.runtime.regexps.compile(this.text(index), this.place);
  }
}
