import { joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createCopyHost } from './copy-host.ts';
import { type CopySettings, copyTree, type NamedPath, namedChild, statOf } from './copy-tree.ts';
import { backupSuffix, type ReplaceOption, readMoves, targetOptions } from './targets.ts';

type CpOption =
  | ReplaceOption
  | 'archive'
  | 'copyContents'
  | 'noDereferenceKeepLinks'
  | 'force'
  | 'interactive'
  | 'followOperands'
  | 'link'
  | 'dereference'
  | 'noClobber'
  | 'noDereference'
  | 'preserveMost'
  | 'preserve'
  | 'noPreserve'
  | 'parents'
  | 'recursive'
  | 'reflink'
  | 'removeDestination'
  | 'sparse'
  | 'symbolicLink'
  | 'oneFileSystem';

const USAGE: CommandUsage<CpOption> = {
  name: 'cp',
  synopsis: ['[OPTION]... [-T] SOURCE DEST', '[OPTION]... SOURCE... DIRECTORY', '[OPTION]... -t DIRECTORY SOURCE...'],
  summary: 'Copy SOURCE to DEST, or several SOURCEs into DIRECTORY.',
  options: {
    ...targetOptions('copy'),
    archive: { short: 'a', long: 'archive', help: 'the same as -dR --preserve=all' },
    copyContents: { long: 'copy-contents' },
    noDereferenceKeepLinks: { short: 'd', help: 'the same as --no-dereference --preserve=links' },
    force: { short: 'f', long: 'force', help: 'remove a target that cannot be written' },
    interactive: { short: 'i', long: 'interactive', help: 'ask before replacing' },
    followOperands: { short: 'H', help: 'follow links that are operands' },
    link: { short: 'l', long: 'link', help: 'make hard links, not copies' },
    dereference: { short: 'L', long: 'dereference', help: 'follow all links' },
    noClobber: { short: 'n', long: 'no-clobber', help: 'do not replace' },
    noDereference: { short: 'P', long: 'no-dereference', help: 'copy links as links' },
    preserveMost: { short: 'p', help: 'the same as --preserve=mode,ownership,timestamps' },
    preserve: { long: 'preserve', value: 'LIST', valueIsOptional: true, help: 'keep mode, timestamps, links, all' },
    noPreserve: { long: 'no-preserve', value: 'LIST', help: 'do not keep these' },
    parents: { long: 'parents', help: 'copy with the directories in the name' },
    recursive: { short: 'rR', long: 'recursive', help: 'copy directories and what is in them' },
    reflink: { long: 'reflink', choices: [['auto'], ['always'], ['never']], value: 'WHEN', valueIsOptional: true },
    removeDestination: { long: 'remove-destination', help: 'remove each target before copying' },
    sparse: { long: 'sparse', choices: [['never'], ['auto'], ['always']], value: 'WHEN' },
    symbolicLink: { short: 's', long: 'symbolic-link', help: 'make symbolic links, not copies' },
    oneFileSystem: { short: 'x', long: 'one-file-system', help: 'accepted' },
  },
};

/** Copies files and directories. */
export const cp: Program = defineCommand(USAGE, async (run) => {
  const moves = await readMoves(run);
  if (!moves) return 1;
  if (run.arguments.has('parents') && !isIntoDirectory(run)) {
    await run.fail('with --parents, the destination must be a directory');
    return run.status;
  }
  const settings = readSettings(run.arguments);
  const host = createCopyHost(run);
  for (const { from, to } of moves) {
    if (!run.arguments.has('parents')) {
      await copyTree(host, settings, from, to);
      continue;
    }
    const directory = parentOf(to);
    makeParents(run.context.files, directory, from.name);
    await copyTree(host, settings, from, namedChild(directory, from.name));
  }
  return run.status;
});

/** Says whether what is copied goes into a directory that is there. */
function isIntoDirectory({ arguments: given, context }: CommandRun<CpOption>): boolean {
  const target = given.value('targetDirectory') ?? given.operands.at(-1) ?? '';
  return statOf(context.files, joinPath(context.cwd, target))?.kind === 'directory';
}

function readSettings(given: ParsedArguments<CpOption>): CopySettings {
  const isArchive = given.has('archive');
  const preserved = new Set(
    (given.has('preserve') ? given.value('preserve') || 'mode,ownership,timestamps' : '').split(','),
  );
  const dropped = new Set((given.value('noPreserve') ?? '').split(','));
  const keeps = (name: string): boolean =>
    (isArchive || given.has('preserveMost') || preserved.has(name) || preserved.has('all')) &&
    !dropped.has(name) &&
    !dropped.has('all');
  const existing = given.last('interactive', 'noClobber', 'force');
  const isRecursive = given.has('recursive') || isArchive;
  return {
    isRecursive,
    follows: readFollows(given, isRecursive),
    preservesMode: keeps('mode'),
    preservesTimes: keeps('timestamps'),
    onExisting:
      existing === 'interactive'
        ? 'ask'
        : existing === 'noClobber'
          ? 'keep'
          : given.has('update')
            ? 'update'
            : 'replace',
    isForced: given.has('force'),
    removesFirst: given.has('removeDestination'),
    makes: given.has('link') ? 'hard-link' : given.has('symbolicLink') ? 'symlink' : 'copy',
    isVerbose: given.has('verbose'),
    backupSuffix: backupSuffix(given),
  };
}

function readFollows(given: ParsedArguments<CpOption>, isRecursive: boolean): CopySettings['follows'] {
  switch (given.last('dereference', 'noDereference', 'noDereferenceKeepLinks', 'archive', 'followOperands')) {
    case 'dereference':
      return 'always';
    case 'followOperands':
      return 'operands';
    case undefined:
      return isRecursive ? 'never' : 'always';
    default:
      return 'never';
  }
}

function parentOf({ name, path }: NamedPath): NamedPath {
  return { name: name.replace(/\/?[^/]*\/*$/, '') || '.', path: path.replace(/\/[^/]*\/*$/, '') || '/' };
}

function makeParents(files: Parameters<typeof statOf>[0], directory: NamedPath, name: string): void {
  let path = directory.path;
  for (const part of name.split('/').slice(0, -1)) {
    path = joinPath(path, part);
    if (part !== '' && !statOf(files, path)) files.makeDirectory(path);
  }
}
