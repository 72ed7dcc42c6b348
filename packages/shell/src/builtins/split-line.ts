/**
 * Splits a line that `read` has read into fields at IFS characters.
 *
 * @param isEscaped  for each UTF-16 unit whether a backslash protected it; such a unit never separates
 * @param limit  with a limit the last field takes the rest, without the separators at its end
 */
export function splitLine(
  text: string,
  isEscaped: readonly boolean[] | undefined,
  ifs: string,
  limit: number | undefined,
): string[] {
  const isSeparator = (index: number): boolean => isEscaped?.[index] !== true && ifs.includes(text[index] ?? '\0');
  const isSpace = (index: number): boolean => isSeparator(index) && /[ \t\n]/.test(text[index] ?? '');
  const fields: string[] = [];
  let index = 0;
  while (index < text.length && isSpace(index)) index++;
  while (index < text.length) {
    if (limit !== undefined && fields.length === limit - 1) {
      fields.push(lastField(text, index, { isSeparator, isSpace }));
      return fields;
    }
    const start = index;
    while (index < text.length && !isSeparator(index)) index++;
    fields.push(text.slice(start, index));
    while (index < text.length && isSpace(index)) index++;
    if (index < text.length && isSeparator(index)) {
      index++;
      while (index < text.length && isSpace(index)) index++;
    }
  }
  return fields;
}

/** The rest of the line; one separator that ends the only remaining field is dropped with the whitespace around it. */
function lastField(
  text: string,
  start: number,
  { isSeparator, isSpace }: { isSeparator(index: number): boolean; isSpace(index: number): boolean },
): string {
  let end = text.length;
  while (end > start && isSpace(end - 1)) end--;
  if (end > start && isSeparator(end - 1) && !isSpace(end - 1)) {
    let hasOther = false;
    for (let index = start; index < end - 1; index++) if (isSeparator(index)) hasOther = true;
    if (!hasOther) {
      end--;
      while (end > start && isSpace(end - 1)) end--;
    }
  }
  return text.slice(start, end);
}
