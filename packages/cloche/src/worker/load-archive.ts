import type { readZip, writeZip } from '@cloche/storage';

/** Reading and writing of zip archives, a file of its own since few sessions need them. */
export interface ArchiveModule {
  readonly readZip: typeof readZip;
  readonly writeZip: typeof writeZip;
}

/** Loads it from beside the runner's file. */
export function loadArchive(): Promise<ArchiveModule> {
  return import(/* @vite-ignore */ new URL('archive.js', import.meta.url).href);
}
