import type { AnalyzedPart, AnalyzedWord } from './command-analyzer.ts';
import { effectsOf, isHarmlessAwk } from './command-effects.ts';
import { isHarmlessSed } from './harmless-sed.ts';
import type { RuleMatch } from './permission-rule.ts';

/** Whether a rule matches a part: for certain, or only if words that are not fixed turn out so. */
export type Match = 'yes' | 'maybe' | 'no';

/**
 * Says whether a rule that allows covers a part: only where every word that counts is fixed and bare, nothing stands
 * before the command, and no argument makes the command do more than its name says.
 */
export function allowsPart(match: RuleMatch, part: AnalyzedPart): boolean {
  if (match.kind === 'any') return true;
  if (match.kind === 'exact') return part.text.trim() === match.command;
  if (!part.isUnderstood || !part.command) return false;
  // What is plain use is asked last: it costs more than the names, by which most rules are about other commands.
  return namesPart(match, part) && isPlainUse(part);
}

function namesPart(match: RuleMatch, part: AnalyzedPart): boolean {
  if (match.kind === 'family') {
    const { words, command } = part;
    if (!command) return false;
    // A path to one of the machine's own programs is that program.
    const wordAt = (index: number): string | undefined =>
      index === 0 && command.kind === 'program' ? command.name : words[index]?.value;
    return match.tokens.every((token, index) => words[index]?.isBare === true && wordAt(index) === token);
  }
  if (match.kind !== 'glob') return false;
  const words = part.words.map(({ value }) => value ?? '');
  return part.words[0]?.isBare === true && matchesGlob(match.pattern, words.join(' '));
}

/** Says whether the arguments leave the command what its name says. */
function isPlainUse(part: AnalyzedPart): boolean {
  const { onlyReads, dangerous, dangerousFirst, readsOperands, program } = effectsOf(part.command?.name ?? '');
  if (onlyReads) return true;
  const args = part.words.slice(1);
  // A name that a pattern or an expansion gives may begin with a dash, and be an option.
  if (part.getsMoreArguments || args.some(({ value }, index) => value === undefined && !isAfterDashes(args, index)))
    return false;
  const values = args.map(({ value }) => value ?? '');
  if (dangerous && values.some((value) => dangerous.test(value))) return false;
  const firstOperand = values.findIndex((value) => !value.startsWith('-'));
  if (
    dangerousFirst &&
    values.slice(0, firstOperand < 0 ? undefined : firstOperand).some((value) => dangerousFirst.test(value))
  )
    return false;
  if (readsOperands !== undefined && values.filter((value) => !/^-./.test(value)).length > readsOperands) return false;
  return program === undefined || hasHarmlessProgram(program, values);
}

function isAfterDashes(args: readonly AnalyzedWord[], index: number): boolean {
  return args.slice(0, index).some(({ value }) => value === '--');
}

function hasHarmlessProgram(program: 'sed' | 'awk', values: readonly string[]): boolean {
  const isHarmless = program === 'sed' ? isHarmlessSed : isHarmlessAwk;
  const given: string[] = [];
  let operand: string | undefined;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? '';
    const joined = program === 'sed' ? /^(?:-[nErsuz]*e|--expression=)([^]+)$/.exec(value)?.[1] : undefined;
    if (joined !== undefined) given.push(joined);
    else if (program === 'sed' && /^(?:-[nErsuz]*e|--expression)$/.test(value)) given.push(values[++index] ?? '');
    else if (program === 'awk' && /^-[vF]$/.test(value)) index++;
    else if (!/^-./.test(value)) operand ??= value;
  }
  const texts = given.length > 0 ? given : [operand ?? ''];
  return texts.every(isHarmless);
}

/**
 * Says whether a rule that denies or asks hits a part. It sees past the directory of the program, assignments before it,
 * options between the words, and the order and grouping of flags: `rm -rf` is `rm -r -f` and `rm --recursive --force`.
 */
export function hitsPart(match: RuleMatch, part: AnalyzedPart): Match {
  if (match.kind === 'any') return 'yes';
  if (match.kind === 'exact') return hitsWords(match.command.split(/\s+/), part, true);
  if (match.kind === 'family') return hitsWords(match.tokens, part, false);
  if (match.kind !== 'glob') return 'no';
  const { words } = part;
  const names = [words[0]?.value ?? '', part.command?.name ?? ''];
  const rest = words.slice(1).map(({ value }) => value ?? '');
  if (names.some((name) => matchesGlob(match.pattern, [name, ...rest].join(' ')))) return 'yes';
  const literal = match.pattern.split('*')[0]?.trim().split(/\s+/) ?? [];
  const [first = ''] = literal;
  if (match.pattern.startsWith('*') || first === '')
    return words.some(({ value }) => value === undefined) ? 'maybe' : 'no';
  const isWhole = match.pattern.charAt(first.length) === ' ' || match.pattern.length === first.length;
  if (!isWhole) return words[0]?.value === undefined && words.length > 0 ? 'maybe' : 'no';
  return hitsWords(match.pattern.replace(/\s*\*.*$/s, '').split(/\s+/), part, false);
}

function hitsWords(tokens: readonly string[], part: AnalyzedPart, isExact: boolean): Match {
  const [name = '', ...wanted] = tokens;
  const [first, ...args] = part.words;
  if (!first) return 'no';
  if (first.value === undefined) return 'maybe';
  const called = first.value.slice(first.value.lastIndexOf('/') + 1);
  const wantedName = name.slice(name.lastIndexOf('/') + 1);
  if (called !== wantedName) return 'no';
  const isVague = part.getsMoreArguments || args.some(({ value }) => value === undefined);
  const values = args.map(({ value }) => value ?? '');
  const flags = wanted.filter((token) => /^-./.test(token));
  const operands = wanted.filter((token) => !/^-./.test(token));
  const hasFlags = flags.every((flag) => lettersOf(flag).every((letter) => hasFlag(values, letter)));
  const hasOperands = hasInOrder(operands, values);
  if (hasFlags && hasOperands && (!isExact || sameCount(wanted, values))) return 'yes';
  return isVague ? 'maybe' : 'no';
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
  '--hard': '--hard',
};

function lettersOf(flag: string): string[] {
  if (!flag.startsWith('--')) return Array.from(flag.slice(1), (letter) => (letter === 'R' ? 'r' : letter));
  return [(Object.hasOwn(LETTERS, flag) ? LETTERS[flag] : undefined) ?? flag];
}

function hasFlag(values: readonly string[], letter: string): boolean {
  const end = values.indexOf('--');
  return (end < 0 ? values : values.slice(0, end)).some(
    (value) => /^-./.test(value) && lettersOf(value.split('=')[0] ?? '').includes(letter),
  );
}

/** Says whether the tokens come first among the words, where a word behind an option may be that option's value. */
function hasInOrder(tokens: readonly string[], values: readonly string[]): boolean {
  const visit = (token: number, index: number): boolean => {
    if (token === tokens.length) return true;
    const value = values[index];
    if (value === undefined) return false;
    if (value.startsWith('-')) return visit(token, index + 1);
    if (value === tokens[token] && visit(token + 1, index + 1)) return true;
    return index > 0 && (values[index - 1] ?? '').startsWith('-') && visit(token, index + 1);
  };
  return visit(0, 0);
}

/** Says whether a text matches a pattern in which `*` stands for any text, also none. A blank before a last `*` may be missing. */
export function matchesGlob(pattern: string, text: string): boolean {
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
