import { decodeText, describeError, directoryName, encodeText, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { applyHunks, type HunkOutcome, patchedText } from './apply-hunks.ts';
import { type FilePatch, type PatchHunk, parsePatch, reversePatch } from './parse-patch.ts';

type PatchOption =
  | 'strip'
  | 'input'
  | 'reverse'
  | 'directory'
  | 'dryRun'
  | 'output'
  | 'silent'
  | 'backup'
  | 'noMismatchBackup'
  | 'forward'
  | 'force'
  | 'batch'
  | 'fuzz'
  | 'ignoreBlanks'
  | 'unified'
  | 'removeEmpty'
  | 'rejects';
type PatchRun = CommandRun<PatchOption>;

const USAGE: CommandUsage<PatchOption> = {
  name: 'patch',
  synopsis: ['[OPTION]... [ORIGFILE [PATCHFILE]]'],
  summary: 'Apply a unified difference to files.',
  faultStatus: 2,
  options: {
    strip: { short: 'p', long: 'strip', value: 'NUM', help: 'strip NUM leading components from file names' },
    input: { short: 'i', long: 'input', value: 'PATCHFILE', help: 'read the patch from PATCHFILE' },
    reverse: { short: 'R', long: 'reverse', help: 'assume patches were created with old and new files swapped' },
    directory: { short: 'd', long: 'directory', value: 'DIR', help: 'change to DIR first' },
    dryRun: { long: 'dry-run', help: 'do not change any files; just print what would happen' },
    output: { short: 'o', long: 'output', value: 'FILE', help: 'output patched files to FILE' },
    silent: { short: 's', long: ['silent', 'quiet'], help: 'work silently unless an error occurs' },
    backup: { short: 'b', long: 'backup', help: 'back up the original contents of each file, as FILE.orig' },
    noMismatchBackup: {
      long: 'no-backup-if-mismatch',
      help: 'back up only with -b, not where the patch does not fit exactly',
    },
    forward: { short: 'N', long: 'forward', help: 'ignore patches that appear to be reversed or already applied' },
    force: { short: 'f', long: 'force', help: 'like -t, but assume patches are not reversed' },
    batch: { short: 't', long: 'batch', help: 'ask no questions (none ever are)' },
    fuzz: { short: 'F', long: 'fuzz', value: 'LINES', help: 'lines of context that may differ (2)' },
    ignoreBlanks: { short: 'l', long: 'ignore-whitespace', help: 'ignore white space changes between patch and input' },
    unified: { short: 'u', long: 'unified', help: 'the patch is a unified difference (the only kind)' },
    removeEmpty: { short: 'E', long: 'remove-empty-files', help: 'remove output files that are empty after patching' },
    rejects: { short: 'r', long: 'reject-file', value: 'FILE', help: 'output rejects to FILE' },
  },
};

/** Applies differences to files. */
export const patch: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  const [original, patchFile] = given.operands;
  const folder = joinPath(context.cwd, given.value('directory') ?? '.');
  const source = given.value('input') ?? patchFile ?? '-';
  let text: string;
  try {
    const bytes = source === '-' ? await readAll(context.stdin) : context.files.readFile(joinPath(folder, source));
    text = decodeText(bytes);
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`**** Can't open patch file ${source} : ${describeError(error)}`, 2);
    return 2;
  }
  if (text === '') return 0;
  const patches = parsePatch(text);
  if (typeof patches === 'string') {
    await run.fail(`**** ${patches}`, 2);
    return 2;
  }
  for (const written of patches) {
    const wanted = given.has('reverse') ? reversePatch(written) : written;
    await applyToFile(run, wanted, folder, original);
  }
  return run.status;
});

