import { MAX_NESTING } from '../limits.ts';
import { lineNumberAt, type SourceText } from './source-text.ts';

/** A syntax error in bash's words. */
export interface SyntaxProblem {
  readonly lineNumber: number;
  readonly message: string;
  /** The line shown under the message; absent when the input ended too early. */
  readonly shownLine: string | undefined;
  /** The shell's status afterwards; `last` keeps that of the command before, 2 when it succeeded. */
  readonly status: 0 | 1 | 2 | 'last' | 'last or 0';
}

const UNCLOSED: readonly (readonly [RegExp, string])[] = [
  [/double quote/, '"'],
  [/single quote|ANSI-C/i, "'"],
  [/backtick/, '`'],
  [/'\}'|parameter expansion|brace expansion|\$\{/, '}'],
  [/substitution|arithmetic|parenthes/, ')'],
];

/** Puts a parser's error into bash's words. */
export function describeSyntaxError(
  error: { message: string; pos: number; isInTest?: boolean },
  source: SourceText,
): SyntaxProblem {
  const { text } = source;
  if (error.isInTest) {
    const lineNumber = lineNumberAt(source, error.pos);
    return { lineNumber, message: 'syntax error in conditional expression', shownLine: undefined, status: 'last or 0' };
  }
  if (/nesting depth exceeded/.test(error.message)) {
    const message = `nested commands: limit of ${MAX_NESTING} exceeded`;
    return { lineNumber: lineNumberAt(source, error.pos), message, shownLine: undefined, status: 2 };
  }
  if (/^unterminated|unclosed/i.test(error.message)) {
    const closing = UNCLOSED.find(([pattern]) => pattern.test(error.message))?.[1] ?? ')';
    return {
      lineNumber: lineNumberAt(source, error.pos),
      message: `unexpected EOF while looking for matching \`${closing}'`,
      shownLine: undefined,
      status: unclosedStatus(error.message, text[error.pos] === '='),
    };
  }
  if (text.slice(error.pos).trim() === '') {
    const lineNumber = lineNumberAt(source, text.length) + (text.endsWith('\n') ? 0 : 1);
    return { lineNumber, message: 'syntax error: unexpected end of file', shownLine: undefined, status: 2 };
  }
  const token =
    /^(?:\n|;;&?|;&|&&|\|\||<<-?|>>|[();|&<>]|[^\s();|&<>]+)/.exec(text.slice(error.pos).trimStart())?.[0] ?? 'newline';
  const start = text.lastIndexOf('\n', error.pos - 1) + 1;
  const end = text.indexOf('\n', error.pos);
  const shownLine = text.slice(start, end < 0 ? undefined : end);
  return {
    lineNumber: lineNumberAt(source, error.pos),
    message: `syntax error near unexpected token \`${token === '\n' ? 'newline' : token}'`,
    shownLine,
    status: 2,
  };
}

/** What `$(` leaves open is found by a parser of its own, a list's parenthesis while the assignment is read. */
function unclosedStatus(message: string, isList: boolean): SyntaxProblem['status'] {
  if (/extended glob/.test(message)) return isList ? 1 : 'last';
  return /command substitution|process substitution/.test(message) ? 2 : 'last';
}
