/**
 * Says whether the words of a command match the pattern of a rule that allows, word by word: `*` stands for any text inside
 * one word, and alone for any words, also none. A word that is not fixed (`undefined`) is matched by a lone `*` only, and
 * no `*` leads out of a directory through `..`.
 */
export function matchesWords(pattern: string, words: readonly (string | undefined)[]): boolean {
  const wanted = pattern.trim().split(/\s+/);
  // Which beginnings of `words` the beginning of the pattern matches so far.
  let reached = words.map(() => false).concat(false);
  reached[0] = true;
  for (const piece of wanted) {
    const next = reached.map(() => false);
    for (const [length, isReached] of reached.entries()) {
      if (piece === '*') next[length] = isReached || next[length - 1] === true;
      else if (isReached && length < words.length && matchesWord(piece, words[length])) next[length + 1] = true;
    }
    reached = next;
  }
  return reached[words.length] === true;
}

/** Says whether a word matches a piece of a pattern; in the host of an address `*` stands for a part of its name only. */
export function matchesWord(piece: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  if (!piece.includes('*')) return piece === word;
  if (!leadsUp(piece) && leadsUp(word)) return false;
  const [, scheme, host = '', rest = ''] = ADDRESS.exec(piece) ?? [];
  if (scheme === undefined) return matchesText(piece, word);
  const [, itsScheme, itsHost = '', itsRest = ''] = ADDRESS.exec(word) ?? [];
  if (itsScheme !== scheme) return false;
  // `https://host*` is about paths on that host.
  const isOpen = host.endsWith('*') && host !== '*' && rest === '';
  const wanted = isOpen ? host.slice(0, -1) : host;
  return matchesName(wanted, itsHost) && (isOpen || matchesText(rest, itsRest));
}

/** What an address begins with, its host with a port, and the rest. */
const ADDRESS = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)(.*)$/is;

function matchesName(pattern: string, name: string): boolean {
  return pattern === name || (/^[\w.:-]*$/.test(name) && pattern.includes('*') && matchesText(pattern, name));
}

function leadsUp(path: string): boolean {
  return path.split(/[/=:]/).includes('..');
}

/** Says whether a text matches a pattern in which `*` stands for any text, also none. */
export function matchesText(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const [first = '', ...rest] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (index === rest.length - 1) return text.length - piece.length >= at && text.endsWith(piece);
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at === text.length;
}
