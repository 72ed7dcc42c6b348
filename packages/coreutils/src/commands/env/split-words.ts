/** Splits the value of `env -S` into words: quotes, backslashes and `${NAME}`, as the first line of a script needs. */
export function splitWords(text: string, env: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoteMark = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quoteMark === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === quoteMark) quoteMark = '';
    else if (quoteMark === '' && (character === "'" || character === '"')) {
      quoteMark = character;
      word ??= '';
    } else if (character === '\\' && quoteMark !== "'") word = (word ?? '') + (text[++index] ?? '');
    else if (character === '$' && quoteMark !== "'") {
      const [whole = '', name = ''] = /^\$\{(\w+)\}/.exec(text.slice(index)) ?? [];
      word = (word ?? '') + (whole === '' ? character : (env.get(name) ?? ''));
      index += Math.max(whole.length - 1, 0);
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}
