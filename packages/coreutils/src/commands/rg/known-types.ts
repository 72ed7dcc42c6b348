import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { FILE_TYPES } from './file-types.ts';
import type { RgOption } from './rg-usage.ts';

/** Globs of names by type, as the options leave them. */
export type KnownTypes = ReadonlyMap<string, readonly string[]>;

const INVALID = 'invalid definition (format is type:glob, e.g., html:*.html)';
const DEFINITION = /^([\p{L}\p{N}]+):(?:(include):)?(.+)$/su;

/** Returns the types that there are: those cleared go first, then come those that were added. A text says what is wrong. */
export function readKnownTypes(given: ParsedArguments<RgOption>): KnownTypes | string {
  const types = new Map(FILE_TYPES);
  for (const cleared of given.values('typeClear')) types.delete(cleared);
  for (const definition of given.values('typeAdd')) {
    const [, type = '', isInclude, value = ''] = DEFINITION.exec(definition) ?? [];
    if (type === '') return INVALID;
    const included = isInclude === undefined ? undefined : value.split(',').map((name) => types.get(name));
    const globs = included ? included.flatMap((each) => each ?? []) : [value];
    if (included?.includes(undefined)) return INVALID;
    types.set(type, [...(types.get(type) ?? []), ...globs]);
  }
  return types;
}
