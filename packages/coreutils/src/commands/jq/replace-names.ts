/**
 * Returns a filter in which some names outside of texts and comments stand for others. The code inside `\(…)` in a text
 * is no text.
 */
export function replaceNames(filter: string, names: ReadonlyMap<string, string>): string {
  let result = '';
  let at = 0;

  const text = (): void => {
    result += filter[at++] ?? '';
    while (at < filter.length && filter[at] !== '"') {
      if (filter[at] !== '\\') {
        result += filter[at++] ?? '';
        continue;
      }
      const isCode = filter[at + 1] === '(';
      result += filter.slice(at, at + 2);
      at += 2;
      if (isCode) code(true);
    }
    result += filter[at++] ?? '';
  };

  const code = (isInText: boolean): void => {
    let depth = 0;
    while (at < filter.length) {
      const character = filter[at] ?? '';
      if (character === '"') text();
      else if (character === '#') {
        const end = filter.indexOf('\n', at);
        result += end < 0 ? filter.slice(at) : filter.slice(at, end);
        at = end < 0 ? filter.length : end;
      } else if (/[$.A-Za-z_]/.test(character)) {
        const [word = character] = /[$.]?[A-Za-z_][\w]*|[$.]/y[Symbol.match](filter.slice(at)) ?? [];
        const isKey = /^\s*:(?!:)/.test(filter.slice(at + word.length));
        result += isKey && !word.startsWith('$') ? word : (names.get(word) ?? word);
        at += word.length;
      } else {
        if (character === '(') depth++;
        if (character === ')' && depth-- === 0 && isInText) {
          result += character;
          at++;
          return;
        }
        result += character;
        at++;
      }
    }
  };

  code(false);
  return result;
}
