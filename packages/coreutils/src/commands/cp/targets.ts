import type { OptionSpec } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { intoDirectory, type NamedPath, namedPath, statOf } from './copy-tree.ts';

/** The options that say where things go; cp, mv and install share them. */
export type TargetOption = 'targetDirectory' | 'noTargetDirectory';

/** The options of cp and mv about what is in the way. */
export type ReplaceOption = TargetOption | 'backup' | 'backupBy' | 'suffix' | 'stripSlashes' | 'update' | 'verbose';

/** What a command that puts operands somewhere says about the shared options. */
export function targetOptions(verb: string): Readonly<Record<ReplaceOption, OptionSpec>> {
  return {
    backup: { short: 'b', help: 'keep what would be replaced, with a suffix' },
    backupBy: { long: 'backup', value: 'CONTROL', valueIsOptional: true, help: 'the same' },
    stripSlashes: { long: 'strip-trailing-slashes', help: 'remove slashes from the end of operands' },
    suffix: { short: 'S', long: 'suffix', value: 'SUFFIX', help: 'the suffix of backups, ~ by default' },
    targetDirectory: { short: 't', long: 'target-directory', value: 'DIRECTORY', help: `${verb} all into DIRECTORY` },
    noTargetDirectory: { short: 'T', long: 'no-target-directory', help: `DEST is no directory to ${verb} into` },
    update: { short: 'u', long: 'update', help: 'replace only what is older' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
  };
}

/** Returns the suffix that a replaced file is kept with; nothing when it is not kept. */
export function backupSuffix(given: Pick<ParsedArguments<ReplaceOption>, 'has' | 'value'>): string | undefined {
  const isKept = given.has('backup') || given.has('backupBy') || given.has('suffix');
  return isKept ? (given.value('suffix') ?? '~') : undefined;
}

/** An operand and where it goes. */
export interface Move {
  readonly from: NamedPath;
  readonly to: NamedPath;
}

/**
 * Returns where each operand goes: into the directory given by `-t` or by the last operand, else the first to the last.
 * Complains and returns nothing when that cannot be told.
 */
export async function readMoves(
  run: Pick<CommandRun<never>, 'context' | 'fail' | 'failUsage'> & {
    readonly arguments: Pick<ParsedArguments<TargetOption>, 'operands' | 'has' | 'value'>;
  },
): Promise<readonly Move[] | undefined> {
  const { context } = run;
  const given = run.arguments;
  const operands = [...given.operands];
  const [first] = operands;
  if (first === undefined) {
    await run.failUsage('missing file operand');
    return undefined;
  }
  const named = given.value('targetDirectory');
  if (named !== undefined) {
    const directory = await checkDirectory(run, named, 'target directory');
    return (
      directory && operands.map((name) => ({ from: namedPath(context, name), to: intoDirectory(directory, name) }))
    );
  }
  const last = operands.pop();
  if (operands.length === 0 || last === undefined) {
    await run.failUsage(`missing destination file operand after ${quoteName(first)}`);
    return undefined;
  }
  const target = namedPath(context, last);
  const isDirectory = !given.has('noTargetDirectory') && statOf(context.files, target.path)?.kind === 'directory';
  const [only, extra] = operands;
  if (!isDirectory && operands.length === 1 && only !== undefined)
    return [{ from: namedPath(context, only), to: target }];
  if (given.has('noTargetDirectory')) {
    await run.failUsage(`extra operand ${quoteName(extra === undefined ? '' : last)}`);
    return undefined;
  }
  const directory = await checkDirectory(run, last, 'target');
  return directory && operands.map((name) => ({ from: namedPath(context, name), to: intoDirectory(directory, name) }));
}

async function checkDirectory(
  run: Pick<CommandRun<never>, 'context' | 'fail'>,
  name: string,
  what: string,
): Promise<NamedPath | undefined> {
  const directory = namedPath(run.context, name);
  const stat = statOf(run.context.files, directory.path);
  if (stat?.kind === 'directory') return directory;
  await run.fail(`${what} ${quoteName(name)}: ${stat ? 'Not a directory' : 'No such file or directory'}`);
  return undefined;
}
