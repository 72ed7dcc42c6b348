import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { RuleFileError } from './rule-file-error.ts';

/** Largest file of rules, in bytes. */
const MAX_BYTES = 1_048_576;
const PRIVATE_MODE = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns the text of a file of rules that nobody else can have written: a regular file of mode 0600 with one name, in a
 * directory that only its owner changes, all of the user's own; `undefined` when there is none. Throws `RuleFileError`.
 */
export function readRuleFile(path: string): string | undefined {
  checkDirectory(path);
  let descriptor: number;
  try {
    // What is opened is what is checked: a link is not followed, and a fifo does not hold it up.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK') throw new RuleFileError('symlink', `${path}: it is a symbolic link`);
    throw new RuleFileError('io', `${path}: it cannot be opened (${code ?? 'unknown'})`, { cause: error });
  }
  try {
    const stats = fstatSync(descriptor);
    checkFile(path, stats);
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (length > MAX_BYTES) throw new RuleFileError('too_large', `${path}: it is larger than 1 MiB`);
    return decode(path, bytes.subarray(0, length));
  } catch (error) {
    if (error instanceof RuleFileError) throw error;
    throw new RuleFileError('io', `${path}: it cannot be read (${codeOf(error) ?? 'unknown'})`, { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new RuleFileError('not_text', `${path}: it is no UTF-8`, { cause: error });
  }
}

function checkFile(path: string, { mode, uid, nlink, size }: Stats): void {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG)
    throw new RuleFileError('not_regular', `${path}: it is no regular file`);
  if (uid !== process.geteuid?.()) throw new RuleFileError('owner_unexpected', `${path}: it belongs to another user`);
  if ((mode & 0o7777) !== PRIVATE_MODE)
    throw new RuleFileError(
      'mode_unexpected',
      `${path}: its mode is ${(mode & 0o7777).toString(8).padStart(4, '0')}, which lets others in; run chmod 600`,
    );
  if (nlink !== 1) throw new RuleFileError('link_count_unexpected', `${path}: it has ${nlink} names; keep one`);
  if (size > MAX_BYTES) throw new RuleFileError('too_large', `${path}: it is larger than 1 MiB`);
}

/** Checks that nobody else can put another file in the place of one. Throws `RuleFileError`. */
export function checkDirectory(path: string): void {
  if (!isAbsolute(path)) throw new RuleFileError('path_not_absolute', `${path}: give the whole path, from /`);
  const directory = dirname(path);
  let stats: Stats;
  try {
    stats = lstatSync(directory);
  } catch (error) {
    throw new RuleFileError('io', `${directory}: it cannot be looked at (${codeOf(error) ?? 'unknown'})`, {
      cause: error,
    });
  }
  if (!stats.isDirectory()) throw new RuleFileError('directory_unsafe', `${directory}: it is no directory`);
  if (stats.uid !== process.geteuid?.())
    throw new RuleFileError('directory_unsafe', `${directory}: it belongs to another user`);
  if ((stats.mode & WRITABLE_BY_OTHERS) !== 0)
    throw new RuleFileError('directory_unsafe', `${directory}: others can change it; run chmod go-w`);
}

/** Returns the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
