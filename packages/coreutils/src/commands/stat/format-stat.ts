import { type FileKind, type FileStat, formatTime, localTime } from '@cloche/system';
import { quoteName } from '../../arguments/quote.ts';
import { describeMode } from '../../names/describe-mode.ts';
import type { UserNames } from '../../names/user-names.ts';

/** A file whose facts are shown. */
export interface ShownFile {
  readonly name: string;
  /** The name as `%N` shows it. */
  readonly shownName: string;
  readonly facts: FileStat;
  /** What a symbolic link leads to. */
  readonly target: string | undefined;
  readonly names: UserNames;
  readonly zone: string | undefined;
}

const KINDS: Readonly<Record<FileKind, { readonly text: string; readonly bits: number }>> = {
  file: { text: 'regular file', bits: 0o100000 },
  directory: { text: 'directory', bits: 0o040000 },
  symlink: { text: 'symbolic link', bits: 0o120000 },
  'character-device': { text: 'character special file', bits: 0o020000 },
  'block-device': { text: 'block special file', bits: 0o060000 },
  fifo: { text: 'fifo', bits: 0o010000 },
  socket: { text: 'socket', bits: 0o140000 },
};

type ShowFact = (file: ShownFile) => string;

const time =
  (read: (facts: FileStat) => number): ShowFact =>
  ({ facts, zone }) =>
    formatTime('%Y-%m-%d %H:%M:%S.%N %z', localTime(read(facts), zone));

const seconds =
  (read: (facts: FileStat) => number): ShowFact =>
  ({ facts }) =>
    String(Math.floor(read(facts) / 1000));

const FACTS: ReadonlyMap<string, ShowFact> = new Map<string, ShowFact>([
  ['a', ({ facts }) => facts.mode.toString(8)],
  ['A', ({ facts }) => describeMode(facts)],
  ['b', ({ facts }) => String(facts.blocks)],
  ['B', () => '512'],
  ['C', () => '?'],
  ['d', ({ facts }) => String(facts.device)],
  ['D', ({ facts }) => facts.device.toString(16)],
  ['f', ({ facts }) => (KINDS[facts.kind].bits | facts.mode).toString(16)],
  ['F', ({ facts }) => (facts.kind === 'file' && facts.size === 0 ? 'regular empty file' : KINDS[facts.kind].text)],
  ['g', ({ facts }) => String(facts.groupId)],
  ['G', ({ facts, names }) => names.group(facts.groupId)],
  ['h', ({ facts }) => String(facts.links)],
  ['i', ({ facts }) => String(facts.inode)],
  ['m', () => '/'],
  ['n', ({ name }) => name],
  ['N', ({ shownName, target }) => (target === undefined ? shownName : `${shownName} -> ${quoteName(target)}`)],
  ['o', () => '4096'],
  ['s', ({ facts }) => String(facts.size)],
  ['t', () => '0'],
  ['T', () => '0'],
  ['u', ({ facts }) => String(facts.userId)],
  ['U', ({ facts, names }) => names.user(facts.userId)],
  ['w', time(({ birthtimeMs }) => birthtimeMs)],
  ['W', seconds(({ birthtimeMs }) => birthtimeMs)],
  ['x', time(({ atimeMs }) => atimeMs)],
  ['X', seconds(({ atimeMs }) => atimeMs)],
  ['y', time(({ mtimeMs }) => mtimeMs)],
  ['Y', seconds(({ mtimeMs }) => mtimeMs)],
  ['z', time(({ ctimeMs }) => ctimeMs)],
  ['Z', seconds(({ ctimeMs }) => ctimeMs)],
]);

/** Returns a format with the file's facts in place of its conversions; flags, widths and precisions as in printf. */
export function formatStat(format: string, file: ShownFile): string {
  return format.replaceAll(
    /%([-+ 0#']*)(\d*)(?:\.(\d+))?([HL]?[a-zA-Z%])/g,
    (_, flags: string, width: string, precision: string | undefined, letter: string) => {
      if (letter === '%') return '%';
      const show = FACTS.get(letter);
      if (!show) return '?';
      const plain = show(file);
      const prefixed =
        flags.includes('#') && /[afDtT]/.test(letter) ? (letter === 'a' ? `0${plain}` : `0x${plain}`) : plain;
      const cut = precision === undefined ? prefixed : prefixed.slice(0, Number(precision));
      if (flags.includes('-')) return cut.padEnd(Number(width));
      return cut.padStart(Number(width), flags.includes('0') ? '0' : ' ');
    },
  );
}
