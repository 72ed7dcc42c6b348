import { existsSync } from 'node:fs';
import { loadHostTerminals } from '@cloche/node-machine';

/** Returns in one line why the stand-in cannot run on this host, or `undefined` when it can: the reason of tests that are skipped. */
export async function whyNoStandIn(): Promise<string | undefined> {
  if (!existsSync('/proc/self/stat')) return 'the stand-in for WebContainer needs /proc, which this host has not';
  try {
    await loadHostTerminals();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
