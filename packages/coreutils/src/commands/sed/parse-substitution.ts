import { characterOf, compileSedPattern, controlCharacter } from './compile-pattern.ts';
import type { ReplacementPart, Substitution } from './script.ts';
import type { ScriptCursor } from './script-cursor.ts';

/** Parses what follows the letter `s`. */
export function parseSubstitution(cursor: ScriptCursor, isExtended: boolean): Substitution {
  const unterminated = "unterminated `s' command";
  const delimiter = cursor.takeDelimiter(unterminated);
  const patternText = cursor.takeDelimited(delimiter, { isPattern: true }, unterminated);
  const replacementText = cursor.takeDelimited(delimiter, { isPattern: false }, unterminated);
  const flags = parseFlags(cursor);
  const pattern =
    patternText === ''
      ? undefined
      : compileSedPattern(patternText, { isExtended, ignoreCase: flags.ignoreCase, isMultiline: flags.isMultiline });
  if (typeof pattern === 'string') return cursor.fail(pattern);
  const replacement = parseReplacement(replacementText);
  const highest = Math.max(0, ...replacement.map((part) => (part.kind === 'group' ? part.group : 0)));
  if (pattern && highest > pattern.groupCount) cursor.fail(`invalid reference \\${highest} on \`s' command's RHS`);
  return { pattern, replacement, ...flags };
}

interface SubstitutionFlags extends Pick<Substitution, 'isGlobal' | 'occurrence' | 'prints' | 'file'> {
  readonly ignoreCase: boolean;
  readonly isMultiline: boolean;
}

function parseFlags(cursor: ScriptCursor): SubstitutionFlags {
  const seen = new Set<string>();
  const once = (letter: string): void => {
    if (seen.has(letter) && (letter === 'g' || letter === 'p'))
      cursor.fail(`multiple \`${letter}' options to \`s' command`);
    seen.add(letter);
  };
  let occurrence: number | undefined;
  let file: string | undefined;
  for (;;) {
    const character = cursor.peek();
    if (character === undefined || character === '\n' || character === ';') {
      cursor.skip();
      break;
    }
    if (character === '}' || character === '#') break;
    if (character === 'w') {
      cursor.skip();
      file = cursor.takeFileName();
      break;
    }
    if (/\d/.test(character)) {
      if (occurrence !== undefined) cursor.fail("multiple number options to `s' command");
      occurrence = cursor.takeNumber();
      if (occurrence === 0) cursor.fail("number option to `s' command may not be zero");
      continue;
    }
    cursor.skip();
    if ('gpiIMm'.includes(character)) once(character.toLowerCase());
    else if (character === 'e') cursor.fail('the e flag, which runs commands, is not supported');
    else if (!/\s/.test(character)) cursor.fail("unknown option to `s'");
  }
  return {
    isGlobal: seen.has('g'),
    prints: seen.has('p'),
    ignoreCase: seen.has('i'),
    isMultiline: seen.has('m'),
    occurrence: occurrence ?? 1,
    file,
  };
}

function parseReplacement(text: string): ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  let literal = '';
  const push = (part: ReplacementPart): void => {
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    literal = '';
    parts.push(part);
  };
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '&') {
      push({ kind: 'group', group: 0 });
      continue;
    }
    if (character !== '\\') {
      literal += character;
      continue;
    }
    index++;
    const letter = text[index] ?? '\\';
    const [, numbered, digits] =
      /^([dox])(?:(?<=d)(\d{3})|(?<=o)([0-7]{3})|(?<=x)([0-9A-Fa-f]{2}))/.exec(text.slice(index)) ?? [];
    if (/\d/.test(letter)) push({ kind: 'group', group: Number(letter) });
    else if (isCaseLetter(letter)) push({ kind: 'case', letter });
    else if (numbered !== undefined) {
      const written = digits ?? text.slice(index + 1, index + (letter === 'x' ? 3 : 4));
      literal += characterOf(letter, written);
      index += written.length;
    } else literal += controlCharacter(letter) ?? letter;
  }
  if (literal !== '') parts.push({ kind: 'text', text: literal });
  return parts;
}

function isCaseLetter(letter: string): letter is 'U' | 'L' | 'u' | 'l' | 'E' {
  return letter.length === 1 && 'ULulE'.includes(letter);
}
