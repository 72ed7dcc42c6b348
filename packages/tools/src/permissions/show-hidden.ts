/**
 * Control, zero-width, bidirectional, filler and tag characters, which can make a text look like another or carry a text that
 * nobody sees. Tab and newline stay.
 */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;

/**
 * Returns a text in which every character that hides is written as its code point: `⟨U+202E⟩`. Whatever a person decides
 * on is shown through it.
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${digits}⟩`;
  });
}
