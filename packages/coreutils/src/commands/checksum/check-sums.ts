import { decodeText, describeError, errnoOf } from '@cloche/system';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { readLines } from '../../command/read-lines.ts';
import type { DigestAlgorithm } from './algorithms.ts';
import { digestOf } from './digest.ts';

type CheckOption = 'ignoreMissing' | 'quiet' | 'status' | 'strict' | 'warn';

/** What checking a list came to. */
interface Tally {
  matched: number;
  mismatched: number;
  unreadable: number;
  malformed: number;
  wellFormed: number;
}

/** Checks the files that lists of digests name, and returns the exit status. */
export async function checkSums<Name extends string>(
  run: CommandRun<Name | CheckOption>,
  algorithm: DigestAlgorithm,
): Promise<number> {
  await run.eachInput(
    async ({ name, reader }) => {
      const tally: Tally = { matched: 0, mismatched: 0, unreadable: 0, malformed: 0, wellFormed: 0 };
      let lineNumber = 0;
      for await (const { lines } of readLines(reader)) {
        for (const bytes of lines) {
          lineNumber++;
          const entry = readEntry(decodeText(bytes), algorithm);
          if (entry) await checkFile(run, algorithm, entry, tally);
          else if (!decodeText(bytes).startsWith('#')) {
            tally.malformed++;
            if (run.arguments.has('warn')) {
              await run.warn(`${name}: ${lineNumber}: improperly formatted ${algorithm.label} checksum line`);
            }
          }
        }
      }
      await sumUp(run, name, tally);
    },
    { describe: (name, reason) => `${name}: ${reason}` },
  );
  return run.status;
}

interface Entry {
  readonly sum: string;
  readonly name: string;
}

function readEntry(line: string, { label, digits }: DigestAlgorithm): Entry | undefined {
  const [, slash, tag, tagged, taggedSum] = /^(\\?)([A-Za-z0-9-]+) \((.*)\) = ([0-9A-Fa-f]+)$/.exec(line) ?? [];
  const isBlake = label === 'BLAKE2b';
  if (tagged !== undefined && taggedSum !== undefined && tag?.startsWith(label)) {
    return { sum: taggedSum.toLowerCase(), name: unescapeName(tagged, slash) };
  }
  const [, escape, sum, name] = /^(\\?)([0-9A-Fa-f]+) [ *](.+)$/.exec(line) ?? [];
  if (sum === undefined || name === undefined || (!isBlake && sum.length !== digits)) return undefined;
  return { sum: sum.toLowerCase(), name: unescapeName(name, escape) };
}

function unescapeName(name: string, slash: string | undefined): string {
  if (slash !== '\\') return name;
  return name.replaceAll(/\\([\\nr])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\'));
}

async function checkFile<Name extends string>(
  run: CommandRun<Name | CheckOption>,
  algorithm: DigestAlgorithm,
  { sum, name }: Entry,
  tally: Tally,
): Promise<void> {
  tally.wellFormed++;
  const put = (text: string): void => {
    if (!run.arguments.has('status')) run.output.putText(`${name}: ${text}\n`);
  };
  try {
    const file = name === '-' ? undefined : run.context.open(name);
    try {
      const found = await digestOf(file ?? run.context.stdin, algorithm, sum.length * 4);
      if (found === sum) {
        tally.matched++;
        if (!run.arguments.has('quiet')) put('OK');
      } else {
        tally.mismatched++;
        put('FAILED');
      }
    } finally {
      file?.close();
    }
  } catch (error) {
    if (!isInputFault(error)) throw error;
    if (run.arguments.has('ignoreMissing') && errnoOf(error) === 'ENOENT') return;
    tally.unreadable++;
    await run.fail(`${name}: ${describeError(error)}`);
    put('FAILED open or read');
  }
}

async function sumUp<Name extends string>(
  run: CommandRun<Name | CheckOption>,
  list: string,
  tally: Tally,
): Promise<void> {
  const shown = list === '-' ? "'standard input'" : list;
  if (tally.wellFormed === 0) return run.fail(`${shown}: no properly formatted checksum lines found`);
  const isSilent = run.arguments.has('status');
  const warn = async (count: number, one: string, many: string): Promise<void> => {
    if (count > 0 && !isSilent) await run.warn(`WARNING: ${count} ${count === 1 ? one : many}`);
  };
  await warn(tally.malformed, 'line is improperly formatted', 'lines are improperly formatted');
  await warn(tally.unreadable, 'listed file could not be read', 'listed files could not be read');
  await warn(tally.mismatched, 'computed checksum did NOT match', 'computed checksums did NOT match');
  const nothingChecked = run.arguments.has('ignoreMissing') && tally.matched + tally.mismatched === 0;
  if (nothingChecked && !isSilent) await run.warn(`${shown}: no file was verified`);
  const isMalformed = tally.malformed > 0 && run.arguments.has('strict');
  if (tally.unreadable + tally.mismatched > 0 || nothingChecked || isMalformed) run.status = 1;
}
