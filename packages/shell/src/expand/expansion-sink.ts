import { escapePattern } from './pattern.ts';

/** Takes the pieces of a word while it is expanded. */
export interface ExpansionSink {
  /** Text that is quoted. */
  addQuoted(text: string): void;
  /** Unquoted text of the word itself. */
  addLiteral(text: string): void;
  /** The result of an unquoted expansion. */
  addSplit(text: string): void;
  /** The elements of `$@`, `$*`, `${a[@]}` or `${a[*]}`. */
  addList(values: readonly string[], list: { joiner: '@' | '*'; isQuoted: boolean }): void;
}

/** The sink of a word that stays one text: the value of an assignment, the word of `case`. */
export class TextSink implements ExpansionSink {
  text = '';
  private readonly ifs: string | undefined;

  /** @param ifs value of IFS, whose first character joins `$*` */
  constructor(ifs: string | undefined) {
    this.ifs = ifs;
  }

  addQuoted(text: string): void {
    this.text += text;
  }

  addLiteral(text: string): void {
    this.text += text;
  }

  addSplit(text: string): void {
    this.text += text;
  }

  addList(values: readonly string[], { joiner }: { joiner: '@' | '*' }): void {
    this.text += values.join(joiner === '*' ? firstSeparator(this.ifs) : ' ');
  }
}

/** The sink of a pattern: quoted text is escaped in it. */
export class PatternSink implements ExpansionSink {
  text = '';
  private readonly ifs: string | undefined;
  private readonly escape: (text: string) => string;

  constructor(ifs: string | undefined, escape: (text: string) => string = escapePattern) {
    this.ifs = ifs;
    this.escape = escape;
  }

  addQuoted(text: string): void {
    this.text += this.escape(text);
  }

  addLiteral(text: string): void {
    this.text += text;
  }

  addSplit(text: string): void {
    this.text += text;
  }

  addList(values: readonly string[], { joiner, isQuoted }: { joiner: '@' | '*'; isQuoted: boolean }): void {
    const joined = values.join(joiner === '*' ? firstSeparator(this.ifs) : ' ');
    this.text += isQuoted ? this.escape(joined) : joined;
  }
}

/** Returns the first character of IFS, a space when it is unset. */
export function firstSeparator(ifs: string | undefined): string {
  return ifs === undefined ? ' ' : ifs.slice(0, 1);
}
