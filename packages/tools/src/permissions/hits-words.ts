import type { AnalyzedPart } from './command-analyzer.ts';
import { matchesText } from './match-pattern.ts';
import { isSharedByClients, npmCommandsOf } from './npm-names.ts';
import { callsIn, programName, sameWords } from './same-words.ts';

type HitWords = Pick<AnalyzedPart, 'words' | 'getsMoreArguments'>;

/** Whether a rule matches a part: for certain, or only if words that are not fixed turn out so. */
export type Match = 'yes' | 'maybe' | 'no';

/**
 * Says whether a command has the words of a rule that denies or asks, in any order of its options, under any of their
 * names, and with others between them. `*` in a word stands for any text, alone for any words. With `isOpen` more words may
 * follow.
 */
export function hitsWords(tokens: readonly string[], part: HitWords, isOpen: boolean): Match {
  const [name = '', ...given] = tokens;
  const [head, ...args] = part.words;
  if (!head) return 'no';
  if (head.value === undefined) return 'maybe';
  const called = programName(head.value);
  const fixed = args.map(({ value }) => value ?? '');
  const asked = programName(name);
  if (!matchesText(asked, called)) return isSharedByClients(asked, given, called, fixed) ? 'maybe' : 'no';
  const wanted = sameWords(called, given);
  const hits = callsIn(called, sameWords(called, fixed)).map((values) =>
    hitsCall({ called, wanted, values: spread(values, wanted) }, { tokens, part, isOpen }),
  );
  return hits.find((hit) => hit === 'yes') ?? hits.find((hit) => hit === 'maybe') ?? 'no';
}

interface Call {
  readonly called: string;
  readonly wanted: readonly string[];
  readonly values: string[];
}

function hitsCall(
  { called, wanted, values }: Call,
  { tokens, part, isOpen }: { readonly tokens: readonly string[]; readonly part: HitWords; readonly isOpen: boolean },
): Match {
  if (called === 'npm') useAskedName(values, wanted);
  const isVague = part.getsMoreArguments || part.words.slice(1).some(({ value }) => value === undefined);
  const flags = wanted.filter((token) => /^-./.test(token));
  const hasFlags = flags.every((flag) =>
    flag === '--' ? values.includes(flag) : lettersOf(flag).every((letter) => hasFlag(values, letter)),
  );
  const operands = wanted.filter((token, index) => !/^-./.test(token) && !hasPair(values, wanted[index - 1], token));
  const isPattern = tokens.some((token) => token.includes('*'));
  const isWhole = isOpen || isPattern || sameCount(wanted, values);
  if (hasFlags && isWhole && hasInOrder(operands, values, isOpen || !isPattern)) return 'yes';
  // Of a pattern the words may come later too.
  const isLoose =
    isPattern &&
    hasFlags &&
    hasInOrder(
      operands.flatMap((operand) => ['*', operand]),
      values,
      true,
    );
  return isVague || isLoose ? 'maybe' : 'no';
}

/** Takes apart what is joined to an option, where a rule has it as two words: `-XDELETE`, `--request=DELETE`. */
function spread(values: readonly string[], wanted: readonly string[]): string[] {
  const isOption = (token: string | undefined): token is string => token !== undefined && /^-./.test(token);
  const pairs = wanted.flatMap((token, index) => {
    const option = wanted[index - 1];
    return isOption(option) && !isOption(token) ? [{ letter: lettersOf(option).at(-1) ?? '', token }] : [];
  });
  return values.flatMap((value) => {
    for (const { letter, token } of pairs) {
      const [, long = '', text = ''] = /^(--[^=]+)=(.*)$/s.exec(value) ?? [];
      if (long !== '' && hasFlag([long], letter) && matchesText(token, text)) return [long, text];
      const at = value.startsWith('--') || !value.startsWith('-') ? -1 : value.indexOf(letter, 1);
      const rest = value.slice(at + 1);
      if (letter.length === 1 && at > 0 && rest !== '' && matchesText(token, rest))
        return [value.slice(0, at + 1), rest];
    }
    return [value];
  });
}

