import { errnoOf, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { type Account, findAccount, readUserNames } from '../../names/user-names.ts';

type IdOption = 'accepted' | 'context' | 'group' | 'groups' | 'name' | 'real' | 'user' | 'zero';

const ID_USAGE: CommandUsage<IdOption> = {
  name: 'id',
  synopsis: ['[OPTION]... [USER]...'],
  summary: 'Print who each USER is, or who the current user is.',
  options: {
    accepted: { short: 'a' },
    context: { short: 'Z', long: 'context' },
    group: { short: 'g', long: 'group', help: 'print only the effective group ID' },
    groups: { short: 'G', long: 'groups', help: 'print all group IDs' },
    name: { short: 'n', long: 'name', help: 'print a name, not a number, for -ugG' },
    real: { short: 'r', long: 'real', help: 'print the real ID, which is the effective one, for -ugG' },
    user: { short: 'u', long: 'user', help: 'print only the effective user ID' },
    zero: { short: 'z', long: 'zero', help: 'delimit entries with NUL characters' },
  },
};

const CHOICES = ['user', 'group', 'groups'] as const;
type Choice = (typeof CHOICES)[number];

/** Prints users' and groups' numbers and names. */
export const id: Program = defineCommand(ID_USAGE, async (run) => {
  const { arguments: given, context, output } = run;
  const wrong = findWrongCall(given);
  if (wrong !== undefined) {
    await run.fail(wrong);
    return 1;
  }
  const choice = given.last(...CHOICES);
  const { operands } = given;
  const isNul = given.has('zero');
  for (const user of operands.length > 0 ? operands : [undefined]) {
    const account = user === undefined ? readIdentity(context) : findUser(context, user);
    if (!account) {
      await run.fail(`${quote(user ?? '')}: no such user`);
      continue;
    }
    const shown =
      choice === undefined ? describeAll(account) : describeChoice(account, choice, given.has('name'), isNul);
    output.putText(shown + (isNul ? '\0' : '\n'));
    if (isNul && choice === 'groups' && operands.length > 1) output.putText('\0');
  }
  return run.status;
});

function findWrongCall(given: ParsedArguments<IdOption>): string | undefined {
  if (given.has('context')) return '--context (-Z) works only on an SELinux-enabled kernel';
  const choices = CHOICES.filter((choice) => given.has(choice));
  if (choices.length > 1) return 'cannot print "only" of more than one choice';
  if (choices.length === 1) return undefined;
  if (given.has('name') || given.has('real')) return 'cannot print only names or real IDs in default format';
  return given.has('zero') ? 'option --zero not permitted in default format' : undefined;
}

/** The current user may have no line in `/etc/passwd`. */
function findUser(context: ProgramContext, written: string): Account | undefined {
  const own = readIdentity(context);
  const isOwn = written === own.userName || (/^\+?\d+$/.test(written) && Number(written) === own.userId);
  return findAccount(context.files, written) ?? (isOwn ? own : undefined);
}

function describeAll({ userId, userName, groups }: Account): string {
  const shown = groups.map(({ id: number, name }) => `${number}(${name})`);
  return `uid=${userId}(${userName}) gid=${shown[0] ?? ''} groups=${shown.join(',')}`;
}

function describeChoice(
  { userId, userName, groups }: Account,
  choice: Choice,
  isName: boolean,
  isNul: boolean,
): string {
  if (choice === 'user') return isName ? userName : String(userId);
  const all = groups.map(({ id: number, name }) => (isName ? name : String(number)));
  return choice === 'group' ? (all[0] ?? '') : all.join(isNul ? '\0' : ' ');
}

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

/** The user is who owns the home directory; without names in `/etc` the environment's `USER` counts. */
function readIdentity({ files, env }: ProgramContext): Account {
  const { userId, groupId } = ownerOf(files, env.get('HOME') ?? '/');
  const names = readUserNames(files);
  const named = (name: string, number: number): string =>
    name === String(number) ? (env.get('USER') ?? 'user') : name;
  const userName = named(names.user(userId), userId);
  return { userId, userName, groups: [{ id: groupId, name: named(names.group(groupId), groupId) }] };
}

function ownerOf(files: ProgramContext['files'], path: string): { userId: number; groupId: number } {
  try {
    return files.stat(path);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return files.stat('/');
  }
}
