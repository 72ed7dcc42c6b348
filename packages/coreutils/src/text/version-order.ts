/**
 * Compares names that may hold version numbers, as `ls -v` and `sort -V`: digits by their value, `~` before everything,
 * the end before letters, letters before other characters; a file suffix such as `.tar.gz` counts last.
 */
export function compareVersions(left: string, right: string): number {
  if (left === right) return 0;
  for (const special of ['', '.', '..']) {
    if (left === special) return -1;
    if (right === special) return 1;
  }
  const isHiddenLeft = left.startsWith('.');
  if (isHiddenLeft !== right.startsWith('.')) return isHiddenLeft ? -1 : 1;
  const bareLeft = left.slice(0, left.length - suffixLength(left));
  const bareRight = right.slice(0, right.length - suffixLength(right));
  const bare = compareParts(bareLeft, bareRight);
  return bare !== 0 ? bare : compareParts(left, right) || (left < right ? -1 : 1);
}

function suffixLength(name: string): number {
  return /(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/.exec(name)?.[0].length ?? 0;
}

function compareParts(left: string, right: string): number {
  let at = 0;
  let other = 0;
  while (at < left.length || other < right.length) {
    while ((at < left.length && !isDigit(left[at])) || (other < right.length && !isDigit(right[other]))) {
      const difference = rank(left[at]) - rank(right[other]);
      if (difference !== 0) return difference;
      at++;
      other++;
    }
    const [digits = ''] = /^\d*/.exec(left.slice(at)) ?? [];
    const [otherDigits = ''] = /^\d*/.exec(right.slice(other)) ?? [];
    const difference = compareDigits(digits, otherDigits);
    if (difference !== 0) return difference;
    at += digits.length;
    other += otherDigits.length;
  }
  return 0;
}

function compareDigits(left: string, right: string): number {
  const a = left.replace(/^0+/, '');
  const b = right.replace(/^0+/, '');
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(character: string | undefined): number {
  if (character === undefined || isDigit(character)) return 0;
  if (character === '~') return -1;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + 256;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
