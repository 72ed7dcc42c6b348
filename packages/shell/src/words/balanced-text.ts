import { readSubstitution } from '../script/parse-script.ts';

/** Returns where the `))` that closes an arithmetic expansion begins, or `undefined` when it is a command. */
export function findArithmeticEnd(text: string, start: number): number | undefined {
  const end = findClosing(text, start, '(', ')');
  return end !== undefined && text[end + 1] === ')' ? end : undefined;
}

/** Returns where the bracket that closes the one before `start` stands, past quotes, expansions and nested brackets. */
export function findClosing(text: string, start: number, open: string, close: string): number | undefined {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text[index] ?? '';
    if (character === close) {
      if (depth === 0) return index;
      depth--;
    } else if (character === open) depth++;
    const end = skipQuotedAt(text, index);
    index = end > index ? end : index + 1;
  }
  return undefined;
}

/** Returns the end of the quote, escape or expansion that begins at `index`, or `index` when there is none. */
export function skipQuotedAt(text: string, index: number): number {
  const character = text[index];
  if (character === '\\') return index + 2;
  if (character === "'") {
    const end = text.indexOf("'", index + 1);
    return end < 0 ? text.length : end + 1;
  }
  if (character === '"') {
    let end = index + 1;
    while (end < text.length && text[end] !== '"') end = Math.max(end + 1, skipInQuotes(text, end));
    return Math.min(end + 1, text.length);
  }
  return skipInQuotes(text, index);
}

function skipInQuotes(text: string, index: number): number {
  const character = text[index];
  const next = text[index + 1];
  if (character === '\\') return index + 2;
  if (character === '`') {
    let end = index + 1;
    while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (character !== '$') return index;
  if (next === '{') return (findClosing(text, index + 2, '{', '}') ?? text.length) + 1;
  if (next !== '(') return index;
  if (text[index + 2] === '(') {
    const end = findArithmeticEnd(text, index + 3);
    if (end !== undefined) return end + 2;
  }
  return index + (readSubstitution(text.slice(index))?.end ?? text.length);
}
