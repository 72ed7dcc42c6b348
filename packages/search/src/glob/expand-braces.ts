/** Returns the patterns that the `{a,b}` parts of `pattern` stand for; unpaired braces and `{x}` stay as they are. */
export function expandBraces(pattern: string): string[] {
  const open = findOpen(pattern);
  if (!open) return [pattern];
  const { start, end, commas } = open;
  const cuts = [start, ...commas, end];
  const options = cuts.slice(1).map((cut, index) => pattern.slice((cuts[index] ?? 0) + 1, cut));
  const tails = expandBraces(pattern.slice(end + 1));
  const head = pattern.slice(0, start);
  return options.flatMap(expandBraces).flatMap((option) => tails.map((tail) => head + option + tail));
}

/** Finds the first brace that has its partner and a comma between them. */
function findOpen(pattern: string): { start: number; end: number; commas: number[] } | undefined {
  const stack: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; commas: number[] } | undefined;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (character === '{') stack.push({ start: index, commas: [] });
    else if (character === ',') stack.at(-1)?.commas.push(index);
    else if (character === '}') {
      const open = stack.pop();
      if (open && open.commas.length > 0 && (!found || open.start < found.start)) found = { ...open, end: index };
      if (found && stack.every(({ start }) => start > (found?.start ?? 0))) return found;
    }
  }
  return found;
}
