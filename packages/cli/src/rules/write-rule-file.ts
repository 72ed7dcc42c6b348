import { randomUUID } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkDirectory, codeOf } from './read-rule-file.ts';
import { RuleFileError } from './rule-file-error.ts';

const RETRY_MS = 5;
const TELL_AFTER_MS = 500;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** How a lock is waited for. */
export interface LockOptions {
  readonly signal: AbortSignal;
  /** Told once, with the lock's path, when another process holds it for half a second. */
  readonly onWait?: (lock: string) => void;
}

/**
 * Runs `work` while no other process does so for the same file: `<path>.lock` is there meanwhile. Waits for as long as
 * another one holds it; rejects with `signal.reason` when aborted, with `RuleFileError` (`lock`) when it cannot be had.
 */
export async function whileLocked(path: string, work: () => void, { signal, onWait }: LockOptions): Promise<void> {
  checkDirectory(path);
  const lock = `${path}.lock`;
  let waitedMs = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      closeSync(openSync(lock, NEW_FILE, 0o600));
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST')
        throw new RuleFileError('lock', `${lock}: it cannot be made (${codeOf(error) ?? 'unknown'})`, { cause: error });
      waitedMs += RETRY_MS;
      if (waitedMs === TELL_AFTER_MS) onWait?.(lock);
      await wait(RETRY_MS, undefined, { signal });
    }
  }
  try {
    work();
  } finally {
    unlinkSync(lock);
  }
}

/**
 * Puts a text in the place of a file at once: whoever reads it, also after a crash, finds the old text or the new one.
 * Throws `RuleFileError` (`io`); then the old one is still there.
 */
export function replaceRuleFile(path: string, text: string): void {
  const directory = dirname(path);
  const temporary = join(directory, `.permissions-${randomUUID()}.tmp`);
  try {
    const descriptor = openSync(temporary, NEW_FILE, 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    syncDirectory(directory);
  } catch (error) {
    removeIfThere(temporary);
    throw new RuleFileError('io', `${path}: it cannot be written (${codeOf(error) ?? 'unknown'})`, { cause: error });
  }
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not made, or has its new name already.
  }
}
