const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** Returns the number of characters of a text. */
export function characterCount(text: string): number {
  return PAIR.test(text) ? Array.from(text).length : text.length;
}

/** Returns the UTF-16 offset of the character number `count` (0-based). */
export function offsetOfCharacter(text: string, count: number): number {
  if (!PAIR.test(text)) return Math.min(count, text.length);
  let offset = 0;
  for (let left = count; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Returns how many characters lie before a UTF-16 offset. */
export function charactersBefore(text: string, offset: number): number {
  return characterCount(text.slice(0, offset));
}
