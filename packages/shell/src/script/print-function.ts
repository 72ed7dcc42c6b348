import { CommandPrinter } from './command-printer.ts';
import type { FunctionDefinition } from './parse-script.ts';
import { printFunctionBody } from './print-command.ts';

/** Returns a function as `declare -f` and `type` print it: in bash's own layout, without comments. */
export function printFunction(definition: FunctionDefinition, source: string): string {
  const printer = new CommandPrinter(source);
  printer.write(`${definition.name.text} () \n`);
  printFunctionBody(printer, definition);
  return printer.text;
}
