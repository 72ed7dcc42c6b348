import { describeError, errnoOf, type FileStat, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readUserNames } from '../../names/user-names.ts';

type ChownOption = 'recursive' | 'verbose' | 'changes' | 'silent' | 'noDereference' | 'reference' | 'ignored' | 'from';

const OPTIONS: CommandUsage<ChownOption>['options'] = {
  changes: { short: 'c', long: 'changes', help: 'accepted' },
  from: { long: 'from', value: 'OWNER', help: 'accepted' },
  ignored: { short: 'HLP', long: ['dereference', 'preserve-root', 'no-preserve-root'] },
  noDereference: { short: 'h', long: 'no-dereference', help: 'look at links themselves' },
  recursive: { short: 'R', long: 'recursive', help: 'and all that is in directories' },
  reference: { long: 'reference', value: 'RFILE', help: "RFILE's owner and group" },
  silent: { short: 'f', long: ['silent', 'quiet'], help: 'no messages' },
  verbose: { short: 'v', long: 'verbose', help: 'say of each file that it is as wanted' },
};
const NOTE = 'Files belong to one user here: what would not change anything is done, and the rest is not permitted.';

function define(name: 'chown' | 'chgrp'): Program {
  const usage: CommandUsage<ChownOption> = {
    name,
    synopsis: [`[OPTION]... ${name === 'chown' ? '[OWNER][:[GROUP]]' : 'GROUP'} FILE...`],
    summary: `Set the ${name === 'chown' ? 'owner' : 'group'} of files.`,
    options: OPTIONS,
    notes: NOTE,
  };
  return defineCommand(usage, async (run) => {
    const names = [...run.arguments.operands];
    const reference = run.arguments.value('reference');
    const given = reference === undefined ? names.shift() : undefined;
    if (names.length === 0) {
      return run.failUsage(given === undefined ? 'missing operand' : `missing operand after ${quote(given)}`);
    }
    const wanted = reference === undefined ? (given ?? '') : await ownerOf(run, reference);
    if (run.status !== 0) return run.status;
    const problem = unknownName(run, wanted);
    if (problem !== undefined) {
      await run.fail(problem);
      return run.status;
    }
    for (const file of names) await check(run, wanted, file);
    return run.status;
  });
}

/** Returns the owner and group of a file as they would be written, or complains. */
async function ownerOf(run: CommandRun<ChownOption>, name: string): Promise<string> {
  try {
    const { userId, groupId } = run.context.files.stat(joinPath(run.context.cwd, name));
    return run.name === 'chgrp' ? String(groupId) : `${userId}:${groupId}`;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`failed to get attributes of ${quoteName(name)}: ${describeError(error)}`);
    return '';
  }
}

async function check(run: CommandRun<ChownOption>, wanted: string, name: string): Promise<void> {
  const { files, cwd } = run.context;
  const path = joinPath(cwd, name);
  try {
    const stat = run.arguments.has('noDereference') ? files.lstat(path) : files.stat(path);
    if (!isOwner(run, stat, wanted)) {
      const what = run.name === 'chown' ? 'ownership' : 'group';
      if (!run.arguments.has('silent'))
        await run.warn(`changing ${what} of ${quoteName(name)}: Operation not permitted`);
      run.status = 1;
      return;
    }
    if (run.arguments.has('verbose'))
      run.output.putText(`${run.name === 'chown' ? 'ownership' : 'group'} of ${quoteName(name)} retained\n`);
    if (!run.arguments.has('recursive') || stat.kind !== 'directory') return;
    for (const entry of files.readDirectory(path)) await check(run, wanted, `${name.replace(/\/$/, '')}/${entry.name}`);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    if (!run.arguments.has('silent')) await run.warn(`cannot access ${quoteName(name)}: ${describeError(error)}`);
    run.status = 1;
  }
}

/** Says which part of an owner names nobody. */
function unknownName(run: CommandRun<ChownOption>, wanted: string): string | undefined {
  const names = readUserNames(run.context.files);
  const [user = '', group = ''] = partsOf(run, wanted);
  const own = run.context.env.get('USER');
  const isKnown = (name: string, isListed: boolean): boolean =>
    name === '' || /^\+?\d+$/.test(name) || name === own || isListed;
  if (!isKnown(user, names.hasUser(user))) return `invalid user: ${quote(wanted)}`;
  return isKnown(group, names.hasGroup(group)) ? undefined : `invalid group: ${quote(wanted)}`;
}

/** Divides what was given into user and group; a dot divides too, where there is but one. */
function partsOf({ name }: CommandRun<ChownOption>, wanted: string): readonly string[] {
  if (name === 'chgrp') return ['', wanted];
  const parts = wanted.split(/[:.]/);
  return parts.length > 2 ? [wanted] : parts;
}

function isOwner(run: CommandRun<ChownOption>, stat: FileStat, wanted: string): boolean {
  const users = readUserNames(run.context.files);
  const [first = '', second = ''] = partsOf(run, wanted);
  const user = run.context.env.get('USER');
  const isUser = first === '' || first === String(stat.userId) || first === users.user(stat.userId) || first === user;
  const isGroup =
    second === '' || second === String(stat.groupId) || second === users.group(stat.groupId) || second === user;
  return isUser && isGroup;
}

/** Sets owners, as far as that changes nothing. */
export const chown: Program = define('chown');
/** Sets groups, as far as that changes nothing. */
export const chgrp: Program = define('chgrp');
