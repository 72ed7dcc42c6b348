import type { OpenFile, ProgramContext } from '@cloche/system';

/**
 * Returns whether `input` is the very file that standard output goes to, with something in it: a command that copies
 * would then read what it writes, without end (`cat f >> f`).
 */
export function isOutputFile(context: ProgramContext, input: OpenFile | undefined): boolean {
  const output = context.descriptors.get(1);
  if (input?.kind !== 'file' || output?.kind !== 'file') return false;
  const from = input.stat();
  const to = output.stat();
  return from.inode === to.inode && from.device === to.device && from.size > 0;
}
