import type { FieldBuilder } from './field-builder.ts';
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

/** Makes the sink of a word that becomes any number of fields. */
export function fieldSink(fields: FieldBuilder, ifs: string | undefined): ExpansionSink {
  return {
    addQuoted: (text) => fields.addQuoted(text),
    addLiteral: (text) => fields.addLiteral(text),
    addSplit: (text) => fields.addSplit(text),
    addList(values, { joiner, isQuoted }) {
      if (isQuoted && joiner === '*') {
        fields.addQuoted(values.join(firstOf(ifs)));
        return;
      }
      const separator = firstOf(ifs);
      if (!isQuoted && separator.trim() !== '') {
        fields.addSplit(values.join(separator));
        return;
      }
      values.forEach((value, index) => {
        if (isQuoted) {
          if (index > 0) fields.breakQuotedField();
          fields.addQuoted(value);
          return;
        }
        if (index > 0) fields.breakField();
        fields.addSplit(value);
      });
    },
  };
}

/** A sink that joins everything to one text. */
export interface TextSink extends ExpansionSink {
  readonly text: string;
}

/** Makes the sink of a word that stays one text: the value of an assignment, the word of `case`. */
export function textSink(ifs: string | undefined): TextSink {
  let text = '';
  const add = (piece: string): void => {
    text += piece;
  };
  return {
    get text() {
      return text;
    },
    addQuoted: add,
    addLiteral: add,
    addSplit: add,
    addList: (values, { joiner }) => add(values.join(joiner === '*' ? firstOf(ifs) : ' ')),
  };
}

/** Makes the sink of a pattern: quoted text is escaped in it. */
export function patternSink(ifs: string | undefined, escape: (text: string) => string = escapePattern): TextSink {
  let text = '';
  const add = (piece: string): void => {
    text += piece;
  };
  return {
    get text() {
      return text;
    },
    addQuoted: (piece) => add(escape(piece)),
    addLiteral: add,
    addSplit: add,
    addList(values, { joiner, isQuoted }) {
      const joined = values.join(joiner === '*' ? firstOf(ifs) : ' ');
      add(isQuoted ? escape(joined) : joined);
    },
  };
}

function firstOf(ifs: string | undefined): string {
  return ifs === undefined ? ' ' : ifs.slice(0, 1);
}
