import { CommandPrinter } from './command-printer.ts';
import type { Command } from './parse-script.ts';
import { printSimple } from './print-command.ts';

/** Returns a simple command as `BASH_COMMAND` shows it. */
export function commandText(command: Command, source: string): string {
  const printer = new CommandPrinter(source);
  printSimple(printer, command);
  return printer.text;
}
