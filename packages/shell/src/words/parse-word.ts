import { readSubstitution } from '../script/parse-script.ts';
import { findArithmeticEnd, findClosing } from './balanced-text.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { parseBracedParameter } from './parse-parameter.ts';
import { createWord, type ParameterExpansion, type Word, type WordPart } from './word.ts';
import { WordSyntaxError } from './word-syntax-error.ts';

/** How the text around a word changes what quotes and tildes mean. */
export type WordContext =
  /** An argument: quotes quote, `<(` substitutes, a leading tilde is a home directory. */
  | 'argument'
  /** The value of an assignment: tildes also follow `:`. */
  | 'assignment'
  /** Pattern or other operand inside `${…}`. */
  | 'operand'
  /** Inside double quotes. */
  | 'quoted'
  /** A here-document: as inside double quotes, but `"` is an ordinary character. */
  | 'document'
  /** An arithmetic expression: as inside double quotes, and `"` disappears. */
  | 'arithmetic';

/** Parses the source text of one word, from its first character to its last. */
export function parseWord(text: string, context: WordContext): Word {
  const scanner = new WordScanner(text);
  return createWord(scanner.readParts(context, ''));
}

/** Unclosed `<(` of one word after which others are not looked for. */
const MAX_UNCLOSED = 16;

