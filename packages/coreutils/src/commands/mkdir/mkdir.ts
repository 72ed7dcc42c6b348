import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { parseMode } from '../../names/parse-mode.ts';

type MkdirOption = 'mode' | 'parents' | 'verbose' | 'context';

const USAGE: CommandUsage<MkdirOption> = {
  name: 'mkdir',
  synopsis: ['[OPTION]... DIRECTORY...'],
  summary: 'Create each DIRECTORY.',
  options: {
    mode: { short: 'm', long: 'mode', value: 'MODE', help: 'set the mode, as chmod does' },
    parents: { short: 'p', long: 'parents', help: 'create missing parents; an existing directory is no error' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
    context: { short: 'Z', long: 'context', value: 'CTX', valueIsOptional: true },
  },
};

/** Creates directories. */
export const mkdir: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing operand');
  const text = run.arguments.value('mode');
  const change = text === undefined ? undefined : parseMode(text, run.context.umask);
  if (text !== undefined && !change) {
    await run.fail(`invalid mode ${quote(text)}`);
    return 1;
  }
  for (const name of operands) {
    const path = joinPath(run.context.cwd, name);
    const isMade = run.arguments.has('parents') ? await makeParents(run, name) : await make(run, name, path);
    if (isMade && change) run.context.files.changeMode(path, change(0o777, { isDirectory: true }));
  }
  return run.status;
});

async function makeParents(run: CommandRun<MkdirOption>, name: string): Promise<boolean> {
  const { files, cwd } = run.context;
  if (name === '') {
    await run.fail(`cannot create directory ${quote(name)}: No such file or directory`);
    return false;
  }
  let isMade = false;
  const ends = Array.from(name.matchAll(/[^/]+/g), (match) => match.index + match[0].length);
  for (const end of ends) {
    const part = name.slice(0, end);
    const path = joinPath(cwd, part);
    try {
      if (files.stat(path).kind === 'directory') continue;
      await run.fail(
        `cannot create directory ${quote(part)}: ${end === name.length ? 'File exists' : 'Not a directory'}`,
      );
      return false;
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') {
        await run.fail(`cannot create directory ${quote(part)}: ${describeError(error)}`);
        return false;
      }
    }
    if (!(await make(run, part, path))) return false;
    isMade = end === ends.at(-1);
  }
  return isMade;
}

async function make(run: CommandRun<MkdirOption>, name: string, path: string): Promise<boolean> {
  try {
    run.context.files.makeDirectory(path, 0o777 & ~run.context.umask);
    if (run.arguments.has('verbose')) run.output.putText(`mkdir: created directory ${quoteName(name)}\n`);
    return true;
  } catch (error) {
    await run.fail(`cannot create directory ${quote(name)}: ${describeError(error)}`);
    return false;
  }
}
