const HAS_PAIRS = /[\ud800-\udbff]/;

/** Returns the number of characters; an escaped byte counts as one. */
export function characterCount(text: string): number {
  if (!HAS_PAIRS.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns the characters `[from, to)` of `text`. */
export function sliceCharacters(text: string, from: number, to: number): string {
  if (!HAS_PAIRS.test(text)) return text.slice(from, to);
  return Array.from(text).slice(from, to).join('');
}
