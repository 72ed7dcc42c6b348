import { compileGlob } from '@cloche/search';
import { describeError, encodeText, errnoOf, joinPath, momentOfWallClock, type Program } from '@cloche/system';
import { expandWhole, readZipDirectory, type StoredZipEntry, ZipFault } from '../../archive/read-zip.ts';
import { hasRightSum } from '../../archive/zip-entry.ts';
import { renderHelp } from '../../arguments/render-help.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { type ArchiveList, putInfo, putLongList, putShortList } from './list-archive.ts';
import { UnzipExtraction } from './unzip-extraction.ts';
import { UNZIP_USAGE, type UnzipOption } from './unzip-usage.ts';

const STATUS = { damaged: 2, bomb: 12, notFound: 9, noMatch: 11 };

/** Extracts zip archives. */
export const unzip: Program = defineCommand(UNZIP_USAGE, async (run) => {
  const [written, ...names] = run.arguments.operands;
  if (written === undefined) {
    run.output.putText(renderHelp(UNZIP_USAGE));
    return 0;
  }
  const found = readArchive(run, written);
  if (!found)
    return complain(
      run,
      STATUS.notFound,
      `unzip:  cannot find or open ${written}, ${written}.zip or ${written}.ZIP.\n`,
    );
  const quietness = run.arguments.has('pipe') ? 2 : run.arguments.given.filter(({ name }) => name === 'quiet').length;
  const isListing = ['list', 'verboseList', 'info', 'namesOnly'].some((name) =>
    run.arguments.given.some((option) => option.name === name),
  );
  if (quietness === 0 && !isListing) run.output.putText(`Archive:  ${found.archive}\n`);
  let entries: StoredZipEntry[];
  try {
    entries = readZipDirectory(found.bytes, (wallMs) => momentOfWallClock(wallMs, run.context.env.get('TZ')));
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    if (isListing && quietness === 0) run.output.putText(`Archive:  ${found.archive}\n`);
    return complainAboutArchive(run, written, found.archive, error);
  }
  const { chosen, unmatched } = choose(run, entries, names);
  const list: ArchiveList = {
    entries: chosen,
    archive: found.archive,
    archiveBytes: found.bytes.length,
    zone: run.context.env.get('TZ'),
    quietness,
  };
  const status = await work(run, list, found.bytes);
  if (isListing) return chosen.length === 0 && names.length > 0 ? STATUS.noMatch : status;
  for (const name of unmatched) {
    await run.output.flush();
    await run.context.stderr.write(encodeText(`caution: filename not matched:  ${name}\n`));
  }
  return unmatched.length > 0 && status === 0 ? STATUS.noMatch : status;
});

async function work(run: CommandRun<UnzipOption>, list: ArchiveList, bytes: Uint8Array): Promise<number> {
  const given = run.arguments;
  if (given.has('info') || given.has('namesOnly')) {
    if (given.has('namesOnly')) run.output.putText(list.entries.map(({ name }) => `${name}\n`).join(''));
    else putInfo(run.output, list);
    return 0;
  }
  if (given.has('verboseList')) putLongList(run.output, list);
  else if (given.has('list')) putShortList(run.output, list);
  else if (given.has('test')) return testEntries(run, list, bytes);
  else return new UnzipExtraction(run, bytes, list.quietness).extractAll(list.entries);
  return 0;
}

function readArchive(
  run: CommandRun<UnzipOption>,
  written: string,
): { archive: string; bytes: Uint8Array } | undefined {
  const { files, cwd } = run.context;
  for (const archive of [written, `${written}.zip`, `${written}.ZIP`]) {
    try {
      return { archive, bytes: files.readFile(joinPath(cwd, archive)) };
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  }
  return undefined;
}

async function complain(run: CommandRun<UnzipOption>, status: number, text: string): Promise<number> {
  await run.output.flush();
  await run.context.stderr.write(encodeText(text));
  return status;
}

function complainAboutArchive(
  run: CommandRun<UnzipOption>,
  written: string,
  archive: string,
  { reason }: ZipFault,
): Promise<number> {
  if (reason === 'overlap') {
    return complain(run, STATUS.bomb, 'error: invalid zip file with overlapped components (possible zip bomb)\n');
  }
  if (reason !== 'no directory') return complain(run, STATUS.damaged, `error: ${archive}: the archive is damaged\n`);
  const lines = [
    '  End-of-central-directory signature not found.  Either this file is not',
    '  a zipfile, or it constitutes one disk of a multi-part archive.  In the',
    '  latter case the central directory and zipfile comment will be found on',
    '  the last disk(s) of this archive.',
    `unzip:  cannot find zipfile directory in one of ${written} or`,
    `        ${written}.zip, and cannot find ${written}.ZIP, period.`,
    '',
  ];
  return complain(run, STATUS.notFound, lines.join('\n'));
}

function choose(
  run: CommandRun<UnzipOption>,
  entries: readonly StoredZipEntry[],
  names: readonly string[],
): { chosen: StoredZipEntry[]; unmatched: string[] } {
  const options = { slashIsOrdinary: true, ignoreCase: run.arguments.has('ignoreCase') };
  const wanted = names.map((name) => ({ name, glob: compileGlob(name, options), isFound: false }));
  const excluded = run.arguments.values('exclude').map((name) => compileGlob(name, options));
  const chosen = entries.filter(({ name }) => {
    let isWanted = wanted.length === 0;
    for (const item of wanted) {
      if (!item.glob.matches(name)) continue;
      item.isFound = true;
      isWanted = true;
    }
    return isWanted && !excluded.some((glob) => glob.matches(name));
  });
  return { chosen, unmatched: wanted.filter(({ isFound }) => !isFound).map(({ name }) => name) };
}

async function testEntries(run: CommandRun<UnzipOption>, list: ArchiveList, bytes: Uint8Array): Promise<number> {
  let faults = 0;
  for (const entry of list.entries) {
    const turn = run.context.yieldIfDue();
    if (turn) await turn;
    const verdict = testEntry(entry, bytes);
    if (verdict !== 'OK') faults++;
    if (list.quietness === 0) run.output.putText(`    testing: ${entry.name.padEnd(22)}   ${verdict}\n`);
  }
  if (list.quietness < 2) {
    run.output.putText(
      faults === 0
        ? `No errors detected in compressed data of ${list.archive}.\n`
        : `At least one error was detected in ${list.archive}.\n`,
    );
  }
  return faults === 0 ? 0 : STATUS.damaged;
}

function testEntry(entry: StoredZipEntry, bytes: Uint8Array): string {
  try {
    return hasRightSum(entry, expandWhole(bytes, entry)) ? 'OK' : 'bad CRC';
  } catch (error) {
    if (error instanceof ZipFault) return 'invalid compressed data to inflate';
    return describeError(error);
  }
}
