import { describeError, encodeText, errnoOf, joinPath, type Program } from '@cloche/system';
import { encodeTarHeader } from '../../archive/encode-tar-header.ts';
import { readTar, TarFault, type TarMember } from '../../archive/read-tar.ts';
import { paddingBytes } from '../../archive/tar-entry.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createByteSource } from '../../compression/byte-source.ts';
import { lstatOf } from '../cp/copy-tree.ts';
import { compareMember } from './compare-member.ts';
import { addFiles } from './create.ts';
import { Extraction } from './extract.ts';
import { putMember } from './list-member.ts';
import { compileNameTest, type NameTest } from './name-patterns.ts';
import { type ArchiveWriter, createArchive, GzipEnded, openArchive } from './open-archive.ts';
import { readTarSettings, type TarRun, type TarSettings, TarStop } from './tar-settings.ts';
import { TAR_USAGE, type TarOption } from './tar-usage.ts';

type Operation = (run: TarRun, settings: TarSettings) => Promise<void>;

const OPERATIONS = {
  create,
  extract,
  list,
  append: (run, settings) => append(run, settings, false),
  update: (run, settings) => append(run, settings, true),
  compare,
  concatenate,
  delete: deleteMembers,
} as const satisfies Partial<Record<TarOption, Operation>>;

const OPERATION_NAMES = ['create', 'extract', 'list', 'append', 'update', 'compare', 'concatenate', 'delete'] as const;
const FAILED = 2;

/** Makes, lists and extracts tar archives. */
export const tar: Program = defineCommand(TAR_USAGE, async (run) => {
  const operations = OPERATION_NAMES.filter((name) => run.arguments.has(name));
  try {
    const letter = run.arguments.value('missingOldValue');
    if (letter !== undefined) throw new TarStop(`Old option '${letter}' requires an argument.`, 'usage');
    const [operation, other] = operations;
    const list = "'-Acdtrux', '--delete' or";
    if (operation === undefined)
      throw new TarStop(`You must specify one of the ${list} '--test-label' options`, 'usage');
    if (other !== undefined) {
      throw new TarStop(`You may not specify more than one ${list}  '--test-label' option`, 'usage');
    }
    await OPERATIONS[operation](run, await readTarSettings(run));
  } catch (error) {
    if (error instanceof GzipEnded) {
      await run.output.flush();
      await run.context.stderr.write(encodeText(`\ngzip: stdin: ${error.message}\n`));
      await run.warn('Child returned status 1');
      await run.fail('Error is not recoverable: exiting now', FAILED);
      return FAILED;
    }
    if (!(error instanceof TarStop)) throw error;
    await run.fail(error.message, FAILED);
    if (error.ending === 'unrecoverable') await run.warn('Error is not recoverable: exiting now');
    if (error.ending === 'usage') {
      await run.context.stderr.write(encodeText("Try 'tar --help' or 'tar --usage' for more information.\n"));
    }
    return FAILED;
  }
  if (run.status === FAILED) await run.warn('Exiting with failure status due to previous errors');
  return run.status;
});

async function create(run: TarRun, settings: TarSettings): Promise<void> {
  if (settings.names.length === 0 && !run.arguments.has('filesFrom')) {
    throw new TarStop('Cowardly refusing to create an empty archive', 'usage');
  }
  if (settings.archive === '-' && run.output.isTerminal) {
    throw new TarStop('Refusing to write archive contents to terminal (missing -f option?)');
  }
  const archive = createArchive(run, settings.archive);
  await addFiles(run, settings, archive);
  await finish(run, archive);
}

async function finish(run: TarRun, archive: ArchiveWriter): Promise<void> {
  await archive.finish();
  if (!run.arguments.has('totals')) return;
  await run.output.flush();
  await run.context.stderr.write(encodeText(`Total bytes written: ${archive.bytesWritten()}\n`));
}

async function list(run: TarRun, settings: TarSettings): Promise<void> {
  await eachMember(run, settings, (member) => putMember(run, settings, member.entry, false));
}

async function extract(run: TarRun, settings: TarSettings): Promise<void> {
  const extraction = new Extraction(run, settings);
  await eachMember(run, settings, async (member) => {
    await putMember(run, settings, member.entry, run.arguments.has('toStdout'));
    await extraction.extract(member);
  });
  await extraction.finish();
}

async function compare(run: TarRun, settings: TarSettings): Promise<void> {
  await eachMember(run, settings, async (member) => {
    await putMember(run, settings, member.entry, false);
    await compareMember(run, settings, member);
  });
}