async function applyToFile(
  run: PatchRun,
  wanted: FilePatch,
  folder: string,
  original: string | undefined,
): Promise<void> {
  const { arguments: given, context, output } = run;
  const name = original ?? chooseName(run, wanted, folder);
  if (name === undefined) {
    output.putText(`can't find file to patch at input line 1\nNo file to patch.  Skipping patch.\n`);
    output.putText(`${wanted.hunks.length} out of ${wanted.hunks.length} hunks ignored\n`);
    run.status = 1;
    return;
  }
  if (name.startsWith('/') || name.split('/').includes('..')) {
    output.putText(`Ignoring potentially dangerous file name ${name}\n`);
    run.status = 1;
    return;
  }
  const path = joinPath(folder, name);
  const before = readOrNothing(run, path);
  if (!given.has('silent')) output.putText(`${given.has('dryRun') ? 'checking' : 'patching'} file ${name}\n`);
  const options = { maxFuzz: Number(given.value('fuzz') ?? 2), ignoresBlanks: given.has('ignoreBlanks') };
  const file = patchedText(before ?? '');
  const { text, outcomes } = applyHunks(file, wanted.hunks, options);
  const isApplied =
    outcomes.every(({ line }) => line === undefined) &&
    applyHunks(file, reversePatch(wanted).hunks, { ...options, maxFuzz: 0 }).outcomes.every(
      ({ line }) => line !== undefined,
    );
  if (isApplied && !given.has('force')) {
    output.putText('Reversed (or previously applied) patch detected!  Skipping patch.\n');
  } else for (const [index, outcome] of outcomes.entries()) tellOutcome(run, outcome, index + 1);
  const rejected = outcomes.filter(({ line }) => line === undefined).map(({ hunk }) => hunk);
  if (rejected.length > 0) reject(run, wanted, rejected, path, name, isApplied);
  if (given.has('dryRun')) return;
  const isExact = outcomes.every(({ line, offset, fuzz }) => line !== undefined && offset === 0 && fuzz === 0);
  if (before !== undefined && (given.has('backup') || (!isExact && !given.has('noMismatchBackup')))) {
    context.files.writeFile(`${path}.orig`, encodeText(before));
  }
  if (rejected.length === outcomes.length) return;
  const after = text.lines.join('\n') + (text.endsWithNewline && text.lines.length > 0 ? '\n' : '');
  if (after === '' && (wanted.newName === '/dev/null' || given.has('removeEmpty'))) {
    context.files.unlink(path);
    return;
  }
  const target = given.value('output');
  const targetPath = target === undefined ? path : joinPath(folder, target);
  makeDirectories(run, directoryName(targetPath));
  context.files.writeFile(targetPath, encodeText(after), { mode: 0o666 & ~context.umask });
}

/** The first of the names, stripped, that is there; for a file to be made the new name. */
function chooseName(run: PatchRun, { oldName, newName }: FilePatch, folder: string): string | undefined {
  const written = run.arguments.value('strip');
  const strip = (name: string): string => {
    const parts = name.split(/\/+/);
    return written === undefined ? (parts.at(-1) ?? name) : parts.slice(Number(written)).join('/');
  };
  const candidates = [oldName, newName]
    .filter((name) => name !== '/dev/null')
    .map(strip)
    .filter((name) => name !== '');
  const present = candidates.find((name) => readOrNothing(run, joinPath(folder, name)) !== undefined);
  return present ?? (oldName === '/dev/null' ? candidates[0] : undefined);
}

function readOrNothing({ context }: PatchRun, path: string): string | undefined {
  try {
    return decodeText(context.files.readFile(path));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function tellOutcome(
  { output, arguments: given }: PatchRun,
  { hunk, line, offset, fuzz }: HunkOutcome,
  number: number,
): void {
  if (line === undefined) {
    output.putText(`Hunk #${number} FAILED at ${hunk.oldStart}.\n`);
    return;
  }
  if ((offset === 0 && fuzz === 0) || given.has('silent')) return;
  const withFuzz = fuzz > 0 ? ` with fuzz ${fuzz}` : '';
  const byOffset = offset === 0 ? '' : ` (offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'})`;
  output.putText(`Hunk #${number} succeeded at ${line}${withFuzz}${byOffset}.\n`);
}

function reject(
  run: PatchRun,
  wanted: FilePatch,
  rejected: readonly PatchHunk[],
  path: string,
  name: string,
  isIgnored: boolean,
): void {
  const { arguments: given, context, output } = run;
  run.status = 1;
  const count = `${rejected.length} out of ${wanted.hunks.length} hunk${wanted.hunks.length === 1 ? '' : 's'}`;
  const target = given.value('rejects') ?? `${name}.rej`;
  const saving = given.has('dryRun') ? '' : ` -- saving rejects to file ${target}`;
  output.putText(`${count} ${isIgnored ? 'ignored' : 'FAILED'}${saving}\n`);
  if (given.has('dryRun')) return;
  const rejectPath = given.has('rejects') ? joinPath(context.cwd, target) : `${path}.rej`;
  const text = rejected.map(showHunk).join('');
  context.files.writeFile(rejectPath, encodeText(`--- ${wanted.oldName}\n+++ ${wanted.newName}\n${text}`));
}

function showHunk({ oldStart, newStart, lines }: PatchHunk): string {
  const count = (left: '-' | '+'): number => lines.filter(({ kind }) => kind === ' ' || kind === left).length;
  const range = (start: number, length: number): string => (length === 1 ? String(start) : `${start},${length}`);
  const body = lines.map(
    ({ kind, text, hasNewline }) => `${kind}${text}\n${hasNewline ? '' : '\\ No newline at end of file\n'}`,
  );
  return `@@ -${range(oldStart, count('-'))} +${range(newStart, count('+'))} @@\n${body.join('')}`;
}

function makeDirectories(run: PatchRun, path: string): void {
  try {
    run.context.files.stat(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makeDirectories(run, directoryName(path));
    run.context.files.makeDirectory(path, 0o777 & ~run.context.umask);
  }
}
