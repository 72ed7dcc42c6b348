import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { compilePattern, type Pattern } from './compile-pattern.ts';
import type { PatternDialect } from './parse-pattern.ts';

const hasRealGrep = spawnSync('grep', ['--version']).stdout?.toString().includes('GNU grep') ?? false;

/** Whole numbers below a limit, the same for every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

function createGenerator(seed: number): { line(): string; pattern(isBasic: boolean, depth: number): string } {
  const random = createRandom(seed);
  const pick = (choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const atom = (isBasic: boolean, depth: number): string => {
    const kind = random(12);
    if (kind < 5) return pick(['a', 'b', 'c', 'ab', '.']);
    if (kind < 7) return pick(['[ab]', '[^a]', '[[:alpha:]]', '\\w', '\\W', '[a-c]']);
    // The C library has faults of its own with assertions in repeated groups.
    if (kind < 8 && depth === 2) return pick(['^', '$', '\\b', '\\<', '\\>', '\\B']);
    if (depth === 0) return pick(['a', 'b']);
    const inside = pattern(isBasic, depth - 1);
    if (isBasic) return `\\(${inside}\\)`;
    return random(2) === 0 ? `(${inside})` : `(${inside}|${pattern(isBasic, depth - 1)})`;
  };
  const repeats = { basic: ['*', '\\+', '\\?', '\\{1,2\\}'], extended: ['*', '+', '?', '{2}', '{0,2}'] };
  const pattern = (isBasic: boolean, depth: number): string => {
    let text = '';
    for (let count = 1 + random(4); count > 0; count--) {
      const part = atom(isBasic, depth);
      const isRepeated = random(3) === 0 && !/^(?:[\^$]|\\[bB<>])$/.test(part);
      text += isRepeated ? part + pick(isBasic ? repeats.basic : repeats.extended) : part;
    }
    return text;
  };
  const line = (): string =>
    Array.from({ length: random(9) }, () => pick(['a', 'b', 'c', ' ', 'ab', '_', '1'])).join('');
  return { line, pattern };
}

function matchesOf(lines: readonly string[], pattern: Pattern): string {
  let found = '';
  lines.forEach((line, index) => {
    for (let from = 0; from <= line.length; ) {
      const span = pattern.find(line, from);
      if (!span) break;
      if (span.end > span.start) found += `${index + 1}:${line.slice(span.start, span.end)}\n`;
      from = span.end > span.start ? span.end : span.end + 1;
    }
  });
  return found;
}

function selectLines(lines: readonly string[], pattern: Pattern): string {
  return lines.map((line, index) => (pattern.test(line) ? `${index + 1}:${line}\n` : '')).join('');
}

describe.skipIf(!hasRealGrep)('matches as the real grep', () => {
  test.each<[string, PatternDialect]>([
    ['-G', 'bre'],
    ['-E', 'ere'],
  ])('grep -no %s', (option, dialect) => {
    const generator = createGenerator(20_240_506);
    const lines = Array.from({ length: 40 }, generator.line);
    for (let count = 0; count < 150; count++) {
      const text = generator.pattern(dialect === 'bre', 2);
      // Behind its first match in a line, `grep -o` sees no assertion that looks back as it was written.
      const hasAssertion = /(?<!\[)[\^$]|\\[bB<>]/.test(text);
      const real = spawnSync('grep', [hasAssertion ? '-n' : '-no', option, '-e', text], {
        input: `${lines.join('\n')}\n`,
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      });
      const result = compilePattern(text, dialect);
      const wanted = real.status === 2 ? 'invalid' : real.stdout.toString();
      const find = hasAssertion ? selectLines : matchesOf;
      const answer = result.kind === 'invalid' ? 'invalid' : find(lines, result.pattern);
      expect(`${text}\n${answer}`).toBe(`${text}\n${wanted}`);
    }
  });
});
