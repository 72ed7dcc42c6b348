import { closeSync, openSync, readSync } from 'node:fs';
import {
  createInProcessHost,
  encodeText,
  type ProcessHost,
  type ProgramResources,
  type ProgramTable,
  SystemError,
} from '@cloche/system';
import { createHostStarter, type StartHostProcess } from './start-host-process.ts';

/** Directories in which the machine's own programs stand before the host's. */
const PROGRAM_DIRECTORIES = ['/usr/bin', '/bin'];

/** Creates a process host that runs the given programs in this thread and the host's executables as its processes. */
export function createNodeProcessHost(
  resources: ProgramResources,
  programs: ProgramTable,
  startExecutable: StartHostProcess = createHostStarter(),
): ProcessHost {
  const host = createInProcessHost({
    ...resources,
    programs,
    programDirectories: PROGRAM_DIRECTORIES,
    startExecutable,
  });
  return {
    ...host,
    spawn(request) {
      const location = request.location ?? host.find(request.argv[0] ?? '', request);
      if (location?.kind === 'executable' && isPlainText(location.path)) {
        throw new SystemError('ENOEXEC', 'spawn', location.path);
      }
      return host.spawn(location ? { ...request, location } : request);
    },
  };
}

/** Says whether a file has no format that the host can run: a script without a `#!` line. */
function isPlainText(path: string): boolean {
  try {
    const descriptor = openSync(Buffer.from(encodeText(path)), 'r');
    try {
      const start = Buffer.alloc(128);
      const bytes = start.subarray(0, readSync(descriptor, start, 0, 128, 0));
      return !bytes.includes(0) && !bytes.toString('latin1').startsWith('#!');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
