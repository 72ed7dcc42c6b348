import { decodeText, errnoOf, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'short' | 'fqdn'> = {
  name: 'hostname',
  synopsis: ['[OPTION]'],
  summary: 'Print the name of the machine.',
  options: {
    short: { short: 's', long: 'short', help: 'print the name up to its first dot' },
    fqdn: { short: 'f', long: ['fqdn', 'long'], help: 'print the whole name' },
  },
};

/** Prints the name of the machine, which `/etc/hostname` may hold. */
export const hostname: Program = defineCommand(USAGE, async (run) => {
  if (run.arguments.operands.length > 0) {
    await run.fail('you must be root to change the host name');
    return 1;
  }
  const name = readName((path) => run.context.files.readFile(path));
  run.output.putText(`${run.arguments.has('short') ? (name.split('.')[0] ?? name) : name}\n`);
  return 0;
});

function readName(readFile: (path: string) => Uint8Array): string {
  try {
    return decodeText(readFile('/etc/hostname')).trim() || 'localhost';
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return 'localhost';
  }
}
