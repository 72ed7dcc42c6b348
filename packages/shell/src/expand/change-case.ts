import { compilePattern, type PatternOptions } from './pattern.ts';

/** Changes the case of the first character, or of all, that match the pattern. */
export function changeCase(
  text: string,
  change: { change: 'upper' | 'lower' | 'toggle'; all: boolean; pattern: string; options: PatternOptions },
): string {
  const glob = compilePattern(change.pattern, change.options);
  const convert = (character: string): string => {
    if (!glob.matches(character)) return character;
    if (change.change === 'upper') return upper(character);
    if (change.change === 'lower') return lower(character);
    return upper(character) === character ? lower(character) : upper(character);
  };
  if (change.all) return Array.from(text, convert).join('');
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : convert(first) + text.slice(first.length);
}

function upper(character: string): string {
  const changed = character.toUpperCase();
  return changed.length === character.length ? changed : character;
}

function lower(character: string): string {
  const changed = character.toLowerCase();
  return changed.length === character.length ? changed : character;
}
