import { errnoOf, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readUserNames } from '../../names/user-names.ts';

const ID_USAGE: CommandUsage<'group' | 'groups' | 'name' | 'real' | 'user' | 'zero'> = {
  name: 'id',
  synopsis: ['[OPTION]...'],
  summary: 'Print who the current user is.',
  options: {
    group: { short: 'g', long: 'group', help: 'print only the effective group ID' },
    groups: { short: 'G', long: 'groups', help: 'print all group IDs' },
    name: { short: 'n', long: 'name', help: 'print a name, not a number, for -ugG' },
    real: { short: 'r', long: 'real', help: 'print the real ID, which is the effective one, for -ugG' },
    user: { short: 'u', long: 'user', help: 'print only the effective user ID' },
    zero: { short: 'z', long: 'zero', help: 'delimit entries with NUL characters' },
  },
};

/** Prints the user's and the groups' numbers and names. */
export const id: Program = defineCommand(ID_USAGE, async (run) => {
  const { arguments: given, context } = run;
  const [user] = given.operands;
  const who = readIdentity(context);
  if (user !== undefined && user !== who.userName) {
    await run.fail(`${quote(user)}: no such user`);
    return 1;
  }
  const choice = given.last('user', 'group', 'groups');
  if (choice === undefined) {
    if (given.has('name') || given.has('real'))
      return run.failUsage('cannot print only names or real IDs in default format');
    const { userId, groupId, userName, groupName } = who;
    run.output.putText(`uid=${userId}(${userName}) gid=${groupId}(${groupName}) groups=${groupId}(${groupName})\n`);
    return 0;
  }
  const [number, name] = choice === 'user' ? [who.userId, who.userName] : [who.groupId, who.groupName];
  run.output.putText(`${given.has('name') ? name : number}${given.has('zero') ? '\0' : '\n'}`);
  return 0;
});

const WHOAMI_USAGE: CommandUsage<never> = {
  name: 'whoami',
  synopsis: ['[OPTION]...'],
  summary: 'Print the name of the current user.',
  options: {},
};

/** Prints the user's name. */
export const whoami: Program = defineCommand(WHOAMI_USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  run.output.putText(`${readIdentity(run.context).userName}\n`);
  return 0;
});

interface Identity {
  readonly userId: number;
  readonly groupId: number;
  readonly userName: string;
  readonly groupName: string;
}

/** The user is who owns the home directory; without names in `/etc` the environment's `USER` counts. */
function readIdentity({ files, env }: ProgramContext): Identity {
  const { userId, groupId } = ownerOf(files, env.get('HOME') ?? '/');
  const names = readUserNames(files);
  const named = (name: string, number: number): string =>
    name === String(number) ? (env.get('USER') ?? 'user') : name;
  return {
    userId,
    groupId,
    userName: named(names.user(userId), userId),
    groupName: named(names.group(groupId), groupId),
  };
}

function ownerOf(files: ProgramContext['files'], path: string): { userId: number; groupId: number } {
  try {
    return files.stat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return files.stat('/');
  }
}
