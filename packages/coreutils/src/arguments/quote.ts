/** Returns text in typographic quotes, as GNU messages show values: ‘x’. What cannot be printed is escaped as in C. */
export function quote(text: string): string {
  return `‘${text.replaceAll(/[\x00-\x1f\x7f\\’]|[\udc80-\udcff]/g, (character, at: number) => {
    if (character === '\\' || character === '’') return `\\${character}`;
    const isHalf = character > '\x7f' && /[\ud800-\udbff]/.test(text[at - 1] ?? '');
    return isHalf ? character : escapeControl(character);
  })}’`;
}

/** Returns a file name in the shell's quotes, as GNU messages show names: 'a b'. */
export function quoteName(name: string): string {
  if (/[\x00-\x1f\x7f]|[\udc80-\udcff]/.test(name) && !name.isWellFormed()) return quoteWithEscapes(name);
  if (/[\x00-\x1f\x7f]/.test(name)) return quoteWithEscapes(name);
  if (name.includes("'") && !/["$`\\!]/.test(name)) return `"${name}"`;
  return `'${name.replaceAll("'", "'\\''")}'`;
}

/** Returns a file name as it is when a shell would read it so, else in the shell's quotes. */
export function quoteNameIfNeeded(name: string): string {
  return name !== '' && name.isWellFormed() && !/[\s\x00-\x1f\x7f"'$`\\!*?[\]{}()<>|&;#~=^:]/.test(withoutSafe(name))
    ? name
    : quoteName(name);
}

/** Characters that need quotes only at the start of a word, or never in names that messages show. */
function withoutSafe(name: string): string {
  return name.slice(0, 1) + name.slice(1).replaceAll(/[#~=:]/g, '');
}

const SHELL_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

/** Writes control characters as `$'\n'` between quoted parts. */
function quoteWithEscapes(name: string): string {
  let quoted = '';
  for (const part of name.split(/((?:[\x00-\x1f\x7f]|[\udc80-\udcff])+)/)) {
    if (part === '') continue;
    if (!/^(?:[\x00-\x1f\x7f]|[\udc80-\udcff])/.test(part)) quoted += `'${part.replaceAll("'", "'\\''")}'`;
    else quoted += `$'${Array.from(part, escapeControl).join('')}'`;
  }
  return quoted.startsWith('$') ? `''${quoted}` : quoted;
}

function escapeControl(character: string): string {
  const known = SHELL_ESCAPES.get(character);
  if (known !== undefined) return known;
  return `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, '0')}`;
}
