import { readdirSync } from 'node:fs';
import type { CommandFacts } from '@cloche/tools';

/** Directories of programs that only an administrator changes. */
const PROGRAM_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * Returns the commands of this machine that rules may speak of: ours, and the programs of the usual directories, unless
 * another directory, where anyone may have put something, comes before these on PATH.
 */
export function readCommandFacts(own: Iterable<string>, env: ReadonlyMap<string, string>): CommandFacts {
  const path = (env.get('PATH') ?? '').split(':');
  const trusted = path.findIndex((directory) => !PROGRAM_DIRECTORIES.includes(directory));
  const directories = trusted < 0 ? path : path.slice(0, trusted);
  const programs = new Set(own);
  for (const directory of directories) for (const name of namesIn(directory)) programs.add(name);
  return { programs: [...programs], programDirectories: directories, environment: [...env] };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
