import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemError } from '@cloche/system';

const FIFOS_AT_ONCE = 8;

/** Gives names of new FIFOs. */
export interface FifoPool {
  /** Returns the path of a FIFO that nobody has opened, for the caller to open and unlink. `ENOSYS` when none can be made. */
  take(): string;
}

/** Creates a pool that makes FIFOs in a folder of its own, several at a time; the folder goes when this process exits. */
export function createFifoPool(): FifoPool {
  const paths: string[] = [];
  let folder: string | undefined;
  let count = 0;
  const makeFolder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'cloche-fifo-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  return {
    take() {
      const ready = paths.pop();
      if (ready !== undefined) return ready;
      folder ??= makeFolder();
      const target = folder;
      const names = Array.from({ length: FIFOS_AT_ONCE }, () => join(target, String(count++)));
      const made = spawnSync('mkfifo', ['-m', '600', ...names], { stdio: 'ignore' }).status === 0;
      const [first, ...others] = names;
      if (!made || first === undefined) throw new SystemError('ENOSYS', 'mkfifo');
      paths.push(...others);
      return first;
    },
  };
}
