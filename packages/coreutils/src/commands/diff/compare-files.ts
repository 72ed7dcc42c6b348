import { looksBinary } from '@cloche/search';
import { decodeText, equalBytes, formatTime, localTime, NO_BYTES } from '@cloche/system';
import { type ComparedText, comparedText, numberLines } from './compared-text.ts';
import type { DiffSettings } from './diff-settings.ts';
import { type Change, editScript } from './edit-script.ts';
import { PRINT_DIFFERENCE } from './print-difference.ts';
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
}

/** Compares two files. `zone` is TZ, for the times in headings. */
export function compareFiles(
  left: ComparedFile,
  right: ComparedFile,
  settings: DiffSettings,
  zone: string | undefined,
): ComparedFiles {
  const [leftBytes, rightBytes] = [left.bytes ?? NO_BYTES, right.bytes ?? NO_BYTES];
  if (equalBytes(leftBytes, rightBytes)) return sameFiles(left, right, leftBytes, settings);
  if (!settings.isText && (looksBinary(leftBytes) || looksBinary(rightBytes))) {
    const names = `${left.name} and ${right.name} differ\n`;
    return { areSame: false, text: settings.style === 'brief' ? `Files ${names}` : `Binary files ${names}` };
  }
  const texts = { left: comparedText(decodeText(leftBytes)), right: comparedText(decodeText(rightBytes)) };
  const numbers = numberLines(texts.left, texts.right, settings.rules);
  const script = editScript(numbers.left, numbers.right);
  const changes = settings.isIgnored ? script.filter((change) => !isIgnored(change, texts, settings)) : script;
  if (changes.length === 0) return sameFiles(left, right, leftBytes, settings);
  return { areSame: false, text: printChanges(left, right, texts, changes, settings, zone) };
}

function sameFiles(left: ComparedFile, right: ComparedFile, bytes: Uint8Array, settings: DiffSettings): ComparedFiles {
  const report = settings.reportsIdentical ? `Files ${left.name} and ${right.name} are identical\n` : '';
  if (settings.style !== 'side-by-side') return { areSame: true, text: report };
  const text = comparedText(decodeText(bytes));
  return { areSame: true, text: printSideBySide(text, text, [], settings.sideBySide) + report };
}

function isIgnored(
  { leftStart, leftEnd, rightStart, rightEnd }: Change,
  { left, right }: { left: ComparedText; right: ComparedText },
  { isIgnored: test }: DiffSettings,
): boolean {
  const lines = [...left.lines.slice(leftStart, leftEnd), ...right.lines.slice(rightStart, rightEnd)];
  return test !== undefined && lines.every(test);
}

function printChanges(
  left: ComparedFile,
  right: ComparedFile,
  texts: { left: ComparedText; right: ComparedText },
  changes: readonly Change[],
  settings: DiffSettings,
  zone: string | undefined,
): string {
  const { style } = settings;
  if (style === 'brief') return `Files ${left.name} and ${right.name} differ\n`;
  if (style === 'side-by-side') return printSideBySide(texts.left, texts.right, changes, settings.sideBySide);
  const headingOf = (file: ComparedFile, label: string | undefined): string =>
    label ?? `${headingName(file.name)}\t${formatTime(TIME_FORMAT[style], localTime(file.modifiedMs, zone))}`;
  return PRINT_DIFFERENCE[style]({
    ...texts,
    changes,
    leftHeading: headingOf(left, settings.labels[0]),
    rightHeading: headingOf(right, settings.labels[1]),
    context: settings.context,
    ...(settings.isSectionStart ? { isSectionStart: settings.isSectionStart } : {}),
  });
}

const TIME_FORMAT = {
  normal: '',
  ed: '',
  unified: '%Y-%m-%d %H:%M:%S.%N %z',
  context: '%Y-%m-%d %H:%M:%S.%N %z',
} as const;

/** Names with blanks or quotes stand in double quotes. */
function headingName(name: string): string {
  return /[\s"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : name;
}
