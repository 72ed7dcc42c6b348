import { quote } from './quote.ts';

/**
 * Returns the word among `choices` that `written` means: words may be abbreviated while all that begin so mean the same.
 * Synonyms stand together; the word itself is returned. A fault lists the choices, as GNU does.
 */
export function chooseWord(
  written: string,
  option: string,
  choices: readonly (readonly string[])[],
): { readonly word: string } | { readonly fault: string } {
  if (choices.some((synonyms) => synonyms.includes(written))) return { word: written };
  const begun = choices.flatMap((synonyms) => synonyms.filter((word) => word.startsWith(written)).slice(0, 1));
  const [only, other] = begun;
  if (only !== undefined && other === undefined && written !== '') return { word: only };
  const kind = only === undefined || written === '' ? 'invalid' : 'ambiguous';
  const list = choices.map((synonyms) => `  - ${synonyms.map(quote).join(', ')}`).join('\n');
  return { fault: `${kind} argument ${quote(written)} for ${quote(`--${option}`)}\nValid arguments are:\n${list}` };
}
