import type { Task } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { evaluate, readVariable } from '../variables/shell-variables.ts';
import type { Word } from '../words/word.ts';
import { PatternSink, TextSink } from './expansion-sink.ts';

/** Expands a word to one text, without splitting and pathnames: assignments, here-strings, the word of `case`. */
export function* expandToText(shell: Shell, word: Word): Task<string> {
  if (word.literal !== undefined) return word.literal;
  const sink = new TextSink(readVariable(shell, 'IFS'));
  yield* shell.interpreter.expandParts(shell, word.parts, sink);
  return sink.text;
}

/** Expands a word to a pattern in which quoted characters are escaped. */
export function* expandToPattern(shell: Shell, word: Word, escape?: (text: string) => string): Task<string> {
  const sink = new PatternSink(readVariable(shell, 'IFS'), escape);
  yield* shell.interpreter.expandParts(shell, word.parts, sink);
  return sink.text;
}

/** Expands a word and evaluates it as arithmetic. */
export function* evaluateWord(shell: Shell, word: Word): Task<number | bigint> {
  return evaluate(shell, yield* expandToText(shell, word));
}
