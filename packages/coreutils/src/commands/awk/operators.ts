import { fatal } from './awk-fault.ts';
import type { Machine } from './machine.ts';
import type { BinaryOperator, SourcePlace } from './syntax.ts';
import { type AwkValue, compareValues, toNumber, toText } from './values.ts';

/** Computes a value of two. */
type Operate = (left: AwkValue, right: AwkValue, machine: Machine, place: SourcePlace) => AwkValue;

const compared =
  (holds: (order: number) => boolean): Operate =>
  (left, right, { runtime }) =>
    holds(compareValues(left, right, runtime.settings.conversionFormat)) ? 1 : 0;

/** What is said of a division by zero. */
export const DIVISION_FAULTS = { '/': 'division by zero attempted', '%': "division by zero attempted in `%'" } as const;

/** What the operators of two operands compute; a blank joins texts. */
export const OPERATORS: Readonly<Record<BinaryOperator, Operate>> = {
  '+': (left, right) => toNumber(left) + toNumber(right),
  '-': (left, right) => toNumber(left) - toNumber(right),
  '*': (left, right) => toNumber(left) * toNumber(right),
  '/': (left, right, _machine, place) => toNumber(left) / divisor(right, place, DIVISION_FAULTS['/']),
  '%': (left, right, _machine, place) => toNumber(left) % divisor(right, place, DIVISION_FAULTS['%']),
  '^': (left, right) => toNumber(left) ** toNumber(right),
  '<': compared((order) => order < 0),
  '<=': compared((order) => order <= 0),
  '==': compared((order) => order === 0),
  '!=': compared((order) => order !== 0),
  '>': compared((order) => order > 0),
  '>=': compared((order) => order >= 0),
  ' ': (left, right, { runtime: { settings } }) =>
    toText(left, settings.conversionFormat) + toText(right, settings.conversionFormat),
};

function divisor(value: AwkValue, place: SourcePlace, message: string): number {
  const number = toNumber(value);
  if (number === 0) throw fatal(message, place);
  return number;
}
