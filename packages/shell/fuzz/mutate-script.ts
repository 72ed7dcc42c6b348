import type { Random } from './random.ts';

const SNIPPETS = [
  '$',
  '"',
  "'",
  '`',
  '(',
  ')',
  '((',
  '))',
  '{',
  '}',
  '[',
  ']',
  '[[',
  ']]',
  ';',
  '&',
  '|',
  '\n',
  '\\',
  '<',
  '>',
  '<<E\n',
  '=',
  '*',
  '?',
  '!',
  '#',
  '$(',
  '${',
  '$((',
  ':',
  '-',
  '@',
  ' ',
  '\0',
  '\u{dcff}',
  'é',
  '0',
  '1',
  'done',
  'fi',
  'esac',
  'in',
] as const;

/** Returns the script with a few stretches removed, doubled, moved or replaced. */
export function mutateScript(script: string, random: Random): string {
  let text = script;
  for (let count = 1 + random.below(4); count > 0; count--) text = mutateOnce(text, random);
  return text;
}

function mutateOnce(text: string, random: Random): string {
  const start = random.below(text.length + 1);
  const end = Math.min(text.length, start + 1 + random.below(12));
  const before = text.slice(0, start);
  const stretch = text.slice(start, end);
  const after = text.slice(end);
  switch (random.below(5)) {
    case 0:
      return before + after;
    case 1:
      return before + stretch + stretch + after;
    case 2:
      return before + random.pick(SNIPPETS) + stretch + after;
    case 3:
      return before + random.pick(SNIPPETS) + after;
    default: {
      const at = random.below(after.length + 1);
      return before + after.slice(0, at) + stretch + after.slice(at);
    }
  }
}
