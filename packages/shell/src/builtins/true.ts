import type { Builtin } from './builtin.ts';

/** `true` and `:`: succeeds. */
export const trueBuiltin: Builtin = () => 0;

/** `false`: fails. */
export const falseBuiltin: Builtin = () => 1;
