import { describe, expect, test } from 'vitest';
import { showHidden } from './show-hidden.ts';

describe('showHidden', () => {
  test('writes out what would make a text look like another', () => {
    expect(showHidden('rm \u202egpj.x')).toBe('rm ⟨U+202E⟩gpj.x');
    expect(showHidden('hi\u{e0041}')).toBe('hi⟨U+E0041⟩');
    expect(showHidden('a\u200bb\u0000c\rd\u00ade')).toBe('a⟨U+200B⟩b⟨U+0000⟩c⟨U+000D⟩d⟨U+00AD⟩e');
  });

  test('leaves tabs, newlines and letters of every script', () => {
    expect(showHidden('\tä\n日本 😀')).toBe('\tä\n日本 😀');
  });
});
