import type { Shell } from '../shell.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

/** Label and first value of each limit, by its letter. */
const LIMITS: Readonly<Record<string, readonly [string, string]>> = {
  c: ['core file size              (blocks, -c)', '0'],
  d: ['data seg size               (kbytes, -d)', 'unlimited'],
  f: ['file size                   (blocks, -f)', 'unlimited'],
  l: ['max locked memory           (kbytes, -l)', '64'],
  m: ['max memory size             (kbytes, -m)', 'unlimited'],
  n: ['open files                          (-n)', '1024'],
  p: ['pipe size                (512 bytes, -p)', '8'],
  s: ['stack size                  (kbytes, -s)', '8192'],
  t: ['cpu time                   (seconds, -t)', 'unlimited'],
  u: ['max user processes                  (-u)', '512'],
  v: ['virtual memory              (kbytes, -v)', 'unlimited'],
};

/**
 * `ulimit [-SH] [-a | -LETTER [LIMIT]]`: shows and sets limits. The shell keeps to the number of open files; the others
 * are only remembered.
 */
export const ulimitBuiltin: Builtin = (call) => {
  const { shell, args, out, error } = call;
  const letters = args.filter((arg) => /^-./.test(arg)).flatMap((arg) => arg.slice(1).split(''));
  const wanted = letters.filter((letter) => letter !== 'S' && letter !== 'H');
  const value = args.find((arg) => !/^-./.test(arg));
  const isHard = letters.includes('H') && !letters.includes('S');
  if (wanted.includes('a')) {
    for (const [letter, [label]] of Object.entries(LIMITS)) out(`${label} ${currentLimit(shell, letter, isHard)}\n`);
    return 0;
  }
  const letter = wanted[0] ?? 'f';
  if (!Object.hasOwn(LIMITS, letter)) {
    error(`-${letter}: invalid option`);
    return 2;
  }
  if (value === undefined) {
    out(`${currentLimit(shell, letter, isHard)}\n`);
    return 0;
  }
  return setLimit(call, letter, value, {
    soft: letters.includes('S') || !letters.includes('H'),
    hard: letters.includes('H') || !letters.includes('S'),
  });
};

function currentLimit(shell: Shell, letter: string, isHard: boolean): string {
  const known = shell.resourceLimits.get(letter);
  if (known) return isHard ? known.hard : known.soft;
  const [, first] = LIMITS[letter] ?? ['', 'unlimited'];
  return isHard ? 'unlimited' : first;
}

function setLimit(
  { shell, error }: BuiltinCall,
  letter: string,
  value: string,
  which: { soft: boolean; hard: boolean },
): number {
  const hard = currentLimit(shell, letter, true);
  const next = value === 'hard' ? hard : value === 'soft' ? currentLimit(shell, letter, false) : value;
  if (!/^(?:\d+|unlimited)$/.test(next)) {
    error(`${value}: invalid number`);
    return 1;
  }
  if (letter === 'f' && next !== 'unlimited' && BigInt(next) * 1024n >= 2n ** 64n) {
    error(`${next}: limit out of range`);
    return 1;
  }
  if (amount(next) > amount(hard)) {
    const [label = ''] = LIMITS[letter]?.[0].split(/ {2,}/) ?? [];
    error(`${label}: cannot modify limit: Operation not permitted`);
    return 1;
  }
  const soft = currentLimit(shell, letter, false);
  shell.resourceLimits.set(letter, { soft: which.soft ? next : soft, hard: which.hard ? next : hard });
  return 0;
}

function amount(limit: string): number {
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
