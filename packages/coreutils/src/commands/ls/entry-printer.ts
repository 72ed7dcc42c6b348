import { formatTime, localTime, type ProgramContext, textWidth } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { describeMode } from '../../names/describe-mode.ts';
import { describeSize } from '../../names/describe-size.ts';
import { readUserNames, type UserNames } from '../../names/user-names.ts';
import { createNameWriter, type NameWriter } from './entry-name.ts';
import { layOutColumns } from './lay-out-columns.ts';
import type { ListedEntry } from './listed-entry.ts';
import type { LsSettings } from './ls-settings.ts';

/** Returns a function that prints entries in the format of the settings; with a total for a directory. */
export function createEntryPrinter(
  context: ProgramContext,
  settings: LsSettings,
  output: OutputBuffer,
): (entries: readonly ListedEntry[], options: { isDirectory: boolean }) => void {
  const names = createNameWriter(settings);
  const users = settings.format === 'long' && !settings.usesNumericIds ? readUserNames(context.files) : NUMBERS;
  return (entries, { isDirectory }) => {
    if (isDirectory && (settings.format === 'long' || settings.showsBlocks)) {
      const blocks = entries.reduce((sum, { stat }) => sum + stat.blocks, 0);
      output.putText(`total ${showBlocks(blocks, settings)}${settings.end}`);
    }
    if (settings.format === 'long') printLong(entries, { context, settings, output, names, users });
    else printNames(entries, settings, output, names);
  };
}

const NUMBERS: UserNames = { user: String, group: String };

interface LongContext {
  readonly context: ProgramContext;
  readonly settings: LsSettings;
  readonly output: OutputBuffer;
  readonly names: NameWriter;
  readonly users: UserNames;
}

type Column = { readonly texts: string[]; readonly alignsRight: boolean };

function printLong(entries: readonly ListedEntry[], { context, settings, output, names, users }: LongContext): void {
  const columns: Column[] = [];
  const add = (alignsRight: boolean, read: (entry: ListedEntry) => string): void => {
    columns.push({ texts: entries.map(read), alignsRight });
  };
  addPrefixColumns(settings, add);
  add(false, ({ stat }) => describeMode(stat));
  add(true, ({ stat }) => String(stat.links));
  if (settings.showsOwner) add(settings.usesNumericIds, ({ stat }) => users.user(stat.userId));
  if (settings.showsGroup) add(settings.usesNumericIds, ({ stat }) => users.group(stat.groupId));
  add(true, ({ stat }) => showSize(stat.size, settings));
  add(false, ({ stat }) => showTime(stat[settings.time], context, settings));
  const widths = columns.map(({ texts }) => Math.max(0, ...texts.map(textWidth)));
  entries.forEach((entry, row) => {
    const cells = columns.map(({ texts, alignsRight }, index) => {
      const text = texts[row] ?? '';
      const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(text)));
      return alignsRight ? padding + text : text + padding;
    });
    output.putText(`${cells.join(' ')} ${names.write(entry)}${names.writeTarget(entry)}${settings.end}`);
  });
}

function addPrefixColumns(
  settings: LsSettings,
  add: (alignsRight: boolean, read: (entry: ListedEntry) => string) => void,
): void {
  if (settings.showsInode) add(true, ({ stat }) => String(stat.inode));
  if (settings.showsBlocks) add(true, ({ stat }) => showBlocks(stat.blocks, settings));
}

function printNames(
  entries: readonly ListedEntry[],
  settings: LsSettings,
  output: OutputBuffer,
  names: NameWriter,
): void {
  const prefixes: string[][] = [];
  addPrefixColumns(settings, (_, read) => {
    const texts = entries.map(read);
    const width = Math.max(0, ...texts.map((text) => text.length));
    prefixes.push(texts.map((text) => text.padStart(width)));
  });
  const cells = entries.map((entry, row) => {
    const before = prefixes.map((column) => `${column[row] ?? ''} `).join('');
    return { text: before + names.write(entry), width: before.length + names.width(entry) };
  });
  if (cells.length === 0) return;
  switch (settings.format) {
    case 'columns':
    case 'across':
      output.putText(layOutColumns(cells, settings.width, settings.format));
      return;
    case 'commas':
      output.putText(joinWithCommas(cells, settings.width));
      return;
    case 'single':
    case 'long':
      for (const { text } of cells) output.putText(text + settings.end);
  }
}

function joinWithCommas(cells: readonly { text: string; width: number }[], width: number): string {
  let text = '';
  let column = 0;
  cells.forEach((cell, index) => {
    const wanted = cell.width + (index < cells.length - 1 ? 2 : 0);
    if (index > 0) {
      const wraps = width > 0 && column + wanted > width;
      text += wraps ? ',\n' : ', ';
      column = wraps ? 0 : column;
    }
    text += cell.text;
    column += cell.width + 2;
  });
  return `${text}\n`;
}

function showSize(bytes: number, { size }: LsSettings): string {
  return size.kind === 'human' ? describeSize(bytes, size.base) : String(Math.ceil(bytes / size.unit));
}

function showBlocks(blocks: number, { size }: LsSettings): string {
  if (size.kind === 'human') return describeSize(blocks * 512, size.base);
  return String(Math.ceil((blocks * 512) / (size.unit === 1 ? 1024 : size.unit)));
}

const HALF_YEAR_MS = 15_778_476_000;

function showTime(epochMs: number, { clock, env }: ProgramContext, { timeStyle }: LsSettings): string {
  const now = clock.now();
  const isRecent = epochMs > now - HALF_YEAR_MS && epochMs <= now;
  const styles: ReadonlyMap<string, string> = new Map([
    ['full-iso', '%Y-%m-%d %H:%M:%S.%N %z'],
    ['long-iso', '%Y-%m-%d %H:%M'],
    ['iso', isRecent ? '%m-%d %H:%M' : '%Y-%m-%d '],
    ['locale', isRecent ? '%b %e %H:%M' : '%b %e  %Y'],
  ]);
  const [older = '', recent = older] = timeStyle.slice(1).split('\n');
  const own = timeStyle.startsWith('+') ? (isRecent ? recent : older) : undefined;
  const format = own ?? styles.get(timeStyle.replace(/^posix-/, '')) ?? '%b %e %H:%M';
  return formatTime(format, localTime(epochMs, env.get('TZ')));
}
