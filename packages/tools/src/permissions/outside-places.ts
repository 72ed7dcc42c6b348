/** What stands around the paths in a word: `html:/x`, `popen//python=/x`, `{"a":"/x"}`, `@/x`. */
const AROUND_PATHS = /[\s"'`,;:=@{}()[\]|<>]+/;
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/\S*/gi;

/** Returns the paths in a word that lead, or may lead, out of the directory: the whole word, or pieces of it. */
export function outsidePlaces(word: string): string[] {
  if (!isBelowHere(word)) return [word];
  return word
    .replace(ADDRESS, ' ')
    .split(AROUND_PATHS)
    .filter((piece) => piece !== '' && !isBelowHere(piece));
}

/** Says whether a path, relative to the directory, stays below it and away from packages that others wrote. */
export function isBelowHere(path: string): boolean {
  if (/^[/~]/.test(path)) return false;
  return !path.split('/').some((name) => name === '..' || name.toLowerCase() === 'node_modules');
}
