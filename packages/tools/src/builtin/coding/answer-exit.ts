/** Commands whose exit status 1 is an answer, by their manuals: "nothing found", "they differ", "it is not so". */
const ANSWERING: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp', 'test', '[', '[[']);

/** Says whether an exit status is an answer of the last command, not a failure. */
export function isAnswer(command: string, exitCode: number): boolean {
  return exitCode === 1 && ANSWERING.has(lastCommandWord(command));
}

/** The word that the last simple command of a script begins with, as far as it can be seen without running it. */
function lastCommandWord(command: string): string {
  const words = lastSegment(command.trim().replace(/[;\s]+$/, ''))
    .trim()
    .split(/\s+/);
  const first = words.find((word) => word !== '!' && !/^\w+=/.test(word)) ?? '';
  return first.slice(first.lastIndexOf('/') + 1);
}

/** What follows the last `;`, `|`, `&` or newline that is not quoted. */
function lastSegment(script: string): string {
  let start = 0;
  let quote = '';
  for (let index = 0; index < script.length; index++) {
    const character = script[index] ?? '';
    if (character === '\\' && quote !== "'") index++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (/[;|&\n]/.test(character) && !/[<>]/.test(script[index - 1] ?? '') && script[index + 1] !== '>')
      start = index + 1;
  }
  return script.slice(start);
}
