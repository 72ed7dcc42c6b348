import type { AnalyzedPart } from './command-analyzer.ts';
import { npmCommandsOf } from './npm-names.ts';

/** Whether a rule matches a part: for certain, or only if words that are not fixed turn out so. */
export type Match = 'yes' | 'maybe' | 'no';

/**
 * Says whether a command has the words of a rule that denies or asks, in any order of its options, under any of their
 * names, and with others between them.
 */
export function hitsWords(
  tokens: readonly string[],
  part: Pick<AnalyzedPart, 'words' | 'getsMoreArguments'>,
  isExact: boolean,
): Match {
  const [name = '', ...given] = tokens;
  const [head, ...args] = part.words;
  if (!head) return 'no';
  if (head.value === undefined) return 'maybe';
  const called = lastName(head.value);
  if (called !== lastName(name)) return 'no';
  const isVague = part.getsMoreArguments || args.some(({ value }) => value === undefined);
  const values = sameWords(
    called,
    args.map(({ value }) => value ?? ''),
  );
  const wanted = sameWords(called, given);
  if (called === 'npm') useAskedName(values, wanted);
  const flags = wanted.filter((token) => /^-./.test(token));
  const operands = wanted.filter((token) => !/^-./.test(token));
  const hasFlags = flags.every((flag) => lettersOf(flag).every((letter) => hasFlag(values, letter)));
  const hasOperands = hasInOrder(operands, values);
  if (hasFlags && hasOperands && (!isExact || sameCount(wanted, values))) return 'yes';
  return isVague ? 'maybe' : 'no';
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

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function sameCount(wanted: readonly string[], values: readonly string[]): boolean {
  return (
    wanted.filter((token) => !token.startsWith('-')).length === values.filter((value) => !value.startsWith('-')).length
  );
}

/** Other names of the same subcommand, option or operand. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pnpm: {
    ...same('install', 'i'),
    ...same('run', 'run-script'),
    ...same('remove', 'rm un uninstall'),
    ...same('test', 't'),
  },
  docker: { ...same('rm', 'remove') },
  git: { ...same('push', 'send-pack http-push') },
};

function same(name: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.split(' ').map((other) => [other, name]));
}

const SIGNALS: readonly string[] =
  ' HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU'.split(
    ' ',
  );

/** Gives what means the same the same words. */
function sameWords(command: string, values: readonly string[]): string[] {
  const table = (Object.hasOwn(SAME, command) ? SAME[command] : undefined) ?? {};
  if (command === 'kill' || command === 'pkill' || command === 'killall')
    return values
      .join(' ')
      .replace(/(?:-s|-n|--signal)[ =]?(?=\w)/g, '-')
      .split(' ')
      .map(signalOf);
  const isPush = command === 'git' && values.includes('push');
  return values.flatMap((value) => {
    if (isPush && /^\+./.test(value)) return ['--force', value.slice(1)];
    if (/^0+\d/.test(value)) return [value.replace(/^0+/, '')];
    return [(Object.hasOwn(table, value) ? table[value] : undefined) ?? value];
  });
}

function signalOf(value: string): string {
  const signal = /^-(?:SIG)?([A-Z]+\d?)$/i.exec(value)?.[1]?.toUpperCase();
  const number = signal === undefined ? -1 : SIGNALS.indexOf(signal);
  return number > 0 ? `-${number}` : value;
}

/** Long names of flags that have a letter, where rules are likely to name them. */
const LETTERS: Readonly<Record<string, string>> = {
  '--recursive': 'r',
  '--force': 'f',
  '--interactive': 'i',
  '--verbose': 'v',
  '--all': 'a',
  '--delete': 'd',
};

function lettersOf(flag: string): string[] {
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
