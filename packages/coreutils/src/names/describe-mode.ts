import type { FileKind, FileStat } from '@cloche/system';

const KIND_LETTERS: Readonly<Record<FileKind, string>> = {
  file: '-',
  directory: 'd',
  symlink: 'l',
  'character-device': 'c',
  'block-device': 'b',
  fifo: 'p',
  socket: 's',
};

/** Returns a mode as `ls -l` shows it: `-rwxr-xr-x`. */
export function describeMode({ kind, mode }: Pick<FileStat, 'kind' | 'mode'>): string {
  const bit = (value: number, letter: string): string => ((mode & value) === 0 ? '-' : letter);
  const execute = (value: number, special: number, letter: string): string => {
    if ((mode & special) === 0) return bit(value, 'x');
    return (mode & value) === 0 ? letter.toUpperCase() : letter;
  };
  return [
    KIND_LETTERS[kind],
    bit(0o400, 'r'),
    bit(0o200, 'w'),
    execute(0o100, 0o4000, 's'),
    bit(0o040, 'r'),
    bit(0o020, 'w'),
    execute(0o010, 0o2000, 's'),
    bit(0o004, 'r'),
    bit(0o002, 'w'),
    execute(0o001, 0o1000, 't'),
  ].join('');
}