/** Calls `use` for each member that was asked for, and complains about names that are not there. */
async function eachMember(
  run: TarRun,
  settings: TarSettings,
  use: (member: TarMember) => Promise<void>,
): Promise<void> {
  const wanted = settings.names.map(({ name }) => ({
    name,
    test: compileNameTest(name, settings.memberRules),
    isFound: false,
  }));
  const isWanted: NameTest = (name) => {
    let isFound = wanted.length === 0;
    for (const entry of wanted) {
      if (!entry.test(name)) continue;
      entry.isFound = true;
      isFound = true;
    }
    return isFound && !settings.isExcluded(name);
  };
  const source = await openArchive(run, settings.archive);
  await guardFaults(run, async () => {
    for await (const member of readTar(source, { ignoresZeros: run.arguments.has('ignoreZeros') })) {
      const turn = run.context.yieldIfDue();
      if (turn) await turn;
      if (isWanted(member.entry.name)) await use(member);
    }
  });
  const isPattern = wanted.some(({ name, isFound }) => !isFound && /[*?[]/.test(name));
  if (isPattern && run.arguments.last('wildcards', 'noWildcards') === undefined) {
    await run.warn('Pattern matching characters used in file names');
    await run.warn('Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning');
  }
  for (const { name, isFound } of wanted) if (!isFound) await run.fail(`${name}: Not found in archive`, FAILED);
}

async function guardFaults(run: TarRun, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TarFault)) throw error;
    switch (error.reason) {
      case 'truncated':
        throw new TarStop('Unexpected EOF in archive');
      case 'names too long':
        throw new TarStop('a name in the archive is longer than 1 MiB');
      case 'not an archive':
        return run.fail('This does not look like a tar archive', FAILED);
      case 'skipping':
        return run.fail('Skipping to next header', FAILED);
    }
  }
}

async function append(run: TarRun, settings: TarSettings, isUpdate: boolean): Promise<void> {
  const newest = new Map<string, number>();
  const end = await findEnd(run, settings, newest);
  const archive = createArchive(run, settings.archive, end);
  await addFiles(run, settings, archive, (name, mtimeMs) => {
    const known = newest.get(name.replace(/\/$/, ''));
    return !isUpdate || known === undefined || Math.floor(mtimeMs / 1000) > Math.floor(known / 1000);
  });
  await finish(run, archive);
}

/** Returns where the end of an archive begins; notes the newest time of each name. Nothing for a new archive. */
async function findEnd(run: TarRun, settings: TarSettings, newest: Map<string, number>): Promise<number | undefined> {
  const { archive } = settings;
  if (archive === '-') throw new TarStop("Options '-Aru' are incompatible with '-f -'", 'usage');
  const stat = lstatOf(run.context.files, joinPath(run.context.cwd, archive));
  if (!stat || stat.size === 0) return undefined;
  if (run.arguments.has('gzip')) throw new TarStop('Cannot update compressed archives', 'usage');
  const file = run.open(archive);
  const source = createByteSource(file);
  let end = 0;
  await guardFaults(run, async () => {
    for await (const { entry } of readTar(source)) {
      const name = entry.name.replace(/\/$/, '');
      newest.set(name, Math.max(entry.mtimeMs, newest.get(name) ?? 0));
      end = source.position() + entry.size + paddingBytes(entry.size);
    }
  });
  if (run.status === FAILED) throw new TarStop('Skipping to next header');
  return end;
}

async function concatenate(run: TarRun, settings: TarSettings): Promise<void> {
  const end = await findEnd(run, settings, new Map());
  const archive = createArchive(run, settings.archive, end);
  for (const { name } of settings.names) {
    const source = await openArchive(run, name);
    await guardFaults(run, async () => {
      for await (const member of readTar(source)) await copyMember(settings, archive, member);
    });
  }
  await archive.finish();
}

/** Writes the archive anew without the named members, and puts it in the old one's place. */
async function deleteMembers(run: TarRun, settings: TarSettings): Promise<void> {
  const { files, cwd } = run.context;
  const made = `${settings.archive}.${run.context.process.pid}.tmp`;
  const tests = settings.names.map(({ name }) => ({ name, test: compileNameTest(name, settings.memberRules) }));
  const found = new Set<string>();
  const source = await openArchive(run, settings.archive);
  const archive = createArchive(run, made);
  try {
    await guardFaults(run, async () => {
      for await (const member of readTar(source)) {
        const hit = tests.find(({ test }) => test(member.entry.name));
        if (hit) found.add(hit.name);
        else await copyMember(settings, archive, member);
      }
    });
    await archive.finish();
    files.rename(joinPath(cwd, made), joinPath(cwd, settings.archive));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new TarStop(`${settings.archive}: Cannot open: ${describeError(error)}`);
  }
  for (const { name } of tests) if (!found.has(name)) await run.fail(`${name}: Not found in archive`, FAILED);
}

async function copyMember(settings: TarSettings, archive: ArchiveWriter, member: TarMember): Promise<void> {
  await archive.write(encodeTarHeader(member.entry, settings.format) ?? new Uint8Array(0));
  for (let bytes = await member.read(); bytes.length > 0; bytes = await member.read()) await archive.write(bytes);
  await archive.write(new Uint8Array(paddingBytes(member.entry.size)));
}
