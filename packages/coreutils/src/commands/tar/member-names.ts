/**
 * Returns a name without what would lead out of the directory it is extracted in: leading slashes, and everything up to
 * the last `..`. `removed` is that part, as tar's warning shows it.
 */
export function safeName(name: string): { readonly name: string; readonly removed: string } {
  let start = 0;
  for (const match of name.matchAll(/(?:^|\/)\.\.(?=\/|$)/g)) start = match.index + match[0].length;
  while (name[start] === '/') start++;
  const safe = name.slice(start);
  return { name: safe === '' ? (name.endsWith('/') ? './' : '.') : safe, removed: name.slice(0, start) };
}

/** Returns whether `..` is a part of a name. */
export function hasParentReference(name: string): boolean {
  return name.split('/').includes('..');
}
