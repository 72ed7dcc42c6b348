import type { AnalyzedPart, AnalyzedWord } from './command-analyzer.ts';
import type { CommandReading, Doubt } from './command-reading.ts';
import { hitsWords, type Match } from './hits-words.ts';
import { matchesWord, matchesWords } from './match-pattern.ts';
import type { RuleMatch } from './permission-rule.ts';

/**
 * Says whether a rule that allows covers a part: only where every word that counts is fixed and bare, nothing stands
 * before the command, and no argument makes the command do more than its name says. `isWriting`: rules about files allow all
 * that it writes.
 */
export function allowsPart(
  match: RuleMatch,
  part: AnalyzedPart,
  { reading, isWriting = false }: { readonly reading: CommandReading | undefined; readonly isWriting?: boolean },
): boolean {
  if (match.kind === 'any') return true;
  // The same words mean another program, or other tasks, in a directory that is none of the workspace's.
  if (reading?.isLocal && reading.isAway) return false;
  // So do relative names in a command that a rule gives word for word.
  if (match.kind === 'exact') return reading?.isAway !== true && part.text.trim() === match.command;
  if (!part.command || !reading) return false;
  const named = wordsNamed(match, part, reading);
  // A file that the rule names word for word may be run.
  const isNamed = part.problems.every((problem) => problem.named !== undefined && named?.includes(problem.named));
  if (!isNamed) return false;
  const isSettled = (doubt: Doubt): boolean =>
    (doubt.option !== undefined && named?.includes(doubt.option) === true) ||
    (doubt.isOfName === true && named?.length === 1) ||
    (isWriting && doubt.writes === true);
  if (!named || !reading.doubts.every(isSettled)) return false;
  return isAboutItsAddresses(match, part, reading);
}

/** Says whether a rule that names an address is about no other: of those that the command connects to, or of all its words. */
function isAboutItsAddresses(match: RuleMatch, { words }: AnalyzedPart, { targets }: CommandReading): boolean {
  const tokens = match.kind === 'family' ? match.tokens : match.kind === 'glob' ? match.pattern.split(/\s+/) : [];
  const addresses = tokens.filter((token) => token.includes('://'));
  if (addresses.length === 0) return true;
  const isMeant = (word: string | undefined): boolean =>
    word !== undefined && addresses.some((address) => matchesWord(address, word));
  const isOther = ({ value, start }: AnalyzedWord): boolean =>
    value === undefined
      ? start === '' || start.includes('://')
      : value.includes('://') && !isMeant(value.replace(/^--?[\w-]+=/, ''));
  return targets.length > 0 ? targets.every(isMeant) : !words.some(isOther);
}

/** Says whether a family or a pattern names a part, whatever its other arguments do. */
export function namesPart(match: RuleMatch, part: AnalyzedPart, reading: CommandReading | undefined): boolean {
  return wordsNamed(match, part, reading) !== undefined;
}

/**
 * Returns the indexes of the part's words that a rule's own words are, with the options before a subcommand or without;
 * `undefined` where it is about other commands. A doubt about an option among them is none: `tar -xzf:*` is about unpacking.
 */
function wordsNamed(
  match: RuleMatch,
  part: AnalyzedPart,
  reading: CommandReading | undefined,
): readonly number[] | undefined {
  const { command, words } = part;
  if (match.kind === 'glob') {
    const values = words.map(({ value }) => value);
    return words[0]?.isBare === true && matchesWords(match.pattern, values) ? [] : undefined;
  }
  if (match.kind !== 'family' || !command) return undefined;
  // A path to one of the machine's own programs is that program.
  const called = command.kind === 'program' ? command.name : words[0]?.value;
  // Most rules are about other commands.
  if (words[0]?.isBare !== true || called !== match.tokens[0]) return undefined;
  const skipped = words.length - (reading?.words ?? words).length;
  for (const shift of skipped === 0 ? [0] : [skipped, 0]) {
    const indexes = match.tokens.map((_, index) => (index === 0 ? 0 : index + shift));
    const isNamed = match.tokens.every((token, at) => {
      const index = indexes[at] ?? 0;
      return words[index]?.isBare === true && (index === 0 ? called : words[index]?.value) === token;
    });
    if (isNamed) return indexes;
  }
  return undefined;
}

/**
 * Says whether a rule that denies or asks hits a part. It sees past the directory of the program, assignments before it,
 * options between the words, and the order and grouping of flags: `rm -rf` is `rm -r -f` and `rm --recursive --force`.
 */
export function hitsPart(match: RuleMatch, part: AnalyzedPart, reading: CommandReading | undefined): Match {
  if (match.kind === 'any') return 'yes';
  const own = reading?.isUnordered ? hitsAnyOrder(match, part) : hitsOwn(match, part);
  if (own === 'yes' || !reading || match.kind === 'path' || match.kind === 'tree' || match.kind === 'network')
    return own;
  // What its arguments have it run is a command too.
  for (const words of reading.runs) {
    const hit = words === undefined ? 'maybe' : hitsOwn(match, plainPart(words));
    if (hit !== 'no') return hit;
  }
  const mayHit = reading.mayRunArguments && (hitsArguments(match, part) || hitsInput(match, part));
  return own === 'no' && mayHit ? 'maybe' : own;
}

