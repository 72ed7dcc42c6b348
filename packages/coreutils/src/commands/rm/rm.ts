import { describeError, errnoOf, type FileStat, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createCopyHost } from '../cp/copy-host.ts';
import { namedPath } from '../cp/copy-tree.ts';
import { type RemoveHost, removeTree } from './remove-tree.ts';

type RmOption =
  | 'force'
  | 'ask'
  | 'askOnce'
  | 'interactive'
  | 'oneFileSystem'
  | 'noPreserveRoot'
  | 'preserveRoot'
  | 'recursive'
  | 'directory'
  | 'verbose';

const USAGE: CommandUsage<RmOption> = {
  name: 'rm',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Remove each FILE. Directories are removed only with -r or, when empty, with -d.',
  options: {
    force: { short: 'f', long: 'force', help: 'say nothing about missing files, never ask' },
    ask: { short: 'i', help: 'ask before every removal' },
    askOnce: { short: 'I', help: 'ask once before removing more than three files or a directory tree' },
    interactive: {
      long: 'interactive',
      choices: [['never', 'no', 'none'], ['once'], ['always', 'yes']],
      value: 'WHEN',
      valueIsOptional: true,
      help: 'ask never, once or always',
    },
    oneFileSystem: { long: 'one-file-system', help: 'accepted' },
    noPreserveRoot: { long: 'no-preserve-root', help: 'allow removing /' },
    preserveRoot: { long: 'preserve-root', value: 'ALL', valueIsOptional: true, help: 'never remove / (default)' },
    recursive: { short: 'rR', long: 'recursive', help: 'remove directories and what is in them' },
    directory: { short: 'd', long: 'dir', help: 'remove empty directories' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
  },
};

/** Removes files. */
export const rm: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  const asks = readAsks(run);
  if (operands.length === 0) return asks === 'force' ? 0 : run.failUsage('missing operand');
  const isRecursive = run.arguments.has('recursive');
  if (asks === 'once' && (isRecursive || operands.length > 3)) {
    const what = `${operands.length} argument${operands.length === 1 ? '' : 's'}`;
    if (!(await createCopyHost(run).ask(`remove ${what}${isRecursive ? ' recursively' : ''}? `))) return 0;
  }
  const host = createHost(run, asks === 'always');
  for (const name of operands) await removeOperand(run, host, name, { isForced: asks === 'force', isRecursive });
  return run.status;
});

function readAsks({ arguments: given }: CommandRun<RmOption>): 'force' | 'always' | 'once' | 'never' {
  switch (given.last('force', 'ask', 'askOnce', 'interactive')) {
    case 'force':
      return 'force';
    case 'ask':
      return 'always';
    case 'askOnce':
      return 'once';
    case 'interactive': {
      const when = given.value('interactive');
      return when === 'never' || when === 'no' ? 'never' : when === 'once' ? 'once' : 'always';
    }
    case undefined:
      return 'never';
  }
}

function createHost(run: CommandRun<RmOption>, asksAlways: boolean): RemoveHost {
  const { ask } = createCopyHost(run);
  return {
    files: run.context.files,
    yieldIfDue: run.context.yieldIfDue,
    fail: (message) => run.fail(message),
    removed(name, isDirectory) {
      if (!run.arguments.has('verbose')) return;
      run.output.putText(`removed ${isDirectory ? 'directory ' : ''}${quoteName(name)}\n`);
    },
    mayRemove: async (name, stat, question) => {
      if (!asksAlways) return true;
      if (question === 'descend') return ask(`descend into directory ${quoteName(name)}? `);
      return ask(`remove ${describeKind(stat)} ${quoteName(name)}? `);
    },
  };
}

function describeKind({ kind, size }: FileStat): string {
  if (kind === 'file') return size === 0 ? 'regular empty file' : 'regular file';
  return kind === 'symlink' ? 'symbolic link' : kind.replace('-', ' special ');
}

async function removeOperand(
  run: CommandRun<RmOption>,
  host: RemoveHost,
  name: string,
  { isForced, isRecursive }: { isForced: boolean; isRecursive: boolean },
): Promise<void> {
  const target = namedPath(run.context, name);
  if (isRecursive && /(?:^|\/)\.{1,2}\/*$/.test(name)) {
    return run.fail(`refusing to remove '.' or '..' directory: skipping ${quoteName(name)}`);
  }
  try {
    const stat = host.files.lstat(target.path);
    if (isRecursive && host.files.realPath(target.path) === '/' && !run.arguments.has('noPreserveRoot')) {
      await run.fail("it is dangerous to operate recursively on '/'");
      return await run.warn('use --no-preserve-root to override this failsafe');
    }
    if (stat.kind === 'directory' && !isRecursive) return await removeDirectory(run, host, target, stat);
    await removeTree(host, target, stat);
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined) throw error;
    if (isForced && (code === 'ENOENT' || code === 'ENOTDIR')) return;
    await run.fail(`cannot remove ${quoteName(name)}: ${describeError(error)}`);
  }
}

async function removeDirectory(
  run: CommandRun<RmOption>,
  host: RemoveHost,
  target: ReturnType<typeof namedPath>,
  stat: FileStat,
): Promise<void> {
  if (!run.arguments.has('directory')) return run.fail(`cannot remove ${quoteName(target.name)}: Is a directory`);
  if (!(await host.mayRemove(target.name, stat, 'remove'))) return;
  host.files.removeDirectory(target.path);
  host.removed(target.name, true);
}
