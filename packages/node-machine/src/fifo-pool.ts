import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf, SystemError } from '@cloche/system';

const FIFOS_AT_ONCE = 8;
const PREFIX = 'cloche-fifo-';
/** After so long without a wish for one, FIFOs that are ready are given up. */
const IDLE_MS = 100;

/** Gives names of new FIFOs. */
export interface FifoPool {
  /** Returns the path of a FIFO that nobody has opened, for the caller to open and unlink. `ENOSYS` when none can be made. */
  take(): string;
  /** Keeps the names that were taken until the returned function is called, however long nobody wants another. */
  hold(): () => void;
}

/**
 * Creates a pool that makes FIFOs in a folder of its own, several at a time. The folder goes when none was wanted for a
 * while and when this process exits; those of processes that were killed go when a pool makes its first.
 */
export function createFifoPool(): FifoPool {
  const paths: string[] = [];
  let folder: string | undefined;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;
  let holders = 0;
  const removeFolder = (): void => {
    process.off('exit', removeFolder);
    paths.length = 0;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  };
  const removeWhenIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => (holders > 0 ? removeWhenIdle() : removeFolder()), IDLE_MS).unref();
  };
  const makeFolder = (): string => {
    removeFoldersOfTheDead();
    process.once('exit', removeFolder);
    return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  };
  return {
    take() {
      removeWhenIdle();
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
    hold() {
      holders++;
      let isHeld = true;
      return () => {
        if (isHeld) holders--;
        isHeld = false;
      };
    },
  };
}

function removeFoldersOfTheDead(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^\d+/.exec(name.slice(PREFIX.length))?.[0] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}
