const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z\\p{L}',
  digit: '0-9',
  alnum: 'A-Za-z0-9\\p{L}\\p{Nd}',
  upper: 'A-Z\\p{Lu}',
  lower: 'a-z\\p{Ll}',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`\\{-~',
  print: '\\x20-\\x7e\\u{a0}-\\u{10ffff}',
  graph: '\\x21-\\x7e\\u{a1}-\\u{10ffff}',
  cntrl: '\\x00-\\x1f\\x7f',
  xdigit: '0-9A-Fa-f',
};

/** Escapes quoted text of a `=~` operand, which matches itself. */
export function escapeRegularExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Translates a POSIX extended regular expression; `undefined` when it is not valid. */
export function compileRegularExpression(source: string, ignoreCase: boolean): RegExp | undefined {
  const translated = translate(source);
  if (translated === undefined) return undefined;
  try {
    return new RegExp(translated, ignoreCase ? 'sui' : 'su');
  } catch {
    return undefined;
  }
}

function translate(source: string): string | undefined {
  let result = '';
  let index = 0;
  while (index < source.length) {
    const character = String.fromCodePoint(source.codePointAt(index) ?? 0);
    if (character === '\\') {
      const escaped = source[index + 1];
      if (escaped === undefined) return undefined;
      result += translateEscape(escaped);
      index += 2;
    } else if (character === '[') {
      const bracket = translateBracket(source, index);
      if (!bracket) return undefined;
      result += bracket.text;
      index = bracket.end;
    } else if (character === '{' && (result === '' || /(^|[^\\])[(|]$/.test(result))) return undefined;
    else if (character === '{' && !/^\{\d*(?:,\d*)?\}/.test(source.slice(index))) {
      result += '\\{';
      index++;
    } else if (character === '}' && !/\{\d*(?:,\d*)?$/.test(source.slice(0, index))) {
      result += '\\}';
      index++;
    } else if (/[*+?]/.test(character) && (result === '' || /(^|[^\\])[(|]$/.test(result))) {
      return undefined;
    } else if (character === ']' || character === '/') {
      result += `\\${character}`;
      index++;
    } else {
      result += character === '.' ? '[^]' : character;
      index += character.length;
    }
  }
  return result.replace(/\{,(\d+)\}/g, '{0,$1}');
}

const WORD_ESCAPES: Readonly<Record<string, string>> = {
  b: '\\b',
  B: '\\B',
  w: '[\\p{L}\\p{Nd}_]',
  W: '[^\\p{L}\\p{Nd}_]',
  s: '\\s',
  S: '\\S',
  '<': '\\b(?=[\\p{L}\\p{Nd}_])',
  '>': '\\b(?<=[\\p{L}\\p{Nd}_])',
};

function translateEscape(escaped: string): string {
  if (Object.hasOwn(WORD_ESCAPES, escaped)) return WORD_ESCAPES[escaped] ?? '';
  return /[\\^$.*+?()[\]{}|/]/.test(escaped) ? `\\${escaped}` : escaped;
}

function translateBracket(source: string, start: number): { text: string; end: number } | undefined {
  let index = start + 1;
  let text = '[';
  if (source[index] === '^') {
    text += '^';
    index++;
  }
  const first = index;
  for (; index < source.length; index++) {
    const character = source[index] ?? '';
    if (character === ']' && index > first) return { text: `${text}]`, end: index + 1 };
    const named = /^\[([:.=])(.+?)\1\]/.exec(source.slice(index));
    if (named) {
      const content = named[1] === ':' ? CLASSES[named[2] ?? ''] : escapeInBracket(named[2] ?? '');
      if (content === undefined) return undefined;
      text += content;
      index += named[0].length - 1;
    } else if (character === '-' && index > first && source[index + 1] !== ']') text += '-';
    else if (character === '\\' && /[\\^$.*+?()[\]{}|]/.test(source[index + 1] ?? '') && source[index + 1] !== ']') {
      text += escapeInBracket(source[index + 1] ?? '');
      index++;
    } else text += escapeInBracket(character);
  }
  return undefined;
}

function escapeInBracket(character: string): string {
  return /[\]\\^[-]/.test(character) ? `\\${character}` : character;
}
