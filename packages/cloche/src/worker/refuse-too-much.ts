import type { WorkspaceSnapshot } from '@cloche/system';

/** Throws when a stored workspace has more bytes than a machine is to have, before any of it is put into one. */
export function refuseTooMuch({ contents }: WorkspaceSnapshot, maxFileBytes: number): void {
  const bytes = contents.lengths.reduce((sum, length) => sum + length, 0);
  if (bytes <= maxFileBytes) return;
  const [stored, allowed] = [bytes, maxFileBytes].map((count) => count.toLocaleString('en'));
  throw new Error(
    `the workspace has ${stored} bytes of files, and maxFileBytes is ${allowed}; nothing is lost: open it with a larger maxFileBytes`,
  );
}
