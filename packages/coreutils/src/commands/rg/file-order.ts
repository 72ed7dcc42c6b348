import type { FileStat, FileSystem } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { ChosenFile } from './rg-files.ts';
import type { RgOption } from './rg-usage.ts';

/** In which order files are searched. */
export interface FileOrder {
  readonly by: SortKey;
  readonly isReversed: boolean;
}

type SortKey = 'path' | 'modified' | 'accessed' | 'created';

const TIMES: Readonly<Record<Exclude<SortKey, 'path'>, (stats: FileStat) => number>> = {
  modified: ({ mtimeMs }) => mtimeMs,
  accessed: ({ atimeMs }) => atimeMs,
  created: ({ birthtimeMs }) => birthtimeMs,
};

/** Returns the order that the last of `--sort` and `--sortr` asks for, or what is wrong with it; `none` is by path. */
export function readFileOrder(given: ParsedArguments<RgOption>): FileOrder | string {
  const option = given.last('sort', 'sortr') ?? 'sort';
  const written = given.value(option) ?? 'path';
  const by = written === 'none' ? 'path' : written;
  if (!isSortKey(by)) return `error: '${written}' isn't a valid value for '--${option} <SORTBY>'`;
  return { by, isReversed: option === 'sortr' && written !== 'none' };
}

function isSortKey(name: string): name is SortKey {
  return name === 'path' || name in TIMES;
}

/** Returns files, which come by path, in an order; those of one time stay by path. */
export function inOrder(
  files: Iterable<ChosenFile>,
  { by, isReversed }: FileOrder,
  system: FileSystem,
): Iterable<ChosenFile> {
  if (by === 'path') return isReversed ? Array.from(files).reverse() : files;
  const timeOf = TIMES[by];
  const direction = isReversed ? -1 : 1;
  return Array.from(files, (file) => ({ file, time: timeOf(system.stat(file.fullPath)) }))
    .sort((left, right) => direction * (left.time - right.time))
    .map(({ file }) => file);
}
