import { SystemError } from '@cloche/system';
import type { CommandRun } from './command-run.ts';
import { createLineReader, type LineReader } from './line-reader.ts';

/** Opens a file for reading line by line. Throws `SystemError`, also for a directory, which could be opened only. */
export function openLineReader(run: Pick<CommandRun<never>, 'open'>, name: string, terminator: number): LineReader {
  const file = run.open(name);
  if (file.file.kind === 'directory') throw new SystemError('EISDIR', 'read', name);
  return createLineReader(file, terminator);
}
