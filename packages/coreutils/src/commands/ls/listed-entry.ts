import type { FileStat } from '@cloche/system';

/** A file in a list. */
export interface ListedEntry {
  /** As it is shown. */
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
  /** Where a link points, and what is there. */
  readonly link?: string;
  readonly target?: FileStat | undefined;
}
