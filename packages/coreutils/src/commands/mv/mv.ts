import { describeError, errnoOf, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createCopyHost } from '../cp/copy-host.ts';
import { type CopyHost, type CopySettings, copyTree, isBelow, isSame, lstatOf, statOf } from '../cp/copy-tree.ts';
import { backupSuffix, type Move, type ReplaceOption, readMoves, targetOptions } from '../cp/targets.ts';
import { removeTree } from '../rm/remove-tree.ts';

type MvOption = ReplaceOption | 'force' | 'interactive' | 'noClobber';
const USAGE: CommandUsage<MvOption> = {
  name: 'mv',
  synopsis: ['[OPTION]... [-T] SOURCE DEST', '[OPTION]... SOURCE... DIRECTORY', '[OPTION]... -t DIRECTORY SOURCE...'],
  summary: 'Rename SOURCE to DEST, or move several SOURCEs into DIRECTORY.',
  options: {
    ...targetOptions('move'),
    force: { short: 'f', long: 'force', help: 'never ask' },
    interactive: { short: 'i', long: 'interactive', help: 'ask before replacing' },
    noClobber: { short: 'n', long: 'no-clobber', help: 'do not replace' },
  },
};

/** Moves files. */
export const mv: Program = defineCommand(USAGE, async (run) => {
  const moves = await readMoves(run);
  if (!moves) return 1;
  const host = createCopyHost(run);
  for (const move of moves) await moveOne(run, host, move);
  return run.status;
});

async function moveOne(run: CommandRun<MvOption>, host: CopyHost, { from, to }: Move): Promise<void> {
  const { files } = run.context;
  const stat = lstatOf(files, from.path);
  if (!stat) return run.fail(`cannot stat ${quoteName(from.name)}: No such file or directory`);
  const existing = lstatOf(files, to.path);
  if (stat.kind === 'directory' && isBelow(files, from.path, to.path)) {
    return run.fail(`cannot move ${quoteName(from.name)} to a subdirectory of itself, ${quoteName(to.name)}`);
  }
  if (existing) {
    if (isSame(stat, existing)) {
      return run.fail(`${quoteName(from.name)} and ${quoteName(to.name)} are the same file`);
    }
    if (!(await mayReplace(run, host, { from, to }, stat.mtimeMs))) return;
    if (existing.kind === 'directory' && stat.kind !== 'directory') {
      return run.fail(`cannot overwrite directory ${quoteName(to.name)} with non-directory`);
    }
    if (existing.kind !== 'directory' && stat.kind === 'directory') {
      return run.fail(`cannot overwrite non-directory ${quoteName(to.name)} with directory ${quoteName(from.name)}`);
    }
  }
  const suffix = existing && backupSuffix(run.arguments);
  try {
    if (suffix !== undefined) files.rename(to.path, to.path + suffix);
    files.rename(from.path, to.path);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') {
      return run.fail(`cannot move ${quoteName(from.name)} to ${quoteName(to.name)}: ${describeError(error)}`);
    }
    if (!(await moveAcross(run, host, { from, to }))) return;
  }
  if (run.arguments.has('verbose')) {
    const note = suffix === undefined ? '' : ` (backup: ${quoteName(to.name + suffix)})`;
    run.output.putText(`renamed ${quoteName(from.name)} -> ${quoteName(to.name)}${note}\n`);
  }
}

async function mayReplace(run: CommandRun<MvOption>, host: CopyHost, { to }: Move, mtimeMs: number): Promise<boolean> {
  const target = statOf(run.context.files, to.path);
  if (run.arguments.has('update') && target && target.mtimeMs >= mtimeMs) return false;
  switch (run.arguments.last('force', 'interactive', 'noClobber')) {
    case 'noClobber':
      return false;
    case 'interactive':
      return host.ask(`overwrite ${quoteName(to.name)}? `);
    default:
      return true;
  }
}

const MOVING: CopySettings = {
  isRecursive: true,
  follows: 'never',
  preservesMode: true,
  preservesTimes: true,
  onExisting: 'replace',
  isForced: true,
  removesFirst: true,
  makes: 'copy',
  isVerbose: false,
  backupSuffix: undefined,
};

/** Moves between file systems: copies everything and, when nothing failed, removes the source. */
async function moveAcross(run: CommandRun<MvOption>, host: CopyHost, { from, to }: Move): Promise<boolean> {
  const before = run.status;
  run.status = 0;
  await copyTree(host, MOVING, from, to);
  const isCopied = run.status === 0;
  run.status = Math.max(before, run.status);
  if (!isCopied) return false;
  const { files, yieldIfDue } = run.context;
  return removeTree(
    { files, yieldIfDue, fail: (message) => run.fail(message), removed: () => undefined, mayRemove: async () => true },
    from,
    files.lstat(from.path),
  );
}
