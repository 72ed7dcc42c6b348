import type { CompileOptions } from '../regex/compile-pattern.ts';
import type { PatternDialect } from '../regex/parse-pattern.ts';

/** Makes patterns of many kinds, and lines that they may match. */
export interface PatternGenerator {
  line(): string;
  pattern(dialect: PatternDialect): string;
  /** Options of grep that change what matches, and the same for `compilePattern`. */
  options(): { readonly flags: readonly string[]; readonly compile: CompileOptions };
}

const REPEATS: Readonly<Record<string, readonly string[]>> = {
  bre: ['*', '\\+', '\\?', '\\{1,2\\}', '\\{2\\}'],
  ere: ['*', '+', '?', '{2}', '{0,2}', '{1,}'],
  pcre: ['*', '+', '?', '{2}', '{0,2}', '*?', '+?', '??', '*+', '++', '{1,2}?'],
};

/** Atoms that only one dialect has. */
const OWN_ATOMS: Readonly<Record<string, readonly string[]>> = {
  bre: ['[[:digit:]b]', '[]a]', '[a-]', '\\.'],
  ere: ['[[:digit:]b]', '[]a]', '[a-]', '\\.'],
  pcre: ['\\d', '\\D', '\\h', '\\s', '\\S', '[\\w_]', '[^\\d]', '\\x61', '\\Qa.\\E', '\\R'],
};

/** Returns a generator that gives the same for the same seed. */
export function createPatternGenerator(seed: number): PatternGenerator {
  const random = createRandom(seed);
  const pick = (choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const atom = (dialect: PatternDialect, depth: number): string => {
    const kind = random(14);
    if (kind < 5) return pick(['a', 'b', 'c', 'ab', '.', 'é', '_', '1']);
    if (kind < 7) return pick(['[ab]', '[^a]', '[[:alpha:]]', '\\w', '\\W', '[a-c]', '[^b-c_]']);
    if (kind < 8) return pick(OWN_ATOMS[dialect] ?? ['a']);
    // The C library has faults of its own with assertions in repeated groups.
    if (kind < 9 && depth === 2)
      return pick(dialect === 'pcre' ? ['^', '$', '\\b', '\\B'] : ['^', '$', '\\b', '\\<', '\\>', '\\B']);
    if (depth === 0) return pick(['a', 'b']);
    const inside = sequence(dialect, depth - 1);
    if (dialect === 'bre') return `\\(${inside}\\)`;
    if (dialect === 'pcre' && random(3) === 0)
      return `${pick(['(?:', '(?=', '(?!', '(?>', '(?<n>', '(?i:'])}${inside})`.replace('(?<n>', '(');
    return random(2) === 0 ? `(${inside})` : `(${inside}|${sequence(dialect, depth - 1)})`;
  };
  const sequence = (dialect: PatternDialect, depth: number): string => {
    let text = '';
    for (let count = 1 + random(4); count > 0; count--) {
      const part = atom(dialect, depth);
      const isRepeated = random(3) === 0 && !/^(?:[\^$]|\\[bB<>])$|^\(\?[=!]/.test(part);
      text += isRepeated ? part + pick(REPEATS[dialect] ?? ['*']) : part;
    }
    return text;
  };
  return {
    line: () =>
      Array.from({ length: random(9) }, () => pick(['a', 'b', 'c', ' ', 'ab', '_', '1', 'é', 'A', '.', 'ba'])).join(''),
    pattern: (dialect) => sequence(dialect, 2),
    options() {
      const ignoreCase = random(4) === 0;
      const kind = random(8);
      const flags = [...(ignoreCase ? ['-i'] : []), ...(kind === 0 ? ['-w'] : kind === 1 ? ['-x'] : [])];
      return { flags, compile: { ignoreCase, wholeWord: kind === 0, wholeLine: kind === 1 } };
    },
  };
}

/** Whole numbers below a limit, the same for every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}
