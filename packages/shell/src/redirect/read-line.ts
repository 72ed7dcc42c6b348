import { concatBytes, decodeText, NO_BYTES } from '@cloche/system';
import { checkTextLength } from '../execute/check-limits.ts';
import { takeTurn } from '../execute/subshell.ts';
import { type Task, waitFor } from '../execute/task.ts';
import type { Shell } from '../shell.ts';

const READ_BYTES = 4_096;

/**
 * Reads a line from a descriptor without its newline; `undefined` at the end. Bytes after the line are given back, so
 * that other commands can read them.
 */
export function* readLine(shell: Shell, descriptor: number): Task<string | undefined> {
  const { bytes, isComplete } = yield* readUntil(shell, descriptor, { delimiter: 10 });
  return bytes.length === 0 && !isComplete ? undefined : decodeText(bytes);
}

/** Reads bytes up to a delimiter, which is taken but not returned; `isComplete` says whether it was found. */
export function* readUntil(
  shell: Shell,
  descriptor: number,
  { delimiter, signal = shell.signal }: { delimiter: number; signal?: AbortSignal },
): Task<{ bytes: Uint8Array; isComplete: boolean }> {
  const file = shell.descriptors.require(descriptor);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    yield* takeTurn(shell);
    const bytes = yield* waitFor(file.read(READ_BYTES, signal));
    if (bytes.length === 0) return { bytes: pieces.length === 0 ? NO_BYTES : concatBytes(pieces), isComplete: false };
    const end = bytes.indexOf(delimiter);
    if (end < 0) {
      pieces.push(bytes);
      length += bytes.length;
      checkTextLength(shell, length, 'bytes of a line');
      continue;
    }
    if (end + 1 < bytes.length) file.unread(bytes.subarray(end + 1));
    pieces.push(bytes.subarray(0, end));
    return { bytes: concatBytes(pieces), isComplete: true };
  }
}
