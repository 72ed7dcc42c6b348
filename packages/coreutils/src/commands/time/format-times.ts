/** What is known of a command that ran. */
export interface RunFacts {
  readonly argv: readonly string[];
  readonly status: number;
  readonly elapsedMs: number;
}

/** Formats by the option that asks for them. */
export const FORMATS: Readonly<Record<'plain' | 'portable' | 'verbose', string>> = {
  plain:
    '%Uuser %Ssystem %Eelapsed %PCPU (%Xavgtext+%Davgdata %Mmaxresident)k\n' +
    '%Iinputs+%Ooutputs (%Fmajor+%Rminor)pagefaults %Wswaps',
  portable: 'real %e\nuser %U\nsys %S',
  verbose: [
    '\tCommand being timed: "%C"',
    '\tUser time (seconds): %U',
    '\tSystem time (seconds): %S',
    '\tPercent of CPU this job got: %P',
    '\tElapsed (wall clock) time (h:mm:ss or m:ss): %E',
    '\tMaximum resident set size (kbytes): %M',
    '\tExit status: %x',
  ].join('\n'),
};

/** What is not measured here counts as nothing. */
const ZEROS = 'cDFIKkMOprRstWwXZ';

const VALUES: Readonly<Record<string, (facts: RunFacts) => string>> = {
  '%': () => '%',
  C: ({ argv }) => argv.join(' '),
  E: ({ elapsedMs }) => describeElapsed(elapsedMs),
  e: ({ elapsedMs }) => (elapsedMs / 1000).toFixed(2),
  P: ({ elapsedMs }) => (elapsedMs > 0 ? '0%' : '?%'),
  S: () => '0.00',
  U: () => '0.00',
  x: ({ status }) => String(status),
  ...Object.fromEntries(Array.from(ZEROS, (letter) => [letter, () => '0'])),
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/** Fills in a format of GNU time: `%` with a letter, and `\n`, `\t`, `\\`. What is unknown is shown behind a `?`. */
export function formatTimes(format: string, facts: RunFacts): string {
  return format.replaceAll(/([%\\])([^]?)/g, (_, mark: string, letter: string) => {
    if (mark === '\\') return ESCAPES[letter] ?? `?\\${letter}`;
    const value = Object.hasOwn(VALUES, letter) ? VALUES[letter] : undefined;
    return value ? value(facts) : `?${letter}`;
  });
}

function describeElapsed(elapsedMs: number): string {
  const minutes = Math.floor(elapsedMs / 60_000);
  const seconds = Math.floor((elapsedMs % 60_000) / 1000);
  const pad = (number: number): string => String(number).padStart(2, '0');
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds)}`;
  return `${minutes}:${pad(seconds)}.${pad(Math.floor((elapsedMs % 1000) / 10))}`;
}
