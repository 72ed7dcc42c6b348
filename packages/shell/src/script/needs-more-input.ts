import { parseScript } from './parse-script.ts';
import { describeSyntaxError } from './syntax-problem.ts';

/** A command that no script has; it shows whether what stands before it is complete. */
const SENTINEL = '\u{f8ff}end';

/**
 * Says whether a text that a person enters goes on in the next line: something is open at its end (a quote, a compound
 * command, a here-document, an operator) or the line ends with a backslash.
 */
export function needsMoreInput(text: string): boolean {
  const [first] = (parseScript(text).errors ?? []).toSorted((left, right) => left.pos - right.pos);
  if (first) {
    const { message } = describeSyntaxError(first, { name: '', text, firstLine: 1 });
    return /unexpected (?:EOF|end of file)/.test(message);
  }
  if (!/\\\n$|<</.test(text)) return false;
  const last = parseScript(`${text}${SENTINEL}\n`).commands.at(-1)?.command;
  return last?.type !== 'Command' || last.name?.text !== SENTINEL;
}
