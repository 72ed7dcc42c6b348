import { createMemoryFileSystem, type MemoryFileSystem, PROCESS_FILE_NAMES } from '@cloche/system';
import type { WorkspaceJournal } from '@cloche/tools';
import { createChangeJournal } from './change-journal.ts';

/** Where the workspace's files are. */
export const WORKSPACE_ROOT = '/workspace';

/** The files of the offline machine. */
export interface VirtualFileSystem {
  readonly files: MemoryFileSystem;
  /** What changes below the workspace's root; the rest (`/tmp`, `/home`, `/usr`) lives with the machine only. */
  readonly journal: WorkspaceJournal;
}

const SYSTEM_DIRECTORIES = [
  '/dev',
  '/etc',
  '/home',
  '/home/user',
  '/proc',
  '/proc/self',
  '/proc/self/fd',
  '/tmp',
  '/usr',
  '/usr/bin',
  '/usr/local',
  '/usr/local/bin',
  '/var',
  WORKSPACE_ROOT,
];
const SYSTEM_LINKS = { '/bin': 'usr/bin', '/dev/fd': '/proc/self/fd' };
const DEVICES = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
  '/dev/stdin',
  '/dev/stdout',
  '/dev/stderr',
  '/dev/tty',
];

/**
 * Creates the machine's files: the usual system directories, devices and an empty workspace.
 *
 * @param programNames  names that appear in `/usr/bin`, so that they are found and listed
 */
export function createVirtualFileSystem(options: {
  readonly now: () => number;
  readonly maxBytes?: number;
  readonly programNames: Iterable<string>;
}): VirtualFileSystem {
  const journal = createChangeJournal(WORKSPACE_ROOT);
  const files = createMemoryFileSystem({
    now: options.now,
    observer: journal.observer,
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  });
  for (const path of SYSTEM_DIRECTORIES) files.makeDirectory(path);
  files.changeMode('/tmp', 0o1777);
  for (const [path, target] of Object.entries(SYSTEM_LINKS)) files.symlink(target, path);
  for (const path of DEVICES) files.makeDevice(path);
  for (const name of PROCESS_FILE_NAMES) files.writeFile(`/proc/self/${name}`, new Uint8Array(0), { mode: 0o444 });
  for (const name of options.programNames) files.writeFile(`/usr/bin/${name}`, new Uint8Array(0), { mode: 0o755 });
  return { files, journal: journal.attach(files) };
}
