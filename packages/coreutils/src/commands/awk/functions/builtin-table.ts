import { ARRAY_FUNCTIONS } from './array-functions.ts';
import type { Builtin } from './builtin.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { STRING_FUNCTIONS } from './string-functions.ts';
import { SYSTEM_FUNCTIONS } from './system-functions.ts';

/** All functions of the language but `sub` and `gsub`, by name. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  [STRING_FUNCTIONS, NUMBER_FUNCTIONS, ARRAY_FUNCTIONS, SYSTEM_FUNCTIONS].flatMap((part) => Object.entries(part)),
);
