import type { FunctionDefinition } from './parse-script.ts';

/** Returns a function as `declare -f` prints it. */
export function printFunction(definition: FunctionDefinition, source: string): string {
  const body = source.slice(definition.body.pos, definition.body.end);
  return `${definition.name.text} () \n${body}`;
}
