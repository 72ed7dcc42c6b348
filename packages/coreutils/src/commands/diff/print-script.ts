import { type Difference, letterOf, range } from './difference.ts';

/** A script for ed: the last change comes first, so that line numbers stay right. */
export function printEd({ right, changes }: Difference): string {
  return changes
    .toReversed()
    .map((change) => {
      const letter = letterOf(change);
      const head = `${range(change.leftStart, change.leftEnd)}${letter}\n`;
      return letter === 'd' ? head : head + edInput(right.lines.slice(change.rightStart, change.rightEnd));
    })
    .join('');
}

/** Lines as ed reads them. One dot would end them, so that two are written, and the first is taken out after. */
function edInput(lines: readonly string[]): string {
  let input = '';
  let isOpen = true;
  for (const line of lines) {
    if (!isOpen) input += 'a\n';
    isOpen = line !== '.';
    input += isOpen ? `${line}\n` : '..\n.\ns/.//\n';
  }
  return isOpen ? `${input}.\n` : input;
}

/** A script for RCS: what is deleted and added, by the line numbers of the first file and how many lines there are. */
export function printRcs({ right, changes }: Difference): string {
  return changes
    .map(({ leftStart, leftEnd, rightStart, rightEnd }) => {
      const deleted = leftEnd > leftStart ? `d${leftStart + 1} ${leftEnd - leftStart}\n` : '';
      if (rightEnd === rightStart) return deleted;
      const isWhole = right.endsWithNewline || rightEnd < right.lines.length;
      const lines = right.lines.slice(rightStart, rightEnd).join('\n') + (isWhole ? '\n' : '');
      return `${deleted}a${leftEnd} ${rightEnd - rightStart}\n${lines}`;
    })
    .join('');
}
