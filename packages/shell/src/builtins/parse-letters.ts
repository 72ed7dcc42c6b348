/** Options of a builtin: letters, values of letters that take one, and the operands. */
export interface Letters {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Letters with their values, in order, as often as they were given. */
  readonly given: readonly (readonly [string, string])[];
  readonly operands: readonly string[];
  /** The first letter that is not known, or one that lacks its value. */
  readonly problem: { readonly kind: 'invalid' | 'missing'; readonly letter: string } | undefined;
}

/**
 * Divides a builtin's arguments into option letters and operands; `--` ends the options.
 *
 * @param known  the letters; one that is followed by `:` takes a value
 * @param plus  also takes `+x`, as the flag `+x`
 */
export function parseLetters(args: readonly string[], known: string, plus = false): Letters {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const given: [string, string][] = [];
  let problem: Letters['problem'];
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      index++;
      break;
    }
    const isPlus = plus && /^\+./.test(arg);
    if (!/^-./.test(arg) && !isPlus) break;
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at] ?? '';
      const place = letter === ':' ? -1 : known.indexOf(letter);
      if (place < 0) {
        problem ??= { kind: 'invalid', letter: `${isPlus ? '+' : '-'}${letter}` };
        break;
      }
      if (known[place + 1] !== ':') {
        flags.add(isPlus ? `+${letter}` : letter);
        continue;
      }
      const value = at + 1 < arg.length ? arg.slice(at + 1) : args[++index];
      if (value === undefined) problem ??= { kind: 'missing', letter: `-${letter}` };
      else {
        values.set(letter, value);
        given.push([letter, value]);
      }
      break;
    }
  }
  return { flags, values, given, operands: args.slice(index), problem };
}

/** Returns the message for a problem that `parseLetters` found. */
export function describeProblem({ kind, letter }: NonNullable<Letters['problem']>): string {
  return kind === 'invalid' ? `${letter}: invalid option` : `${letter}: option requires an argument`;
}
