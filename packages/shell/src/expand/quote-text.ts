const CONTROL = /[\x00-\x1f\x7f]|[\udc80-\udcff]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\x1b': '\\E',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  "'": "\\'",
};

/** Returns text in single quotes, or in `$'…'` when it has control characters or invalid bytes. */
export function quoteSingle(text: string): string {
  return hasControl(text) ? quoteAnsi(text) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a variable's value as `set` lists it: bare when possible, an empty one bare too. */
export function quoteValue(text: string): string {
  if (text === '' || /^[A-Za-z0-9_@%+:,./=\-\]{}]+$/.test(text)) return text;
  return quoteSingle(text);
}

/** Returns text in double quotes, or in `$'…'` when needed, as `declare -p` shows values. */
export function quoteDouble(text: string): string {
  return hasControl(text) ? quoteAnsi(text) : `"${text.replace(/[$`"\\]/g, '\\$&')}"`;
}

/** Returns text with backslashes before special characters, as `printf %q` does. */
export function quoteBackslash(text: string): string {
  if (text === '') return "''";
  if (hasControl(text)) return quoteAnsi(text);
  return text.replace(/[ !"#$&'()*,;<>?[\\\]^`{|}]|^~/g, (character, offset: number) =>
    character === '#' && offset > 0 ? character : `\\${character}`,
  );
}

function hasControl(text: string): boolean {
  return CONTROL.test(text) && (!text.isWellFormed() || /[\x00-\x1f\x7f]/.test(text));
}

/** Returns text as `$'…'`. */
export function quoteAnsi(text: string): string {
  let quoted = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (Object.hasOwn(ESCAPES, character)) quoted += ESCAPES[character];
    else if (code < 0x20 || code === 0x7f) quoted += `\\${code.toString(8).padStart(3, '0')}`;
    else if (code >= 0xdc80 && code <= 0xdcff) quoted += `\\${(code - 0xdc00).toString(8)}`;
    else quoted += character;
  }
  return `$'${quoted}'`;
}
