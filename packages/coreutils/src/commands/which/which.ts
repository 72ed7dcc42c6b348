import { encodeText, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'all'> = {
  name: 'which',
  synopsis: ['[-a] NAME...'],
  summary: 'Print where the commands called NAME are found.',
  options: { all: { short: 'a', help: 'print all places in PATH, not only the first' } },
  stopsAtOperand: true,
};

/** Prints where commands are. A wrong option is told as Debian's which does. */
export const which: Program = async (context) => {
  const wrong = context.argv
    .slice(1)
    .find((word) => word !== '--help' && word !== '--version' && /^-[^a]|^-a+[^a]/.test(word));
  const firstOperand = context.argv.slice(1).find((word) => word === '--' || !/^-./.test(word));
  const isBefore = firstOperand === undefined || context.argv.indexOf(wrong ?? '') < context.argv.indexOf(firstOperand);
  if (wrong === undefined || wrong === '--' || !isBefore) return command(context);
  await context.stderr.write(encodeText(`Illegal option -${/[^a]/.exec(wrong.slice(1))?.[0] ?? ''}\n`));
  await context.stdout.write(encodeText('Usage: /usr/bin/which [-a] args\n'));
  return 2;
};

const command: Program = defineCommand(USAGE, async ({ arguments: given, context, output }) => {
  let status = given.operands.length === 0 ? 1 : 0;
  for (const name of given.operands) {
    const places = placesOf(name, context);
    if (places.length === 0) status = 1;
    for (const place of given.has('all') ? places : places.slice(0, 1)) output.putText(`${place}\n`);
  }
  return status;
});

/** Names as they were given, or with the directories as they stand in PATH. */
function placesOf(name: string, { processes, env, cwd }: ProgramContext): string[] {
  if (name.includes('/')) return processes.find(name, { env, cwd }) ? [name] : [];
  const path = env.get('PATH');
  if (path === undefined) return [processes.find(name, { env, cwd })?.path ?? []].flat();
  return path
    .split(':')
    .filter((directory) => processes.find(name, { env: new Map([['PATH', directory]]), cwd }) !== undefined)
    .map((directory) => `${directory || '.'}/${name}`);
}
