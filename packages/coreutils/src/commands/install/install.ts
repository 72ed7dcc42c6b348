import { describeError, directoryName, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { parseMode } from '../../names/parse-mode.ts';
import { isSame, lstatOf, statOf } from '../cp/copy-tree.ts';
import { type Move, readMoves, type TargetOption } from '../cp/targets.ts';

type InstallOption =
  | TargetOption
  | 'backup'
  | 'backupBy'
  | 'compatible'
  | 'compare'
  | 'directory'
  | 'leading'
  | 'debug'
  | 'group'
  | 'mode'
  | 'owner'
  | 'preserve'
  | 'strip'
  | 'stripProgram'
  | 'suffix'
  | 'verbose'
  | 'context';
type InstallRun = CommandRun<InstallOption>;

const USAGE: CommandUsage<InstallOption> = {
  name: 'install',
  synopsis: [
    '[OPTION]... [-T] SOURCE DEST',
    '[OPTION]... SOURCE... DIRECTORY',
    '[OPTION]... -t DIRECTORY SOURCE...',
    '[OPTION]... -d DIRECTORY...',
  ],
  summary: 'Copy files and set their modes, or create directories with -d.',
  options: {
    backup: { short: 'b', help: 'keep what would be replaced, with a suffix' },
    backupBy: { long: 'backup', value: 'CONTROL', valueIsOptional: true, help: 'the same' },
    compatible: { short: 'c' },
    compare: { short: 'C', long: 'compare', help: 'leave a target alone that is the same already' },
    directory: { short: 'd', long: 'directory', help: 'create directories, with their parents' },
    leading: { short: 'D', help: 'create the directories that lead to DEST' },
    debug: { long: 'debug' },
    group: { short: 'g', long: 'group', value: 'GROUP', help: 'accepted; files belong to who runs the command' },
    mode: { short: 'm', long: 'mode', value: 'MODE', help: 'set the mode, as chmod does (default 0755)' },
    owner: { short: 'o', long: 'owner', value: 'OWNER', help: 'accepted, as --group' },
    preserve: { short: 'p', long: 'preserve-timestamps', help: 'keep the times of the sources' },
    strip: { short: 's', long: 'strip' },
    stripProgram: { long: 'strip-program', value: 'PROGRAM' },
    suffix: { short: 'S', long: 'suffix', value: 'SUFFIX', help: 'the suffix of backups, ~ by default' },
    targetDirectory: { short: 't', long: 'target-directory', value: 'DIRECTORY', help: 'copy all into DIRECTORY' },
    noTargetDirectory: { short: 'T', long: 'no-target-directory', help: 'DEST is no directory to copy into' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
    context: { short: 'Z', long: ['context', 'preserve-context'], value: 'CTX', valueIsOptional: true },
  },
};

const DEFAULT_MODE = 0o755;

/** Copies files to where they are used, with their modes. */
export const install: Program = defineCommand(USAGE, async (run) => {
  const written = run.arguments.value('mode');
  const change = written === undefined ? undefined : parseMode(written, 0);
  if (written !== undefined && !change) {
    await run.fail(`invalid mode ${quote(written)}`);
    return 1;
  }
  const modeFor = (isDirectory: boolean): number => (change ? change(0, { isDirectory }) : DEFAULT_MODE);
  if (run.arguments.has('directory')) {
    if (run.arguments.operands.length === 0) return run.failUsage('missing file operand');
    for (const name of run.arguments.operands) await makeDirectories(run, name, modeFor(true));
    return run.status;
  }
  if (run.arguments.has('leading')) await makeLeading(run);
  const moves = await readMoves(run);
  for (const move of moves ?? []) await installFile(run, move, modeFor(false));
  return moves ? run.status : 1;
});

async function makeLeading(run: InstallRun): Promise<void> {
  const named = run.arguments.value('targetDirectory');
  const last = run.arguments.operands.at(-1);
  if (named !== undefined) return makeDirectories(run, named, DEFAULT_MODE);
  if (run.arguments.operands.length < 2 || last === undefined) return;
  const parent = last.replace(/\/*[^/]*\/*$/, '');
  if (parent !== '') await makeDirectories(run, parent, DEFAULT_MODE);
}

/** The last directory gets the mode, those before it the usual one. */
async function makeDirectories(run: InstallRun, name: string, mode: number): Promise<void> {
  const { files, cwd } = run.context;
  for (const { index, 0: part } of name.matchAll(/[^/]+/g)) {
    const end = index + part.length;
    const shown = name.slice(0, end);
    const path = joinPath(cwd, shown);
    const isLast = /^\/*$/.test(name.slice(end));
    try {
      const existing = statOf(files, path);
      if (existing && existing.kind !== 'directory') {
        return await run.fail(`cannot create directory ${quote(shown)}: ${isLast ? 'File exists' : 'Not a directory'}`);
      }
      if (!existing) {
        files.makeDirectory(path, DEFAULT_MODE);
        if (run.arguments.has('verbose')) run.output.putText(`install: creating directory ${quoteName(shown)}\n`);
      }
      if (isLast && (!existing || run.arguments.has('directory'))) files.changeMode(path, mode);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return run.fail(`cannot create directory ${quote(name)}: ${describeError(error)}`);
    }
  }
}

async function installFile(run: InstallRun, { from, to }: Move, mode: number): Promise<void> {
  const { files } = run.context;
  const stat = statOf(files, from.path);
  if (!stat) return run.fail(`cannot stat ${quoteName(from.name)}: No such file or directory`);
  if (stat.kind === 'directory') return run.fail(`omitting directory ${quoteName(from.name)}`);
  const existing = lstatOf(files, to.path);
  if (existing?.kind === 'directory') {
    return run.fail(`cannot overwrite directory ${quoteName(to.name)} with non-directory`);
  }
  if (existing && isSame(existing, stat)) {
    return run.fail(`${quoteName(from.name)} and ${quoteName(to.name)} are the same file`);
  }
  try {
    const bytes = stat.kind === 'file' ? files.readFile(from.path).slice() : new Uint8Array(0);
    if (existing && run.arguments.has('compare') && isUnchanged(run, to.path, bytes, mode)) return;
    const backup = keepBackup(run, existing !== undefined, to.path);
    if (!statOf(files, directoryName(to.path))) throw missingDirectory(to.name);
    if (existing && backup === undefined) files.unlink(to.path);
    if (run.arguments.has('verbose')) {
      if (existing && backup === undefined) run.output.putText(`removed ${quoteName(to.name)}\n`);
      const note = backup === undefined ? '' : ` (backup: ${quoteName(to.name + backup)})`;
      run.output.putText(`${quoteName(from.name)} -> ${quoteName(to.name)}${note}\n`);
    }
    files.writeFile(to.path, bytes, { mode: 0o600, exclusive: true });
    files.changeMode(to.path, mode);
    if (run.arguments.has('preserve')) files.setTimes(to.path, stat.atimeMs, stat.mtimeMs);
  } catch (error) {
    if (error instanceof MissingDirectory) return run.fail(error.message);
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`cannot create regular file ${quoteName(to.name)}: ${describeError(error)}`);
  }
}

class MissingDirectory extends Error {}

function missingDirectory(name: string): MissingDirectory {
  return new MissingDirectory(`cannot create regular file ${quoteName(name)}: No such file or directory`);
}

function keepBackup(run: InstallRun, exists: boolean, path: string): string | undefined {
  const given = run.arguments;
  if (!exists || !(given.has('backup') || given.has('backupBy') || given.has('suffix'))) return undefined;
  const suffix = given.value('suffix') ?? '~';
  run.context.files.rename(path, path + suffix);
  return suffix;
}

function isUnchanged({ context: { files } }: InstallRun, path: string, bytes: Uint8Array, mode: number): boolean {
  const stat = lstatOf(files, path);
  if (stat?.kind !== 'file' || stat.mode !== mode || stat.size !== bytes.length) return false;
  const present = files.readFile(path);
  return bytes.every((byte, index) => byte === present[index]);
}
