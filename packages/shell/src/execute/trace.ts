import { expandPrompt } from '../expand/prompt.ts';
import { quoteSingle } from '../expand/quote-text.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { WordSyntaxError } from '../words/word-syntax-error.ts';
import { writeText } from './report-error.ts';
import type { Task } from './task.ts';

/** Prints `+ text` as `set -x` does, with PS4's first character repeated for each level of substitution. */
export function* traceText(shell: Shell, text: string): Task<void> {
  const descriptor = Number(readVariable(shell, 'BASH_XTRACEFD') ?? 2);
  yield* writeText(shell, descriptor, `${yield* tracePrefix(shell)}${text}\n`);
}

/** Prints a command's words. */
export function* traceWords(shell: Shell, words: readonly string[]): Task<void> {
  yield* traceText(shell, words.map(quoteWord).join(' '));
}

function quoteWord(word: string): string {
  if (word === '') return "''";
  return /^[A-Za-z0-9_@%+=:,./~^\-\]]+$/.test(word) && !word.startsWith('~') ? word : quoteSingle(word);
}

/** Returns a value as traces of assignments show it. */
export function quoteTraceValue(value: string): string {
  return value === '' ? '' : quoteWord(value);
}

function* expandTemplate(shell: Shell, template: string): Task<string> {
  try {
    return yield* expandPrompt(shell, template);
  } catch (error) {
    if (error instanceof WordSyntaxError) return '';
    throw error;
  }
}

function* tracePrefix(shell: Shell): Task<string> {
  const template = readVariable(shell, 'PS4') ?? '+ ';
  if (template === '') return '';
  const { status, options } = shell;
  shell.options = new Set([...options].filter((option) => option !== 'xtrace'));
  const prompt = yield* expandTemplate(shell, template);
  shell.options = options;
  shell.status = status;
  const first = String.fromCodePoint(prompt.codePointAt(0) ?? 0);
  return prompt === '' ? '' : first.repeat(shell.traceDepth - 1) + prompt;
}
