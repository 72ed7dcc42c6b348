import type { FileStat } from '@cloche/system';
import { textWidth } from '@cloche/system';
import { quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { ListedEntry } from './listed-entry.ts';
import type { LsQuoting, LsSettings } from './ls-settings.ts';

/** Writes names: quoted, coloured, and with what marks their kind. */
export interface NameWriter {
  write(entry: ListedEntry): string;
  /** Columns that `write` takes. */
  width(entry: ListedEntry): number;
  /** Writes ` -> target` for links. */
  writeTarget(entry: ListedEntry): string;
}

/** Creates the writer that the settings describe. */
export function createNameWriter({ quoting, hidesControl, indicator, usesColor }: LsSettings): NameWriter {
  const show = (name: string): string =>
    hidesControl ? name.replaceAll(/[\x00-\x1f\x7f]/g, '?') : QUOTINGS[quoting](name);
  const mark = (stat: FileStat): string => indicatorOf(stat, indicator);
  return {
    write: (entry) => (usesColor ? paint(show(entry.name), entry.stat, entry) : show(entry.name)) + markOf(entry),
    width: (entry) => textWidth(show(entry.name)) + markOf(entry).length,
    writeTarget({ link, target }) {
      if (link === undefined) return '';
      const shown = usesColor && target ? paint(show(link), target) : show(link);
      return ` -> ${shown}${target ? mark(target) : ''}`;
    },
  };

  function markOf(entry: ListedEntry): string {
    return entry.link === undefined
      ? mark(entry.stat)
      : indicator === 'classify' || indicator === 'file-type'
        ? linkMark(entry)
        : '';
  }

  function linkMark(entry: ListedEntry): string {
    return entry.target === undefined || indicator !== 'none' ? '@' : '';
  }
}

const QUOTINGS: Readonly<Record<LsQuoting, (name: string) => string>> = {
  literal: (name) => name,
  shell: quoteNameIfNeeded,
  'shell-always': quoteName,
  c: (name) => `"${escape(name).replaceAll('"', '\\"')}"`,
  escape: (name) => escape(name).replaceAll(' ', '\\ '),
};

function escape(name: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b', '\f': '\\f' };
  return name
    .replaceAll('\\', '\\\\')
    .replaceAll(
      /[\x00-\x1f\x7f\udc80-\udcff]/g,
      (character) => escapes[character] ?? `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, '0')}`,
    );
}

function indicatorOf({ kind, mode }: FileStat, style: LsSettings['indicator']): string {
  if (style === 'none') return '';
  if (kind === 'directory') return '/';
  if (style === 'slash') return '';
  if (kind === 'fifo') return '|';
  if (kind === 'socket') return '=';
  if (kind === 'symlink') return '@';
  return style === 'classify' && kind === 'file' && (mode & 0o111) !== 0 ? '*' : '';
}

function paint(name: string, { kind, mode }: FileStat, entry?: ListedEntry): string {
  const color = colorOf(kind, mode, entry);
  return color === undefined ? name : `\x1b[0m\x1b[${color}m${name}\x1b[0m`;
}

function colorOf(kind: FileStat['kind'], mode: number, entry: ListedEntry | undefined): string | undefined {
  switch (kind) {
    case 'directory':
      return (mode & 0o1002) === 0o1002 ? '30;42' : (mode & 0o002) !== 0 ? '34;42' : '01;34';
    case 'symlink':
      return entry?.link !== undefined && entry.target === undefined ? '40;31;01' : '01;36';
    case 'fifo':
      return '40;33';
    case 'socket':
      return '01;35';
    case 'character-device':
    case 'block-device':
      return '40;33;01';
    case 'file':
      return (mode & 0o111) !== 0 ? '01;32' : undefined;
  }
}
