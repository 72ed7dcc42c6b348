import { LimitExceeded, MAX_NESTING, MAX_WORDS } from '../limits.ts';
import { skipQuotedAt } from './balanced-text.ts';

/**
 * Returns the words that brace expansion makes of a word's source text, before anything else is expanded; the text
 * itself when it has none.
 *
 * @see Bash Reference Manual 3.5.1 Brace Expansion
 */
export function expandBraces(text: string): string[] {
  if (!text.includes('{')) return [text];
  checkNesting(text);
  for (let index = 0; index < text.length; index++) {
    const end = skipQuotedAt(text, index);
    if (end > index) {
      index = end - 1;
      continue;
    }
    if (text[index] !== '{') continue;
    const group = readGroup(text, index);
    if (!group) continue;
    const before = text.slice(0, index);
    const after = expandBraces(text.slice(group.end));
    const words: string[] = [];
    for (const item of group.items) {
      for (const rest of after) words.push(before + item + rest);
      if (words.length > MAX_WORDS) throw tooManyWords();
    }
    return words;
  }
  return [text];
}

/** Every level of braces is read anew for the one around it. */
function checkNesting(text: string): void {
  if (text.length <= MAX_NESTING) return;
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth > MAX_NESTING) throw new LimitExceeded('maxNesting', MAX_NESTING, 'nested braces');
  }
}

function readGroup(text: string, start: number): { items: string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let partStart = start + 1;
  let index = start + 1;
  while (index < text.length) {
    const character = text[index] ?? '';
    const skipped = skipQuotedAt(text, index);
    if (skipped > index) {
      index = skipped;
      continue;
    }
    if (character === '{') depth++;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(partStart, index));
      partStart = index + 1;
    } else if (character === '}') {
      if (depth === 0) break;
      depth--;
    }
    index++;
  }
  if (text[index] !== '}') return undefined;
  parts.push(text.slice(partStart, index));
  const end = index + 1;
  if (parts.length > 1) return { items: parts.flatMap(expandBraces), end };
  const items = expandSequence(parts[0] ?? '');
  return items ? { items, end } : undefined;
}

const NUMBERS = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/;
const LETTERS = /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/;

function expandSequence(text: string): string[] | undefined {
  const numbers = NUMBERS.exec(text);
  if (numbers) {
    const [, first = '', last = '', step] = numbers;
    const isPadded = /^-?0\d/.test(first) || /^-?0\d/.test(last);
    const width = isPadded ? Math.max(first.length, last.length) : 0;
    return sequence(Number(first), Number(last), step)?.map((value) => pad(value, width));
  }
  const letters = LETTERS.exec(text);
  if (!letters) return undefined;
  const [, first = '', last = '', step] = letters;
  return sequence(first.charCodeAt(0), last.charCodeAt(0), step)?.map((code) => {
    const letter = String.fromCharCode(code);
    return letter === '\\' ? '' : letter === '`' || letter === '[' || letter === ']' ? `\\${letter}` : letter;
  });
}

function sequence(first: number, last: number, stepText: string | undefined): number[] | undefined {
  const step = Math.abs(Number(stepText ?? 1)) || 1;
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return undefined;
  if (count > MAX_WORDS) throw tooManyWords();
  const direction = first <= last ? step : -step;
  return Array.from({ length: count }, (_, index) => first + index * direction);
}

function tooManyWords(): LimitExceeded {
  return new LimitExceeded('maxWords', MAX_WORDS, 'words of a brace expansion');
}

function pad(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}