/** An argument that looks like an assignment has tildes where one would. */
const LIKE_ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL_PARAMETER = /[@*#?$!\-0-9]/;
const ESCAPED_IN_QUOTES = /[$`"\\]/;
const PLAIN_UNQUOTED = /[^\\'"$`<>~:=}/()[\]{]+/y;
const PLAIN_QUOTED = /[^\\"$`}()[\]]+/y;

/** Reads the parts of a word; `parse-parameter.ts` shares it for what is inside `${…}`. */
export class WordScanner {
  readonly text: string;
  index = 0;
  private parts: WordPart[] = [];
  private literal = '';
  private isLiteralQuoted = false;
  /** Process substitutions that were not closed; each was looked for up to the end of the text. */
  private unclosed = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads until one of the characters of `stops` that is not quoted, or the end. The stop is not taken. */
  readParts(context: WordContext, stops: string): WordPart[] {
    const outer = { parts: this.parts, literal: this.literal, isLiteralQuoted: this.isLiteralQuoted };
    this.parts = [];
    this.literal = '';
    if (context === 'argument' || context === 'assignment' || context === 'operand') this.readUnquoted(context, stops);
    else this.readQuoted(context, stops);
    this.flush();
    const { parts } = this;
    this.parts = outer.parts;
    this.literal = outer.literal;
    this.isLiteralQuoted = outer.isLiteralQuoted;
    return parts;
  }

  /** Parses text inside this word as a word of its own. */
  parseNested(text: string, context: WordContext): Word {
    return parseWord(text, context);
  }

  private readUnquoted(context: WordContext, stops: string): void {
    const { text } = this;
    const start = this.index;
    while (this.index < text.length) {
      const character = text[this.index] ?? '';
      if (stops.includes(character)) return;
      if (character === '~' && this.readTilde(context, start, stops)) continue;
      if (character === '\\') this.readEscape();
      else if (character === "'") this.readSingleQuotes();
      else if (character === '"') this.readDoubleQuotes();
      else if (character === '$' || character === '`') this.readExpansion(context, false);
      else if ((character === '<' || character === '>') && text[this.index + 1] === '(' && context !== 'operand') {
        this.readProcessSubstitution(character);
      } else this.readPlain(PLAIN_UNQUOTED, false);
    }
  }

  private readQuoted(context: WordContext, stops: string): void {
    const { text } = this;
    while (this.index < text.length) {
      const character = text[this.index] ?? '';
      if (stops.includes(character)) return;
      if (character === '\\') this.readQuotedEscape(context, stops);
      else if (character === '"' && context !== 'document') this.index++;
      else if (character === '$' || character === '`') this.readExpansion(context, true);
      else this.readPlain(PLAIN_QUOTED, true);
    }
  }

  private readPlain(pattern: RegExp, isQuoted: boolean): void {
    pattern.lastIndex = this.index;
    const piece = pattern.exec(this.text)?.[0] ?? this.text[this.index] ?? '';
    this.append(piece, isQuoted);
    this.index += piece.length;
  }

  private readEscape(): void {
    const escaped = this.text[this.index + 1];
    this.index += 2;
    if (escaped === '\n') return;
    if (escaped === undefined) this.append('\\', true);
    else this.append(escaped, true);
  }

  private readQuotedEscape(context: WordContext, stops: string): void {
    const escaped = this.text[this.index + 1];
    this.index += 2;
    if (escaped === '\n') return;
    if (escaped === undefined) {
      this.append('\\', true);
      return;
    }
    const isSpecial = ESCAPED_IN_QUOTES.test(escaped) && (escaped !== '"' || context !== 'document');
    this.append(isSpecial || (escaped === '}' && stops.includes('}')) ? escaped : `\\${escaped}`, true);
  }

  private readSingleQuotes(): void {
    const end = this.text.indexOf("'", this.index + 1);
    if (end < 0) throw new WordSyntaxError("unexpected EOF while looking for matching `''");
    this.appendQuoted(this.text.slice(this.index + 1, end));
    this.index = end + 1;
  }

  private readDoubleQuotes(): void {
    this.index++;
    this.flush();
    const before = this.parts.length;
    const parts = this.readParts('quoted', '"');
    if (this.text[this.index] !== '"') throw new WordSyntaxError('unexpected EOF while looking for matching `"\'');
    this.index++;
    this.parts.push(...parts);
    if (this.parts.length === before) this.appendQuoted('');
  }

  private readAnsiQuotes(): void {
    let end = this.index + 2;
    while (end < this.text.length && this.text[end] !== "'") end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new WordSyntaxError("unexpected EOF while looking for matching `''");
    this.appendQuoted(decodeEscapes(this.text.slice(this.index + 2, end), 'quote').text);
    this.index = end + 1;
  }

  private readTilde(context: WordContext, start: number, stops: string): boolean {
    const previous = this.text[this.index - 1];
    const isValue = context === 'assignment' || (context === 'argument' && LIKE_ASSIGNMENT.test(this.text));
    const follows =
      isValue &&
      ((previous === ':' && this.text[this.index - 2] !== '\\') ||
        (context === 'argument' && LIKE_ASSIGNMENT.exec(this.text)?.[0].length === this.index));
    if (this.index !== start && !follows) return false;
    const end = isValue ? /^~([^/:\s"'$`\\]*)(?=[/:]|$)/ : /^~([^/\s"'$`\\]*)(?=\/|$)/;
    const rest = this.text.slice(this.index);
    const stop = stops === '' ? -1 : Array.from(rest).findIndex((character) => stops.includes(character));
    const match = end.exec(stop < 0 ? rest : rest.slice(0, stop));
    if (!match) return false;
    this.flush();
    this.parts.push({ kind: 'tilde', user: match[1] ?? '' });
    this.index += match[0].length;
    return true;
  }

  private readExpansion(context: WordContext, isQuoted: boolean): void {
    const { text } = this;
    if (text[this.index] === '`') {
      this.readBackticks(isQuoted, context === 'quoted');
      return;
    }
    const next = text[this.index + 1] ?? '';
    if (next === "'" && !isQuoted) this.readAnsiQuotes();
    else if (next === '"' && !isQuoted) {
      this.index++;
      this.readDoubleQuotes();
    } else if (next === '{') this.readBraces(isQuoted, context);
    else if (next === '(') this.readParentheses(isQuoted);
    else if (next === '[') this.readOldArithmetic(isQuoted);
    else this.readSimpleParameter(isQuoted);
  }

  private readSimpleParameter(isQuoted: boolean): void {
    while (this.text.startsWith('\\\n', this.index + 1)) this.index += 2;
    NAME.lastIndex = this.index + 1;
    const next = this.text[this.index + 1] ?? '';
    const name = NAME.exec(this.text)?.[0] ?? (SPECIAL_PARAMETER.test(next) ? next : undefined);
    this.index++;
    if (name === undefined) {
      this.append('$', isQuoted);
      return;
    }
    this.index += name.length;
    this.push({ kind: 'parameter', expansion: simpleExpansion(name), isQuoted });
  }

  private readBraces(isQuoted: boolean, context: WordContext): void {
    const expansion = parseBracedParameter(this, isQuoted, context === 'assignment' ? 'assignment' : 'operand');
    this.push({ kind: 'parameter', expansion, isQuoted });
  }

  private readParentheses(isQuoted: boolean): void {
    if (this.text[this.index + 2] === '(') {
      const end = findArithmeticEnd(this.text, this.index + 3);
      if (end !== undefined) {
        const expression = parseWord(this.text.slice(this.index + 3, end), 'arithmetic');
        this.index = end + 2;
        this.push({ kind: 'arithmetic', expression, isQuoted });
        return;
      }
    }
    const substitution = readSubstitution(this.text.slice(this.index));
    if (!substitution) throw new WordSyntaxError("unexpected EOF while looking for matching `)'");
    const script = { text: substitution.body, offset: this.index + 2 };
    this.index += substitution.end;
    this.push({ kind: 'command', script, isQuoted });
  }

  private readOldArithmetic(isQuoted: boolean): void {
    const start = this.index + 2;
    const end = findClosing(this.text, start, '[', ']');
    if (end === undefined) throw new WordSyntaxError("unexpected EOF while looking for matching `]'");
    this.index = end + 1;
    this.push({ kind: 'arithmetic', expression: parseWord(this.text.slice(start, end), 'arithmetic'), isQuoted });
  }

  private readBackticks(isQuoted: boolean, unescapeQuotes: boolean): void {
    const start = this.index + 1;
    let end = start;
    while (end < this.text.length && this.text[end] !== '`') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new WordSyntaxError("unexpected EOF while looking for matching ``'");
    const escapes = unescapeQuotes ? /\\([$`\\"])/g : /\\([$`\\])/g;
    const text = this.text.slice(start, end).replace(escapes, '$1');
    this.index = end + 1;
    this.push({ kind: 'command', script: { text, offset: start }, isQuoted });
  }

  private readProcessSubstitution(operator: string): void {
    const substitution = this.unclosed < MAX_UNCLOSED ? readSubstitution(this.text.slice(this.index)) : undefined;
    if (!substitution) {
      this.unclosed++;
      this.append(operator, false);
      this.index++;
      return;
    }
    const script = { text: substitution.body, offset: this.index + 2 };
    this.index += substitution.end;
    this.push({ kind: 'process', direction: operator === '<' ? 'read' : 'write', script });
  }

  private append(text: string, isQuoted: boolean): void {
    if (this.literal !== '' && this.isLiteralQuoted !== isQuoted) this.flush();
    this.literal += text;
    this.isLiteralQuoted = isQuoted;
  }

  private appendQuoted(text: string): void {
    this.flush();
    this.parts.push({ kind: 'literal', text, isQuoted: true });
  }

  private push(part: WordPart): void {
    this.flush();
    this.parts.push(part);
  }

  private flush(): void {
    if (this.literal !== '') this.parts.push({ kind: 'literal', text: this.literal, isQuoted: this.isLiteralQuoted });
    this.literal = '';
  }
}

function simpleExpansion(name: string): ParameterExpansion {
  const text = `$${name}`;
  return { name, subscript: undefined, isLength: false, isIndirect: false, operation: undefined, text };
}
