import { decodeText, describeError, errnoOf, joinPath, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

type HostnameOption = 'short' | 'fqdn' | 'domain' | 'alias' | 'address' | 'nis' | 'boot' | 'file';

const USAGE: CommandUsage<HostnameOption> = {
  name: 'hostname',
  synopsis: ['[OPTION]'],
  summary: 'Print the name of the machine.',
  faultStatus: 255,
  options: {
    alias: { short: 'a', long: 'alias', help: 'print other names (there are none)' },
    address: { short: 'iI', long: ['ip-address', 'all-ip-addresses'], help: 'print the address of the machine' },
    boot: { short: 'b', long: 'boot' },
    domain: { short: 'd', long: 'domain', help: 'print what stands behind the first dot of the name' },
    file: { short: 'F', long: 'file', value: 'FILE', help: 'read a new name from FILE; it cannot be changed here' },
    fqdn: { short: 'fA', long: ['fqdn', 'long', 'all-fqdns'], help: 'print the whole name' },
    nis: { short: 'y', long: ['yp', 'nis'] },
    short: { short: 's', long: 'short', help: 'print the name up to its first dot' },
  },
};

/** Prints the name of the machine, which `/etc/hostname` may hold. */
export const hostname: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context, output } = run;
  const shown = given.last('short', 'fqdn', 'domain', 'alias', 'address', 'nis');
  if (given.operands.length > 0 || given.has('file')) {
    const file = given.value('file');
    const isValid = file === undefined ? true : holdsName(context, file);
    if (shown !== undefined && file === undefined) return run.failUsage('a name is shown or set, not both', 255);
    await run.fail(
      typeof isValid === 'string'
        ? isValid
        : isValid
          ? 'you must be root to change the host name'
          : 'the specified hostname is invalid',
    );
    return 1;
  }
  const name = readName((path) => context.files.readFile(path));
  const dot = name.indexOf('.');
  const [first, domain] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
  if (shown === 'nis') {
    await run.fail('Local domain name not set');
    return 1;
  }
  const answers = { short: first, fqdn: name, domain, alias: '', address: '127.0.0.1' };
  output.putText(`${shown === undefined ? name : answers[shown]}\n`);
  return 0;
});

/** Returns whether the first line of a file that is no comment is a name, or why the file cannot be read. */
function holdsName({ files, cwd }: ProgramContext, path: string): boolean | string {
  try {
    if (path !== '' && files.stat(joinPath(cwd, path)).kind === 'directory') return false;
    const lines = decodeText(files.readFile(path === '' ? '' : joinPath(cwd, path))).split('\n');
    return /^[\w.-]+$/.test(lines.find((line) => line !== '' && !line.startsWith('#')) ?? '');
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return describeError(error);
  }
}

function readName(readFile: (path: string) => Uint8Array): string {
  try {
    return decodeText(readFile('/etc/hostname')).trim() || 'localhost';
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return 'localhost';
  }
}
