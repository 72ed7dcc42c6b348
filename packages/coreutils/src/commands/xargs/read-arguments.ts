import type { ByteReader } from '@cloche/system';
import { decodeText } from '@cloche/system';
import { readLines } from '../../command/read-lines.ts';

/** How the input of xargs is taken apart. */
export type ArgumentSyntax =
  /** Words in the shell's quotes, at blanks; `wholeLines` for `-I`: lines, leading blanks dropped. */
  | { readonly kind: 'words'; readonly wholeLines: boolean; readonly endOfFile: string | undefined }
  | { readonly kind: 'delimited'; readonly delimiter: number };

/** An argument, and whether it is the last of its line (for `-L`). */
export interface InputArgument {
  readonly text: string;
  readonly endsLine: boolean;
  /** What is wrong with the input from here on. */
  readonly fault?: string;
}

/** Returns the arguments of the input, as they arrive. An unmatched quote ends them with a `fault`. */
export async function* readArguments(reader: ByteReader, syntax: ArgumentSyntax): AsyncGenerator<InputArgument> {
  if (syntax.kind === 'delimited') {
    for await (const { lines } of readLines(reader, syntax.delimiter)) {
      for (const line of lines) yield { text: decodeText(line), endsLine: true };
    }
    return;
  }
  let carried = '';
  for await (const { lines, isTerminated } of readLines(reader)) {
    for (const [index, line] of lines.entries()) {
      const text = carried + decodeText(line);
      const isComplete = isTerminated || index < lines.length - 1;
      carried = '';
      if (isComplete && endsWithBackslash(text)) {
        carried = `${text}\n`;
        continue;
      }
      for (const argument of splitLine(text, syntax.wholeLines)) {
        if (argument.text === syntax.endOfFile && syntax.endOfFile !== undefined) return;
        yield argument;
      }
    }
  }
  if (carried !== '') yield* splitLine(carried, syntax.wholeLines);
}

function endsWithBackslash(text: string): boolean {
  return ((/\\+$/.exec(text)?.[0].length ?? 0) & 1) === 1;
}

function splitLine(line: string, isWhole: boolean): InputArgument[] {
  const words: string[] = [];
  let word: string | undefined;
  let index = isWhole ? line.length - line.trimStart().length : 0;
  while (index < line.length) {
    const character = line[index] ?? '';
    if (!isWhole && (character === ' ' || character === '\t')) {
      if (word !== undefined) words.push(word);
      word = undefined;
      index++;
    } else if (character === "'" || character === '"') {
      const close = line.indexOf(character, index + 1);
      if (close < 0) {
        const name = character === '"' ? 'double' : 'single';
        const fault = `unmatched ${name} quote; by default quotes are special to xargs unless you use the -0 option`;
        return [...words.map((text) => ({ text, endsLine: false })), { text: '', endsLine: true, fault }];
      }
      word = (word ?? '') + line.slice(index + 1, close);
      index = close + 1;
    } else {
      const isEscape = character === '\\' && index + 1 < line.length;
      word = (word ?? '') + (isEscape ? line[index + 1] : character);
      index += isEscape ? 2 : 1;
    }
  }
  if (word !== undefined) words.push(word);
  // A blank at the end of a line joins the next line to it.
  const isContinued = !isWhole && /[ \t]$/.test(line);
  return words.map((text, at) => ({ text, endsLine: at === words.length - 1 && !isContinued }));
}
