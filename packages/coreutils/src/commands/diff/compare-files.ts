import { looksBinary } from '@cloche/search';
import { decodeText, equalBytes, formatTime, localTime, NO_BYTES } from '@cloche/system';
import { type ComparedText, comparedText, numberLines } from './compared-text.ts';
import type { DiffSettings } from './diff-settings.ts';
import { type Change, editScript } from './edit-script.ts';
import { PRINT_DIFFERENCE } from './print-difference.ts';
import { printMerged } from './print-merged.ts';
import { printSideBySide } from './print-side-by-side.ts';

/** A file that is compared. */
export interface ComparedFile {
  readonly name: string;
  /** Nothing for a file that is not there and counts as empty. */
  readonly bytes: Uint8Array | undefined;
  readonly modifiedMs: number;
}

/** What comparing two files gives. */
export interface ComparedFiles {
  readonly areSame: boolean;
  readonly text: string;
  /** Files that have no newline at their end, where the output cannot say so. */
  readonly cut?: readonly string[];
}

/** Compares two files. `zone` is TZ, for the times in headings. */
export function compareFiles(
  left: ComparedFile,
  right: ComparedFile,
  settings: DiffSettings,
  zone: string | undefined,
): ComparedFiles {
  const [leftBytes, rightBytes] = [left.bytes ?? NO_BYTES, right.bytes ?? NO_BYTES];
  if (equalBytes(leftBytes, rightBytes)) {
    const text = comparedText(decodeText(leftBytes));
    return sameFiles(left, right, { left: text, right: text }, settings);
  }
  if (!settings.isText && (looksBinary(leftBytes) || looksBinary(rightBytes))) {
    const report = reportDifferent(left, right, settings);
    return { areSame: false, text: settings.style === 'brief' ? report : report.replace('Files', 'Binary files') };
  }
  const texts = { left: readText(leftBytes, settings), right: readText(rightBytes, settings) };
  const numbers = numberLines(texts.left, texts.right, settings.rules);
  const script = editScript(numbers.left, numbers.right);
  const changes = settings.isIgnored
    ? script.map((change) => ({ ...change, isIgnored: isIgnored(change, texts, settings) }))
    : script;
  if (changes.every((change) => change.isIgnored)) return sameFiles(left, right, texts, settings);
  const text = printChanges(left, right, texts, changes, settings, zone);
  if (settings.style !== 'ed') return { areSame: false, text };
  const cut = [
    ...(texts.left.endsWithNewline ? [] : [left.name]),
    ...(texts.right.endsWithNewline ? [] : [right.name]),
  ];
  return { areSame: false, text, cut };
}

interface ComparedTexts {
  readonly left: ComparedText;
  readonly right: ComparedText;
}

function readText(bytes: Uint8Array, { stripsCarriageReturn }: DiffSettings): ComparedText {
  const text = decodeText(bytes);
  return comparedText(stripsCarriageReturn ? text.replaceAll('\r\n', '\n') : text);
}

function sameFiles(
  left: ComparedFile,
  right: ComparedFile,
  texts: ComparedTexts,
  settings: DiffSettings,
): ComparedFiles {
  const [first = left.name, second = right.name] = settings.labels;
  const report = settings.reportsIdentical ? `Files ${first} and ${second} are identical\n` : '';
  return { areSame: true, text: printWhole(texts, [], settings) + report };
}

/** Prints both files whole, in the styles which also show what is common; else nothing. */
function printWhole({ left, right }: ComparedTexts, changes: readonly Change[], settings: DiffSettings): string {
  if (settings.style === 'side-by-side') return printSideBySide(left, right, changes, settings.sideBySide);
  return settings.style === 'merged' ? printMerged(left, right, changes, settings.merged, settings.layout) : '';
}

function reportDifferent(left: ComparedFile, right: ComparedFile, { labels }: DiffSettings): string {
  const [first = left.name, second = right.name] = labels;
  return `Files ${first} and ${second} differ\n`;
}

function isIgnored(
  { leftStart, leftEnd, rightStart, rightEnd }: Change,
  { left, right }: ComparedTexts,
  { isIgnored: test }: DiffSettings,
): boolean {
  const lines = [...left.lines.slice(leftStart, leftEnd), ...right.lines.slice(rightStart, rightEnd)];
  return test !== undefined && lines.every(test);
}

function printChanges(
  left: ComparedFile,
  right: ComparedFile,
  texts: ComparedTexts,
  changes: readonly Change[],
  settings: DiffSettings,
  zone: string | undefined,
): string {
  const { style } = settings;
  if (style === 'brief') return reportDifferent(left, right, settings);
  const showsIgnored = style === 'unified' || style === 'context';
  const shown = showsIgnored ? changes : changes.filter((change) => !change.isIgnored);
  if (style === 'side-by-side' || style === 'merged') return printWhole(texts, shown, settings);
  const headingOf = (file: ComparedFile, label: string | undefined): string =>
    label ?? `${headingName(file.name)}\t${formatTime(TIME_FORMAT, localTime(file.modifiedMs, zone))}`;
  return PRINT_DIFFERENCE[style]({
    ...texts,
    changes: shown,
    leftHeading: headingOf(left, settings.labels[0]),
    rightHeading: headingOf(right, settings.labels[1]),
    context: settings.context,
    layout: settings.layout,
    ...(settings.isSectionStart ? { isSectionStart: settings.isSectionStart } : {}),
  });
}

const TIME_FORMAT = '%Y-%m-%d %H:%M:%S.%N %z';

/** Names with blanks or quotes stand in double quotes. */
function headingName(name: string): string {
  return /[\s"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : name;
}
