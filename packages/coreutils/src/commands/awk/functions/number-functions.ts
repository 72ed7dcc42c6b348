import { fatal } from '../awk-fault.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

const MASK = (1n << 53n) - 1n;

/** Arithmetic, bits and random numbers. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  int: { run: (call) => Math.trunc(call.number(0)) },
  sqrt: { run: (call) => checked(call, 'sqrt', Math.sqrt) },
  exp: { run: (call) => Math.exp(call.number(0)) },
  log: { run: (call) => checked(call, 'log', Math.log) },
  sin: { run: (call) => Math.sin(call.number(0)) },
  cos: { run: (call) => Math.cos(call.number(0)) },
  atan2: { run: (call) => Math.atan2(call.number(0), call.number(1)) },
  rand: { run: ({ runtime }) => runtime.random.next() },
  srand: {
    run: (call) => {
      const seed = call.has(0) ? call.number(0) : Math.floor(call.runtime.context.clock.now() / 1000);
      return call.runtime.random.seed(seed);
    },
  },
  and: { run: (call) => combineBits(call, 'and', (left, right) => left & right) },
  or: { run: (call) => combineBits(call, 'or', (left, right) => left | right) },
  xor: { run: (call) => combineBits(call, 'xor', (left, right) => left ^ right) },
  lshift: { run: (call) => Number((bitsOf(call, 'lshift', 0) << bitsOf(call, 'lshift', 1)) & MASK) },
  rshift: { run: (call) => Number(bitsOf(call, 'rshift', 0) >> bitsOf(call, 'rshift', 1)) },
  compl: { run: (call) => Number(bitsOf(call, 'compl', 0) ^ MASK) },
};

async function warnNegative(call: BuiltinCall, name: string, value: number): Promise<number> {
  const { source, line } = call.place;
  await call.runtime.warn(`${source}:${line}: warning: ${name}: received negative argument ${value}`);
  return Number.NaN;
}

function checked(call: BuiltinCall, name: string, compute: (value: number) => number): number | Promise<number> {
  const value = call.number(0);
  return value < 0 ? warnNegative(call, name, value) : compute(value);
}

function combineBits(call: BuiltinCall, name: string, combine: (left: bigint, right: bigint) => bigint): number {
  return Number(call.operands.map((_, index) => bitsOf(call, name, index)).reduce(combine));
}

function bitsOf(call: BuiltinCall, name: string, index: number): bigint {
  const value = call.number(index);
  if (value >= 0 && Number.isFinite(value)) return BigInt(Math.trunc(value));
  throw fatal(`${name}: argument ${index + 1} negative value ${value} is not allowed`, call.place);
}
