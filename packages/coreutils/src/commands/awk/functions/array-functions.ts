import { fatal } from '../awk-fault.ts';
import { sortElements } from '../element-order.ts';
import { type AwkCell, isValue } from '../values.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

/** Sorting of arrays. */
export const ARRAY_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  asort: {
    modes: ['array', 'array', 'value'],
    run: (call) => sortInto(call, '@val_type_asc', ([, cell]) => cell),
  },
  asorti: {
    modes: ['array', 'array', 'value'],
    run: (call) => sortInto(call, '@ind_str_asc', ([key]) => key),
  },
};

function sortInto(call: BuiltinCall, order: string, pick: (element: readonly [string, AwkCell]) => AwkCell): number {
  const source = call.array(0);
  const target = call.array(1) ?? source;
  if (!source || !target) throw fatal('asort: first argument not an array', call.place);
  const how = call.has(2) && isValue(call.operands[2]) ? call.text(2) : order;
  const sorted = sortElements(source, how, call.runtime.settings.conversionFormat);
  if (!sorted) throw fatal(`sort comparison function \`${how}' is not defined`, call.place);
  const picked = sorted.map(pick);
  target.elements.clear();
  for (const [index, cell] of picked.entries()) target.elements.set(String(index + 1), cell);
  return picked.length;
}
