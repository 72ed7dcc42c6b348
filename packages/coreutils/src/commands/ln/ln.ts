import {
  baseName,
  describeError,
  directoryName,
  type FileSystem,
  joinPath,
  normalizePath,
  type Program,
  relativePath,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createCopyHost } from '../cp/copy-host.ts';
import { isSame, lstatOf, type NamedPath, namedChild, namedPath, statOf } from '../cp/copy-tree.ts';

type LnOption =
  | 'backup'
  | 'backupBy'
  | 'directory'
  | 'force'
  | 'interactive'
  | 'logical'
  | 'noDereference'
  | 'physical'
  | 'relative'
  | 'symbolic'
  | 'suffix'
  | 'targetDirectory'
  | 'noTargetDirectory'
  | 'verbose';
type LnRun = CommandRun<LnOption>;

const USAGE: CommandUsage<LnOption> = {
  name: 'ln',
  synopsis: [
    '[OPTION]... [-T] TARGET LINK_NAME',
    '[OPTION]... TARGET',
    '[OPTION]... TARGET... DIRECTORY',
    '[OPTION]... -t DIRECTORY TARGET...',
  ],
  summary: 'Make a link to TARGET, called LINK_NAME or as TARGET in the current or another DIRECTORY.',
  options: {
    backup: { short: 'b', help: 'keep what would be replaced, with a suffix' },
    backupBy: { long: 'backup', value: 'CONTROL', valueIsOptional: true, help: 'the same' },
    directory: { short: 'dF', long: 'directory' },
    force: { short: 'f', long: 'force', help: 'remove what has the name already' },
    interactive: { short: 'i', long: 'interactive', help: 'ask before removing' },
    logical: { short: 'L', long: 'logical', help: 'follow TARGETs that are links' },
    noDereference: { short: 'n', long: 'no-dereference', help: 'a LINK_NAME that is a link to a directory is a file' },
    physical: { short: 'P', long: 'physical', help: 'make hard links to links themselves' },
    relative: { short: 'r', long: 'relative', help: 'with -s, make the link relative to where it is' },
    symbolic: { short: 's', long: 'symbolic', help: 'make symbolic links' },
    suffix: { short: 'S', long: 'suffix', value: 'SUFFIX', help: 'the suffix of backups, ~ by default' },
    targetDirectory: { short: 't', long: 'target-directory', value: 'DIRECTORY', help: 'make the links in DIRECTORY' },
    noTargetDirectory: { short: 'T', long: 'no-target-directory', help: 'LINK_NAME is no directory' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
  },
};

/** Makes hard and symbolic links. */
export const ln: Program = defineCommand(USAGE, async (run) => {
  const links = await readLinks(run);
  for (const { target, link } of links ?? []) await makeLink(run, target, link);
  return links ? run.status : 1;
});

async function readLinks(run: LnRun): Promise<readonly { target: string; link: NamedPath }[] | undefined> {
  const { context } = run;
  const targets = [...run.arguments.operands];
  const [first] = targets;
  if (first === undefined) {
    await run.failUsage('missing file operand');
    return undefined;
  }
  const named = run.arguments.value('targetDirectory');
  const last = named ?? (targets.length === 1 ? '.' : targets.pop()) ?? '.';
  const destination = namedPath(context, last);
  const stat = run.arguments.has('noDereference')
    ? lstatOf(context.files, destination.path)
    : statOf(context.files, destination.path);
  const isDirectory = stat?.kind === 'directory' && !run.arguments.has('noTargetDirectory');
  if (isDirectory) {
    const here = last === '.' && named === undefined && run.arguments.operands.length === 1;
    return targets.map((target) => ({
      target,
      link: here ? namedPath(context, baseName(target)) : namedChild(destination, baseName(target)),
    }));
  }
  if (targets.length > 1 || named !== undefined) {
    await run.fail(`target ${quoteName(last)}: ${stat ? 'Not a directory' : 'No such file or directory'}`);
    return undefined;
  }
  return [{ target: first, link: destination }];
}

async function makeLink(run: LnRun, target: string, link: NamedPath): Promise<void> {
  const { files, cwd } = run.context;
  const isSymbolic = run.arguments.has('symbolic');
  const source = joinPath(cwd, target);
  const kind = isSymbolic ? 'symbolic link' : 'hard link';
  if (!isSymbolic) {
    const stat = lstatOf(files, source);
    if (!stat) return run.fail(`failed to access ${quoteName(target)}: No such file or directory`);
    if (stat.kind === 'directory') return run.fail(`${quoteNameIfNeeded(target)}: hard link not allowed for directory`);
  }
  try {
    if (!(await makeRoom(run, source, link))) return;
    if (isSymbolic)
      files.symlink(run.arguments.has('relative') ? relativeTarget(files, source, link.path) : target, link.path);
    else files.link(run.arguments.has('logical') ? files.realPath(source) : source, link.path);
  } catch (error) {
    const arrow = isSymbolic ? '' : ` => ${quoteName(target)}`;
    const isKnown = lstatOf(files, link.path) !== undefined;
    return run.fail(`failed to create ${kind} ${quoteName(link.name)}${isKnown ? '' : arrow}: ${describeError(error)}`);
  }
  if (run.arguments.has('verbose')) {
    run.output.putText(`${quoteName(link.name)} ${isSymbolic ? '->' : '=>'} ${quoteName(target)}\n`);
  }
}

/** Removes or keeps aside what has the name already; returns whether the link may be made. */
async function makeRoom(run: LnRun, source: string, link: NamedPath): Promise<boolean> {
  const { files } = run.context;
  const existing = lstatOf(files, link.path);
  if (!existing) return true;
  if (run.arguments.has('backup') || run.arguments.has('backupBy') || run.arguments.has('suffix')) {
    files.rename(link.path, link.path + (run.arguments.value('suffix') ?? '~'));
    return true;
  }
  const last = run.arguments.last('force', 'interactive');
  if (last === 'interactive' && !(await createCopyHost(run).ask(`replace ${quoteName(link.name)}? `))) return false;
  if (last === undefined) return true;
  const stat = lstatOf(files, source);
  if (!run.arguments.has('symbolic') && stat && isSame(stat, existing)) {
    await run.fail(`${quoteName(source)} and ${quoteName(link.name)} are the same file`);
    return false;
  }
  files.unlink(link.path);
  return true;
}

function relativeTarget(files: FileSystem, source: string, link: string): string {
  const directory = directoryName(link);
  const from = statOf(files, directory) ? files.realPath(directory) : normalizePath(directory);
  const target = statOf(files, source) ? files.realPath(source) : normalizePath(source);
  return relativePath(from, target);
}
