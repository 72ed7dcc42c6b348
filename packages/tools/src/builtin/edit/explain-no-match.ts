const NUMBERED_LINE = /^ *\d+\t/;

/**
 * Says what a model needs to know when its old text is not in the file: the place that differs only in white space or
 * in Unicode form. Returns an empty string when nothing is near.
 */
export function explainNoMatch(fileText: string, oldText: string): string {
  const file = fileText.replaceAll('\r\n', '\n');
  const old = oldText.replaceAll('\r\n', '\n');
  return explainLineNumbers(file, old) ?? explainWhiteSpace(file, old) ?? explainUnicodeForm(file, old) ?? '';
}

/** The numbers that `read` puts before lines are not in the file. */
function explainLineNumbers(file: string, old: string): string | undefined {
  const lines = old.split('\n');
  if (!lines.every((line) => NUMBERED_LINE.test(line) || line === '')) return undefined;
  const bare = lines.map((line) => line.replace(NUMBERED_LINE, '')).join('\n');
  if (bare === '' || !file.includes(bare)) return undefined;
  return ' It begins with the line numbers that read shows; leave out the number and the tab behind it.';
}

function explainWhiteSpace(file: string, old: string): string | undefined {
  const wanted = old
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
    .map(collapse);
  if (wanted.every((line) => line === '')) return undefined;
  const lines = file.split('\n');
  const collapsed = lines.map(collapse);
  const at = collapsed.findIndex((_, start) => wanted.every((line, offset) => collapsed[start + offset] === line));
  if (at < 0) return undefined;
  const shown = lines.slice(at, at + Math.min(wanted.length, 5)).map(showWhiteSpace);
  return ` Line ${at + 1} differs from it only in white space; the file has (→ is a tab, · a space at an edge):\n${shown.join('\n')}`;
}

function explainUnicodeForm(file: string, old: string): string | undefined {
  const at = file.normalize('NFC').indexOf(old.normalize('NFC'));
  if (at < 0) return undefined;
  const line = file.normalize('NFC').slice(0, at).split('\n').length;
  return ` The same text is at line ${line} in a different Unicode form (composed or decomposed accents); copy it from the file.`;
}

function collapse(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function showWhiteSpace(line: string): string {
  return line.replaceAll('\t', '→').replace(/^ +| +$/g, (spaces) => '·'.repeat(spaces.length));
}
