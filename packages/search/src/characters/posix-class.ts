/** POSIX character classes as the C.UTF-8 locale has them, as items of a RegExp class for the `u` flag. */
const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ['alpha', '\\p{Alphabetic}'],
  ['digit', '0-9'],
  ['alnum', '\\p{Alphabetic}\\p{Nd}'],
  ['upper', '\\p{Uppercase}'],
  ['lower', '\\p{Lowercase}'],
  ['space', ' \\t-\\r\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000'],
  ['blank', ' \\t\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000'],
  ['punct', '\\p{P}\\p{S}'],
  ['cntrl', '\\p{Cc}\\u2028\\u2029'],
  ['print', '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}\\p{Cf}\\p{Co}'],
  ['graph', '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}'],
  ['xdigit', '0-9A-Fa-f'],
]);

const ASCII_ONLY: ReadonlySet<string> = new Set(['digit', 'xdigit']);

/** The characters of a word, for `\w`, `\<`, `\b` and whole-word matching. */
export const WORD_ITEMS = '\\p{Alphabetic}\\p{Nd}_';

/** Returns the class `[:name:]` as items of a RegExp class, or `undefined` when there is none of that name. */
export function posixClassItems(name: string): string | undefined {
  return POSIX_CLASSES.get(name);
}

/** Returns whether the class `[:name:]` holds ASCII characters only. */
export function isAsciiClass(name: string): boolean {
  return ASCII_ONLY.has(name);
}
