import { LimitExceeded, MAX_WORDS } from '../limits.ts';
import { type ExpansionSink, firstSeparator } from './expansion-sink.ts';
import { escapePattern, hasPatternCharacters } from './pattern.ts';

/** One result of word splitting: its text, and as a pattern when unquoted text in it may be one. */
export interface Field {
  readonly text: string;
  /** Present when the field has unquoted pattern characters; quoted characters are escaped in it. */
  readonly pattern: string | undefined;
}

const MAY_BE_PATTERN = /[*?[\\]|[+@!]\(/;

/**
 * Collects the fields of a word from its expanded parts, splitting unquoted results at IFS characters.
 *
 * Runs of IFS whitespace count as one separator; every other IFS character ends a field, so `a::b` gives an empty field.
 *
 * @see POSIX.1-2024 XCU 2.6.5 Field Splitting
 */
export class FieldBuilder implements ExpansionSink {
  private readonly fields: Field[] = [];
  private readonly ifs: string;
  private readonly joiner: string;
  private text = '';
  private pattern = '';
  private mayBePattern = false;
  private exists = false;
  /** Set after a separator that is not whitespace, which makes the next whitespace part of it. */
  private isAfterSeparator = false;

  /** @param ifs value of IFS; the default when it is unset, `''` for no splitting */
  constructor(ifs: string | undefined) {
    this.ifs = ifs ?? ' \t\n';
    this.joiner = firstSeparator(ifs);
  }

  /** Adds text that is neither split nor a pattern. */
  addQuoted(text: string): void {
    this.text += text;
    this.pattern += escapePattern(text);
    this.exists = true;
    this.isAfterSeparator = false;
  }

  /** Adds text of the word itself: not split, but a pattern. */
  addLiteral(text: string): void {
    this.text += text;
    this.pattern += text;
    this.exists = true;
    this.isAfterSeparator = false;
    if (MAY_BE_PATTERN.test(text)) this.mayBePattern = true;
  }

  /** Adds the result of an unquoted expansion: split, and a pattern. */
  addSplit(text: string): void {
    if (this.ifs === '') {
      if (text !== '') this.addLiteral(text);
      return;
    }
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const character = text[index] ?? '';
      if (!this.ifs.includes(character)) continue;
      if (index > start) this.addLiteral(text.slice(start, index));
      this.separate(character);
      start = index + 1;
    }
    if (start < text.length) this.addLiteral(text.slice(start));
  }

  /** Adds the elements of a list, each a field of its own where the joiner and the quotes say so. */
  addList(values: readonly string[], { joiner, isQuoted }: { joiner: '@' | '*'; isQuoted: boolean }): void {
    if (isQuoted && joiner === '*') {
      this.addQuoted(values.join(this.joiner));
      return;
    }
    if (!isQuoted && this.joiner.trim() !== '') {
      this.addSplit(values.join(this.joiner));
      return;
    }
    values.forEach((value, index) => {
      if (isQuoted) {
        if (index > 0) this.breakQuotedField();
        this.addQuoted(value);
        return;
      }
      if (index > 0) this.breakField();
      this.addSplit(value);
    });
  }

  /** Ends the current field between the elements of a list, when it has anything. */
  breakField(): void {
    if (this.exists) this.endField();
    this.isAfterSeparator = false;
  }

  /** Ends the current field between the elements of a quoted list, even when it is empty. */
  breakQuotedField(): void {
    this.exists = true;
    this.endField();
  }

  finish(): Field[] {
    if (this.exists) this.endField();
    return this.fields;
  }

  private separate(character: string): void {
    const isSpace = character === ' ' || character === '\t' || character === '\n';
    if (isSpace) {
      if (this.exists) {
        this.endField();
        this.isAfterSeparator = true;
      }
      return;
    }
    if (this.exists || !this.isAfterSeparator) {
      this.exists = true;
      this.endField();
    }
    this.isAfterSeparator = false;
  }

  private endField(): void {
    if (this.fields.length >= MAX_WORDS) throw new LimitExceeded('maxWords', MAX_WORDS, 'words of an expansion');
    const isPattern = this.mayBePattern && hasPatternCharacters(this.pattern, true);
    this.fields.push({ text: this.text, pattern: isPattern ? this.pattern : undefined });
    this.text = '';
    this.pattern = '';
    this.mayBePattern = false;
    this.exists = false;
    this.isAfterSeparator = false;
  }
}
