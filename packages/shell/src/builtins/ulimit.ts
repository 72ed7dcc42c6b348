import type { Builtin } from './builtin.ts';

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

/** `ulimit [-SH] [-a | -LETTER [LIMIT]]`: reports limits. A machine without limits of its own accepts any that is set. */
export const ulimitBuiltin: Builtin = ({ args, out, error }) => {
  const letters = args.filter((arg) => /^-./.test(arg)).flatMap((arg) => arg.slice(1).split(''));
  const wanted = letters.filter((letter) => letter !== 'S' && letter !== 'H');
  const value = args.find((arg) => !/^-./.test(arg));
  if (wanted.includes('a')) {
    for (const [label, limit] of Object.values(LIMITS)) out(`${label} ${limit}\n`);
    return 0;
  }
  const letter = wanted[0] ?? 'f';
  const limit = LIMITS[letter];
  if (!limit) {
    error(`-${letter}: invalid option`);
    return 2;
  }
  if (value === undefined) {
    out(`${limit[1]}\n`);
    return 0;
  }
  if (/^(?:\d+|unlimited|hard|soft)$/.test(value)) return 0;
  error(`${value}: invalid number`);
  return 1;
};
