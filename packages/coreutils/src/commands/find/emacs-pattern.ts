/** Writes a pattern of find's default syntax, Emacs', as an extended expression: groups and `|` have backslashes there. */
export function toExtendedPattern(pattern: string): string {
  let extended = '';
  let index = 0;
  while (index < pattern.length) {
    const character = pattern[index] ?? '';
    const next = pattern[index + 1];
    if (character === '\\' && next !== undefined) {
      extended += '()|'.includes(next) ? next : `\\${next}`;
      index += 2;
    } else if (character === '[') {
      const end = bracketEnd(pattern, index);
      extended += pattern.slice(index, end);
      index = end;
    } else {
      extended += '(){}|'.includes(character) ? `\\${character}` : character;
      index++;
    }
  }
  return extended;
}

function bracketEnd(pattern: string, start: number): number {
  const first = pattern[start + 1] === '^' ? start + 2 : start + 1;
  const close = pattern.indexOf(']', first + 1);
  return close < 0 ? pattern.length : close + 1;
}
