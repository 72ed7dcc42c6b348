import type { FileStat } from '@cloche/system';
import type { TreeNode } from './tree-reader.ts';

/** Puts a name into the colour of its kind. */
export type PaintName = (text: string, name: string, stat: FileStat | undefined, isOrphan: boolean) => string;

/** Colours where `LS_COLORS` says nothing. */
const DEFAULT_COLORS = [
  'no=00:fi=00:di=01;34:ln=01;36:pi=40;33:so=01;35:bd=40;33;01:cd=40;33;01:or=40;31;01:ex=01;32',
  ...'bat btm cmd com exe'.split(' ').map((suffix) => `*.${suffix}=01;32`),
  ...'Z arj bz2 deb gz lzh rpm tar taz tgz z zip'.split(' ').map((suffix) => `*.${suffix}=01;31`),
  ...'asf avi bmp flac gif jpeg jpg m2v mov mp3 mpeg mpg ogg ppm rm tga tif wav wmv xbm xpm'
    .split(' ')
    .map((suffix) => `*.${suffix}=01;35`),
].join(':');

/** Creates a painter with the colours of `LS_COLORS`: `di=01;34:*.tar=01;31`. */
export function createTreePainter(lsColors: string | undefined): PaintName {
  const colors = new Map<string, string>();
  for (const rule of (lsColors || DEFAULT_COLORS).split(':')) {
    const equals = rule.indexOf('=');
    if (equals > 0) colors.set(rule.slice(0, equals), rule.slice(equals + 1));
  }
  const suffixes = [...colors.keys()].filter((key) => key.startsWith('*')).map((key) => key.slice(1));
  const colorOf = (name: string, stat: FileStat | undefined, isOrphan: boolean): string | undefined => {
    if (isOrphan && colors.has('or')) return colors.get('or');
    const kind = stat && KIND_KEYS[stat.kind];
    if (kind !== undefined) return colors.get(kind);
    if (stat && (stat.mode & 0o111) !== 0 && colors.has('ex')) return colors.get('ex');
    const suffix = stat && suffixes.find((end) => name.endsWith(end));
    return suffix === undefined ? (colors.get('fi') ?? colors.get('no')) : colors.get(`*${suffix}`);
  };
  return (text, name, stat, isOrphan) => {
    const color = colorOf(name, stat, isOrphan);
    return color === undefined ? text : `\x1b[${color}m${text}\x1b[0m`;
  };
}

/** Paints nothing. */
export const paintNothing: PaintName = (text) => text;

/** Returns whether a node is a link that leads nowhere. */
export function isOrphan({ link }: TreeNode): boolean {
  return link !== undefined && link.stat === undefined;
}

const KIND_KEYS: Readonly<Record<FileStat['kind'], string | undefined>> = {
  file: undefined,
  directory: 'di',
  symlink: 'ln',
  fifo: 'pi',
  socket: 'so',
  'block-device': 'bd',
  'character-device': 'cd',
};