/** Says whether an option has a value, anywhere. */
function hasPair(values: readonly string[], option: string | undefined, token: string): boolean {
  if (option === undefined || !/^-./.test(option)) return false;
  const letter = lettersOf(option).at(-1) ?? '';
  return values.some((value, index) => hasFlag([value], letter) && matchesText(token, values[index + 1] ?? ''));
}

/** Gives the command of npm the name by which a rule asks for it, when it is one of its names; a word before it may be a value. */
function useAskedName(values: string[], wanted: readonly string[]): void {
  const asked = wanted.find((token) => !token.startsWith('-')) ?? '';
  const [meant = asked] = npmCommandsOf(asked);
  const first = values.findIndex((value) => !value.startsWith('-'));
  for (const [index, value] of values.entries()) {
    const mayBeIt = index === first || (index === first + 1 && values[first - 1]?.startsWith('-'));
    if (mayBeIt && npmCommandsOf(value).includes(meant)) values[index] = asked;
  }
}

function sameCount(wanted: readonly string[], values: readonly string[]): boolean {
  return (
    wanted.filter((token) => !token.startsWith('-')).length === values.filter((value) => !value.startsWith('-')).length
  );
}

/** Long names of flags that have a letter, where rules are likely to name them. */
const LETTERS: Readonly<Record<string, string>> = {
  '--recursive': 'r',
  '--force': 'f',
  '--interactive': 'i',
  '--verbose': 'v',
  '--all': 'a',
  '--delete': 'd',
  '--request': 'X',
  '--data': 'd',
  '--output': 'o',
  '--upload-file': 'T',
  '--form': 'F',
};

function lettersOf(option: string): string[] {
  // Of a pattern its fixed beginning counts.
  const flag = option.replace(/\*.*$/s, '');
  if (!flag.startsWith('--')) return Array.from(flag.slice(1), (letter) => (letter === 'R' ? 'r' : letter));
  return [(Object.hasOwn(LETTERS, flag) ? LETTERS[flag] : undefined) ?? flag];
}

/** Says whether a flag is among the words: by its letter, its long name or the beginning of one, or as a part of a longer name. */
function hasFlag(values: readonly string[], letter: string): boolean {
  const end = values.indexOf('--');
  const longNames = letter.startsWith('--')
    ? [letter]
    : Object.keys(LETTERS).filter((name) => LETTERS[name] === letter);
  return (end < 0 ? values : values.slice(0, end)).some((value) => {
    if (!/^-./.test(value)) return false;
    const name = value.split('=')[0] ?? '';
    if (lettersOf(name).includes(letter)) return true;
    return (
      name.length > 2 &&
      longNames.some((long) => name.startsWith('--') && (long.startsWith(name) || name.startsWith(`${long}-`)))
    );
  });
}

/**
 * Says whether the tokens come first among the words, where a word behind an option may be that option's value; `*` is any
 * words. Unless it is open no other operand follows.
 */
function hasInOrder(tokens: readonly string[], values: readonly string[], isOpen: boolean): boolean {
  const isOption = (index: number): boolean => values[index]?.startsWith('-') === true;
  const skip = (reached: boolean[]): boolean[] => {
    for (const [index, isReached] of reached.entries())
      if (isReached && index < values.length && (isOption(index) || isOption(index - 1))) reached[index + 1] = true;
    return reached;
  };
  // The indexes of the word that may be next.
  let reached = skip([true, ...values.map(() => false)]);
  for (const token of tokens) {
    const first = reached.indexOf(true);
    if (token === '*') {
      reached = reached.map((_, index) => first >= 0 && index >= first);
      continue;
    }
    const next = reached.map(() => false);
    for (const [index, value] of values.entries())
      if (reached[index] && !isOption(index) && matchesText(token, value)) next[index + 1] = true;
    reached = skip(next);
  }
  return isOpen ? reached.includes(true) : reached[values.length] === true;
}
