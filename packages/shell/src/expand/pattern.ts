/** How a pattern is read. */
export interface PatternOptions {
  /** `?(…) *(…) +(…) @(…) !(…)` are special. */
  readonly extended: boolean;
  readonly ignoreCase: boolean;
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: '\\p{L}',
  digit: '0-9',
  alnum: '\\p{L}\\p{Nd}',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`\\{-~\\p{P}\\p{S}',
  print: '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ',
  graph: '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}',
  cntrl: '\\p{Cc}',
  xdigit: '0-9A-Fa-f',
  word: '\\p{L}\\p{Nd}_',
  ascii: '\\x00-\\x7f',
};

const SPECIAL = /[*?[\]\\]|[?*+@!]\(/;

/** Says whether a pattern has characters that match anything but themselves; escaped ones do not. */
export function hasPatternCharacters(pattern: string, extended: boolean): boolean {
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (character === '*' || character === '?') return true;
    else if (character === '[' && pattern.indexOf(']', index + 2) > 0) return true;
    else if (extended && pattern[index + 1] === '(' && (character === '+' || character === '@' || character === '!'))
      return true;
  }
  return false;
}

/** Returns pattern text that matches `text` only. */
export function escapePattern(text: string): string {
  return /[*?[\]\\()|+@!^-]/.test(text) ? text.replace(/[*?[\]\\()|+@!^-]/g, '\\$&') : text;
}

/** Returns the text that a pattern without special characters matches. */
export function unescapePattern(pattern: string): string {
  return pattern.includes('\\') ? pattern.replace(/\\(.)/gs, '$1') : pattern;
}

/** Returns an expression that matches whole strings that the pattern matches. */
export function compilePattern(pattern: string, options: PatternOptions): RegExp {
  return new RegExp(`^(?:${patternSource(pattern, options, '$')})$`, options.ignoreCase ? 'sui' : 'su');
}

/** Says whether `text` as a whole matches the pattern. */
export function matchesPattern(text: string, pattern: string, options: PatternOptions): boolean {
  if (!SPECIAL.test(pattern) && !options.ignoreCase) return text === pattern;
  return compilePattern(pattern, options).test(text);
}

/**
 * Returns the source of a regular expression for a pattern. `*` is greedy, or lazy with `isLazy`.
 *
 * @param after  source of what follows, up to the end; `!(…)` needs it to know where it may end
 */
export function patternSource(pattern: string, options: PatternOptions, after = '', isLazy = false): string {
  return new PatternCompiler(pattern, options, isLazy).compile(after);
}

class PatternCompiler {
  private readonly pattern: string;
  private readonly options: PatternOptions;
  private readonly star: string;

  constructor(pattern: string, options: PatternOptions, isLazy: boolean) {
    this.pattern = pattern;
    this.options = options;
    this.star = isLazy ? '[^]*?' : '[^]*';
  }

  compile(after: string): string {
    const pieces: string[] = [];
    const negations: { at: number; inner: string }[] = [];
    let index = 0;
    while (index < this.pattern.length) {
      const group = this.options.extended ? this.readGroup(index) : undefined;
      if (group) {
        if (group.operator === '!') negations.push({ at: pieces.length, inner: group.source });
        pieces.push(group.operator === '!' ? '' : quantify(group.operator, group.source));
        index = group.end;
        continue;
      }
      const piece = this.readPiece(index);
      pieces.push(piece.source);
      index = piece.end;
    }
    for (const { at, inner } of negations.reverse()) {
      const rest = pieces.slice(at + 1).join('') + after;
      pieces[at] = `(?!(?:${inner})${rest})[^]*?`;
    }
    return pieces.join('');
  }

  private readPiece(index: number): { source: string; end: number } {
    const character = String.fromCodePoint(this.pattern.codePointAt(index) ?? 0);
    if (character === '*') {
      let end = index + 1;
      while (this.pattern[end] === '*' && !(this.options.extended && this.pattern[end + 1] === '(')) end++;
      return { source: this.star, end };
    }
    if (character === '?') return { source: '[^]', end: index + 1 };
    if (character === '\\' && index + 1 < this.pattern.length) {
      const escaped = String.fromCodePoint(this.pattern.codePointAt(index + 1) ?? 0);
      return { source: escapeRegExp(escaped), end: index + 1 + escaped.length };
    }
    const bracket = character === '[' ? readBracket(this.pattern, index) : undefined;
    return bracket ?? { source: escapeRegExp(character), end: index + character.length };
  }

  private readGroup(index: number): { operator: string; source: string; end: number } | undefined {
    const operator = this.pattern[index] ?? '';
    if (!'?*+@!'.includes(operator) || this.pattern[index + 1] !== '(') return undefined;
    const alternatives: string[] = [];
    let depth = 0;
    let start = index + 2;
    for (let at = start; at < this.pattern.length; at++) {
      const character = this.pattern[at] ?? '';
      if (character === '\\') at++;
      else if (character === '[') at = (readBracket(this.pattern, at)?.end ?? at + 1) - 1;
      else if (character === '(') depth++;
      else if (character === '|' && depth === 0) {
        alternatives.push(this.pattern.slice(start, at));
        start = at + 1;
      } else if (character === ')' && depth-- === 0) {
        alternatives.push(this.pattern.slice(start, at));
        const sources = alternatives.map((text) => patternSource(text, this.options, '', this.star.endsWith('?')));
        return { operator, source: sources.join('|'), end: at + 1 };
      }
    }
    return undefined;
  }
}

function quantify(operator: string, source: string): string {
  return `(?:${source})${operator === '@' ? '' : operator}`;
}

/** Reads `[…]`; `undefined` when it is not closed and `[` stands for itself. */
function readBracket(pattern: string, start: number): { source: string; end: number } | undefined {
  let index = start + 1;
  const isNegated = pattern[index] === '!' || pattern[index] === '^';
  if (isNegated) index++;
  let source = '';
  const first = index;
  while (index < pattern.length) {
    const character = pattern[index] ?? '';
    if (character === ']' && index > first) {
      if (source === '') return { source: isNegated ? '[^]' : '[]', end: index + 1 };
      return { source: `[${isNegated ? '^' : ''}${source}]`, end: index + 1 };
    }
    const named = /^\[:(\w+):\]/.exec(pattern.slice(index));
    if (named) {
      source += CLASSES[named[1] ?? ''] ?? '';
      index += named[0].length;
      continue;
    }
    const low = readBracketCharacter(pattern, index);
    index = low.end;
    if (pattern[index] !== '-' || pattern[index + 1] === ']' || index + 1 >= pattern.length) {
      source += escapeInBracket(low.character);
      continue;
    }
    const high = readBracketCharacter(pattern, index + 1);
    index = high.end;
    if (low.character <= high.character)
      source += `${escapeInBracket(low.character)}-${escapeInBracket(high.character)}`;
  }
  return undefined;
}

function readBracketCharacter(pattern: string, index: number): { character: string; end: number } {
  const named = /^\[([.=])(.)\1\]/su.exec(pattern.slice(index));
  if (named) return { character: named[2] ?? '', end: index + named[0].length };
  const at = pattern[index] === '\\' && index + 1 < pattern.length ? index + 1 : index;
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  return { character, end: at + character.length };
}

function escapeInBracket(character: string): string {
  return /[\]\\^[-]/.test(character) ? `\\${character}` : character;
}

/** Escapes text for use in a regular expression with the `u` flag. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