/** The same, with each of the operands in the first place. */
function hitsAnyOrder(match: RuleMatch, part: AnalyzedPart): Match {
  const [head, ...args] = part.words;
  if (!head) return hitsOwn(match, part);
  const orders = args.map((word, index) => [head, word, ...args.slice(0, index), ...args.slice(index + 1)]);
  const hits = [part.words, ...orders.slice(0, MAX_ARGUMENTS)].map((words) => hitsOwn(match, { ...part, words }));
  return hits.includes('yes') ? 'yes' : hits.includes('maybe') ? 'maybe' : 'no';
}

/** Says whether the text that a command is given to read holds what a rule means, or may hold it. */
function hitsInput(match: RuleMatch, { redirections }: AnalyzedPart): boolean {
  return redirections.some(({ operator, content }) => {
    if (!operator.startsWith('<<')) return false;
    return content === undefined || hitsInside(match, content.split(/[^\w./:=@+-]+/).slice(0, MAX_INPUT_WORDS));
  });
}

function hitsInside(match: RuleMatch, words: readonly string[]): boolean {
  return words.some((_, from) => hitsOwn(match, plainPart(words.slice(from, from + MAX_ARGUMENTS))) !== 'no');
}

const MAX_ARGUMENTS = 32;
const MAX_INPUT_WORDS = 2000;

/** Says whether the arguments of a command that nothing is known of, from any of them on, are what a rule means. */
function hitsArguments(match: RuleMatch, { words, getsMoreArguments }: AnalyzedPart): boolean {
  return words.slice(1, MAX_ARGUMENTS).some(({ value: word }, index) =>
    (word === undefined ? [] : argumentsIn(word)).some((value) => {
      // An argument may hold a whole command, or a program that runs one: `script -c 'rm x'`, `python -c 'os.system("rm x")'`.
      const inside = value
        .replace(/^[\w.]+=/, '')
        .trim()
        .split(/[^\w./:=@+-]+/)
        .slice(0, MAX_ARGUMENTS);
      const [name] = plainPart([value]).words;
      const rest = {
        words: [...(name ? [name] : []), ...words.slice(index + 2)],
        command: { name: value, kind: 'program' },
        getsMoreArguments,
      } as const;
      return hitsOwn(match, rest) !== 'no' || (inside.length > 1 && hitsInside(match, inside));
    }),
  );
}

const MAX_CLUSTER = 4;

/** Returns an argument, or what is joined to an option: `--exec=rm x`, `-xrm x`, `-Im` and what follows. */
function argumentsIn(word: string): string[] {
  if (!word.startsWith('-')) return [word];
  const [, value] = /^--[^=]*=([^]+)$/.exec(word) ?? [];
  if (value !== undefined) return [value];
  const joined = word.startsWith('--') ? 0 : Math.min(MAX_CLUSTER, word.length - 2);
  return Array.from({ length: Math.max(0, joined) }, (_, index) => word.slice(index + 2));
}

type HitPart = Pick<AnalyzedPart, 'words' | 'command' | 'getsMoreArguments'>;

function plainPart(words: readonly string[]): HitPart {
  return {
    words: words.map((value) => ({ text: value, value, isBare: true, isPattern: false, isSingle: true, start: value })),
    command: { name: words[0] ?? '', kind: 'program' },
    getsMoreArguments: false,
  };
}

function hitsOwn(match: RuleMatch, part: HitPart): Match {
  if (match.kind === 'exact') return hitsWords(match.command.split(/\s+/), part, false);
  if (match.kind === 'family') return hitsWords(match.tokens, part, true);
  if (match.kind !== 'glob') return 'no';
  const { words } = part;
  const names = [words[0]?.value ?? '', part.command?.name ?? ''];
  const rest = words.slice(1).map(({ value }) => value ?? '');
  if (names.some((name) => matchesGlob(match.pattern, [name, ...rest].join(' ')))) return 'yes';
  if (words.some(({ value }) => value === undefined) && match.pattern.startsWith('*')) return 'maybe';
  return hitsWords(match.pattern.trim().split(/\s+/), part, match.pattern.endsWith('*'));
}

/** Says whether a text matches a pattern in which `*` stands for any text, also none. A blank before a last `*` may be missing. */
function matchesGlob(pattern: string, text: string): boolean {
  const pieces = pattern.replace(/ \*$/, '*').split('*');
  const [first = '', ...rest] = pieces;
  if (pattern.endsWith(' *') && !(text === first || text.startsWith(`${first} `)) && pieces.length === 2) return false;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (index === rest.length - 1) return piece === '' || (text.length - piece.length >= at && text.endsWith(piece));
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at === text.length;
}
