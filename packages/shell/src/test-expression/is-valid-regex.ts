/** A bracket expression, an escaped character, or any other one. */
const ELEMENT = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|\\[^]|[^]/gu;

/**
 * Says whether the C library takes `source` as an extended regular expression where grep is more lenient: nothing may be
 * repeated at the start, behind `(`, `|` or a leading `^`, and `{` must begin an interval.
 */
export function isValidRegex(source: string): boolean {
  let isAtStart = true;
  for (const { 0: element, index } of source.matchAll(ELEMENT)) {
    if (/^[*+?{]$/.test(element) && isAtStart) return false;
    if (element === '{' && !/^\{(?:\d+|\d*,\d*)\}/.test(source.slice(index))) return false;
    isAtStart = element === '(' || element === '|' || (element === '^' && isAtStart);
  }
  return true;
}
