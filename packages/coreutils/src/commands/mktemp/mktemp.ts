import { describeError, errnoOf, joinPath, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

type MktempOption = 'directory' | 'dryRun' | 'quiet' | 'suffix' | 'folder' | 'folderWord' | 'inTmp';

const USAGE: CommandUsage<MktempOption> = {
  name: 'mktemp',
  synopsis: ['[OPTION]... [TEMPLATE]'],
  summary: 'Create a temporary file or directory safely and print its name.',
  options: {
    directory: { short: 'd', long: 'directory', help: 'create a directory, not a file' },
    dryRun: { short: 'u', long: 'dry-run', help: 'do not create anything; merely print a name' },
    quiet: { short: 'q', long: 'quiet', help: 'suppress diagnostics about failures' },
    suffix: { long: 'suffix', value: 'SUFF', help: 'append SUFF to TEMPLATE' },
    folderWord: { short: 'p', value: 'DIR', help: 'interpret TEMPLATE relative to DIR' },
    folder: {
      long: 'tmpdir',
      value: 'DIR',
      valueIsOptional: true,
      help: 'the same; without DIR relative to $TMPDIR or /tmp',
    },
    inTmp: { short: 't', help: 'interpret TEMPLATE as a name relative to $TMPDIR or /tmp' },
  },
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ATTEMPTS = 100;

/** Creates files and directories with new names. */
export const mktemp: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  const [template, extra] = given.operands;
  if (extra !== undefined) return run.failUsage('too many templates');
  const written = template ?? 'tmp.XXXXXXXXXX';
  const suffix = given.value('suffix') ?? /[^X]*$/.exec(written)?.[0] ?? '';
  const stem = given.has('suffix') ? written : written.slice(0, written.length - suffix.length);
  const count = /X*$/.exec(stem)?.[0].length ?? 0;
  if (given.has('suffix') && count === 0) {
    await run.fail(`with --suffix, template ${quote(written)} must end in X`);
    return 1;
  }
  if (count < 3) {
    await run.fail(`too few X's in template ${quote(stem + suffix)}`);
    return 1;
  }
  if (suffix.includes('/')) {
    await run.fail(`invalid suffix ${quote(suffix)}, contains directory separator`);
    return 1;
  }
  const usesFolder = template === undefined || given.last('folder', 'folderWord', 'inTmp') !== undefined;
  if (given.has('inTmp') && written.includes('/')) {
    await run.fail(`invalid template, ${quote(written)}, contains directory separator`);
    return 1;
  }
  if (usesFolder && written.startsWith('/')) {
    await run.fail(`invalid template, ${quote(written)}; with --tmpdir, it may not be absolute`);
    return 1;
  }
  const folder = usesFolder ? chooseFolder(given, context.env.get('TMPDIR')) : '';
  const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  const base = prefix + stem.slice(0, stem.length - count);
  for (let attempt = 0; ; attempt++) {
    const name = base + randomLetters(context, count) + suffix;
    try {
      if (!given.has('dryRun')) create(context, name, given.has('directory'));
      run.output.putText(`${name}\n`);
      return 0;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      if (errnoOf(error) === 'EEXIST' && attempt < ATTEMPTS) continue;
      const kind = given.has('directory') ? 'directory' : 'file';
      const shown = `${base}${'X'.repeat(count)}${suffix}`;
      if (given.has('quiet')) return 1;
      await run.fail(`failed to create ${kind} via template ${quote(shown)}: ${describeError(error)}`);
      return 1;
    }
  }
});

function randomLetters({ random }: ProgramContext, count: number): string {
  return Array.from(random(count), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
}

/** With the old `-t` the environment counts more than `-p`. */
function chooseFolder(given: ParsedArguments<MktempOption>, inEnvironment: string | undefined): string {
  const option = given.last('folder', 'folderWord');
  const named = option && given.value(option);
  return (given.has('inTmp') ? inEnvironment || named : named || inEnvironment) || '/tmp';
}

function create(context: ProgramContext, name: string, isDirectory: boolean): void {
  if (isDirectory) context.files.makeDirectory(joinPath(context.cwd, name), 0o700);
  else context.open(name, { write: true, create: true, exclusive: true, mode: 0o600 }).close();
}
