/** A change of permission bits. */
export type ModeChange = (mode: number, file: { readonly isDirectory: boolean }) => number;

const CLASS_BITS: ReadonlyMap<string, number> = new Map([
  ['u', 0o4700],
  ['g', 0o2070],
  ['o', 0o1007],
  ['a', 0o7777],
]);

const PERMISSION_BITS: ReadonlyMap<string, number> = new Map([
  ['r', 0o444],
  ['w', 0o222],
  ['x', 0o111],
  ['s', 0o6000],
  ['t', 0o1000],
]);

/** Parses a mode as chmod takes it: octal, or clauses such as `u+x,go-w`. `undefined` when it is none. */
export function parseMode(text: string, umask: number): ModeChange | undefined {
  if (/^[0-7]{1,5}$/.test(text)) {
    const bits = Number.parseInt(text, 8);
    if (bits > 0o7777) return undefined;
    // A directory keeps its set-id bits unless five digits say otherwise.
    return (mode, { isDirectory }) => (isDirectory && text.length < 5 ? bits | (mode & 0o6000) : bits);
  }
  const changes: ModeChange[] = [];
  for (const clause of text.split(',')) {
    const [whole, classes = '', actions = ''] = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]|[0-7]+))+)$/.exec(clause) ?? [];
    if (whole === undefined) return undefined;
    for (const [, operator = '', permissions = ''] of actions.matchAll(/([-+=])([rwxXstugo]*|[0-7]+)/g)) {
      changes.push(createChange(classes, operator, permissions, umask));
    }
  }
  return (mode, file) => changes.reduce((current, change) => change(current, file), mode);
}

function createChange(classes: string, operator: string, permissions: string, umask: number): ModeChange {
  const affected = Array.from(classes || 'a').reduce((bits, name) => bits | (CLASS_BITS.get(name) ?? 0), 0);
  const masked = classes === '' ? affected & ~umask : affected;
  return (mode, file) => {
    const bits = permissionBits(permissions, mode, file.isDirectory) & masked;
    switch (operator) {
      case '+':
        return mode | bits;
      case '-':
        return mode & ~bits;
      default:
        return (mode & ~(affected & (file.isDirectory ? 0o1777 : 0o7777))) | bits;
    }
  };
}

function permissionBits(permissions: string, mode: number, isDirectory: boolean): number {
  const copied = /^[ugo]$/.exec(permissions)?.[0];
  if (copied !== undefined) {
    const shift = copied === 'u' ? 6 : copied === 'g' ? 3 : 0;
    return ((mode >> shift) & 7) * 0o111;
  }
  if (/^[0-7]+$/.test(permissions)) return Number.parseInt(permissions, 8);
  let bits = 0;
  for (const letter of permissions) {
    bits |= PERMISSION_BITS.get(letter) ?? 0;
    if (letter === 'X' && (isDirectory || (mode & 0o111) !== 0)) bits |= 0o111;
  }
  return bits;
}
