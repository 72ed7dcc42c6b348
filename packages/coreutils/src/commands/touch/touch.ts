import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { parseDate } from '../../time/parse-date.ts';
import { parseStamp } from '../../time/parse-stamp.ts';

type TouchOption =
  | 'access'
  | 'noCreate'
  | 'date'
  | 'ignored'
  | 'noDereference'
  | 'modification'
  | 'reference'
  | 'stamp'
  | 'time';
type TouchRun = CommandRun<TouchOption>;

const USAGE: CommandUsage<TouchOption> = {
  name: 'touch',
  synopsis: ['[OPTION]... FILE...'],
  summary: 'Set the times of each FILE to now; a FILE that does not exist is created empty.',
  options: {
    access: { short: 'a', help: 'set only the time of the last access' },
    noCreate: { short: 'c', long: 'no-create', help: 'do not create files' },
    date: { short: 'd', long: 'date', value: 'STRING', help: 'use the time that STRING says' },
    ignored: { short: 'f' },
    noDereference: { short: 'h', long: 'no-dereference', help: 'set the times of links themselves' },
    modification: { short: 'm', help: 'set only the time of the last change' },
    reference: { short: 'r', long: 'reference', value: 'FILE', help: 'use the times of FILE' },
    stamp: { short: 't', value: '[[CC]YY]MMDDhhmm[.ss]', help: 'use this time' },
    time: {
      long: 'time',
      choices: [
        ['atime', 'access', 'use'],
        ['mtime', 'modify'],
      ],
      value: 'WORD',
      help: 'access, atime, use: like -a; modify, mtime: like -m',
    },
  },
};

interface Times {
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

/** Sets the times of files. */
export const touch: Program = defineCommand(USAGE, async (run) => {
  if (run.arguments.operands.length === 0) return run.failUsage('missing file operand');
  const times = readTimes(run);
  if (typeof times === 'string') {
    await run.fail(times);
    return 1;
  }
  for (const name of run.arguments.operands) await touchFile(run, name, times);
  return run.status;
});

function readTimes({ arguments: given, context }: TouchRun): Times | string {
  const zone = context.env.get('TZ');
  const now = context.clock.now();
  const reference = given.value('reference');
  let base: Times = { atimeMs: now, mtimeMs: now };
  if (reference !== undefined) {
    try {
      base = context.files.stat(joinPath(context.cwd, reference));
    } catch (error) {
      return `failed to get attributes of ${quoteName(reference)}: ${describeError(error)}`;
    }
  }
  const stamp = given.value('stamp');
  const date = given.value('date');
  const written = stamp ?? date;
  if (written === undefined) return base;
  const moment =
    stamp === undefined ? parseDate(written, { nowMs: base.mtimeMs, zone }) : parseStamp(written, { nowMs: now, zone });
  if (moment === undefined) return `invalid date format ${quote(written)}`;
  return { atimeMs: moment, mtimeMs: moment };
}

async function touchFile(run: TouchRun, name: string, times: Times): Promise<void> {
  const { files, cwd, umask } = run.context;
  const given = run.arguments;
  const path = joinPath(cwd, name);
  const noFollow = given.has('noDereference');
  try {
    const stat = noFollow ? files.lstat(path) : files.stat(path);
    const word = given.value('time');
    const onlyAccess = given.has('access') || (word !== undefined && ['access', 'atime', 'use'].includes(word));
    const onlyModification = given.has('modification') || (word !== undefined && ['modify', 'mtime'].includes(word));
    files.setTimes(
      path,
      onlyModification && !onlyAccess ? stat.atimeMs : times.atimeMs,
      onlyAccess && !onlyModification ? stat.mtimeMs : times.mtimeMs,
      { noFollow },
    );
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') return run.fail(`cannot touch ${quoteName(name)}: ${describeError(error)}`);
    if (given.has('noCreate')) return;
    if (noFollow) return run.fail(`setting times of ${quoteName(name)}: ${describeError(error)}`);
    try {
      files.open(path, { write: true, create: true, mode: 0o666 & ~umask }).close();
      files.setTimes(path, times.atimeMs, times.mtimeMs);
    } catch (failure) {
      await run.fail(`cannot touch ${quoteName(name)}: ${describeError(failure)}`);
    }
  }
}
