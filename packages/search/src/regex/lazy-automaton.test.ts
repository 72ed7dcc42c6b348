import { encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createLineSearch } from '../searcher/search-lines.ts';
import { searchWithAutomaton } from './automaton.ts';
import { compilePattern, type Pattern } from './compile-pattern.ts';
import { createLazyAutomaton } from './lazy-automaton.ts';
import { parsePattern } from './parse-pattern.ts';
import { compileProgram, type Program } from './program.ts';

function programOf(text: string): Program {
  const parsed = parsePattern(text, 'ere', {});
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return compileProgram(parsed.pattern.tree);
}

function patternOf(text: string): Pattern {
  const result = compilePattern(text, 'ere');
  if (result.kind === 'invalid') throw new Error(result.message);
  return result.pattern;
}

/** Whole numbers below a limit, the same for every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

const ATOMS = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '\\W',
  'é',
  '^',
  '$',
  '\\b',
  '\\<',
  '\\>',
  '\\B',
  '😀',
  '[[:upper:]]',
];
const REPEATS = ['', '', '', '*', '+', '?', '{2}', '{1,3}'];
const CHARACTERS = ['a', 'b', 'c', ' ', '_', 'é', '😀', 'Z', '\udcff', '1'];

function createGenerator(random: (limit: number) => number) {
  const pick = (choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const part = (depth: number): string => {
    if (depth === 0 || random(3) > 0) {
      const atom = pick(ATOMS);
      return /^(?:[\^$]|\\[bB<>])$/.test(atom) ? atom : atom + pick(REPEATS);
    }
    return `(${sequence(depth - 1)}|${sequence(depth - 1)})${pick(REPEATS)}`;
  };
  const sequence = (depth: number): string => Array.from({ length: 1 + random(3) }, () => part(depth)).join('');
  return {
    pattern: () => sequence(2),
    line: () => Array.from({ length: random(10) }, () => pick(CHARACTERS)).join(''),
  };
}

describe('createLazyAutomaton', () => {
  test('matches where the simulation does', () => {
    const { pattern, line } = createGenerator(createRandom(11));
    for (let count = 0; count < 1500; count++) {
      const text = pattern();
      const program = programOf(text);
      const lazy = createLazyAutomaton(program);
      for (let lines = 0; lines < 12; lines++) {
        const subject = line();
        const request = { text: subject, from: 0, isAnchored: false, preference: 'first', groupCount: 0 } as const;
        expect(lazy?.test(subject), `${text} in ${JSON.stringify(subject)}`).toBe(
          searchWithAutomaton(program, request) !== undefined,
        );
      }
    }
  });

  test('selects the lines of a block that match one by one', () => {
    const { pattern, line } = createGenerator(createRandom(12));
    for (let count = 0; count < 1500; count++) {
      const text = pattern();
      const searched = patternOf(text);
      const lines = Array.from({ length: 12 }, line);
      const block = lines.join('\n') + (count % 2 === 0 ? '\n' : '');
      const bytes = encodeText(block);
      const search = createLineSearch(searched)(bytes);
      const found: number[] = [];
      for (let next = search.next(0); next; next = search.next(next.next)) found.push(next.start);
      const starts = lines.map(
        (_, index) =>
          encodeText(
            lines
              .slice(0, index)
              .map((each) => `${each}\n`)
              .join(''),
          ).length,
      );
      const wanted = starts.filter((start, index) => start < bytes.length && searched.test(lines[index] ?? ''));
      expect(found, `${text} in ${JSON.stringify(block)}`).toEqual(wanted);
    }
  });

  test('goes on when there are more states than it keeps', () => {
    const pattern = `(a|b)*a${'(a|b)'.repeat(14)}c`;
    const random = createRandom(13);
    const text = Array.from({ length: 30_000 }, () => 'ab'[random(2)]).join('');
    const lazy = createLazyAutomaton(programOf(pattern));
    expect(lazy?.test(text)).toBe(false);
    expect(lazy?.test(`${text}a${'b'.repeat(14)}c`)).toBe(true);
  });

  test('answers for a long line that would go back without end', () => {
    const pattern = patternOf('(a+)+$');
    expect(pattern.test(`${'a'.repeat(20_000)}b`)).toBe(false);
    expect(pattern.test(`b${'a'.repeat(20_000)}`)).toBe(true);
  });

  test.each([
    ['(foo|bar){999}', (count: number) => 'foobarbar'.repeat(count / 3), 999],
    ['(foo|bar|é){400}x', (count: number) => `${'fooé'.repeat(count / 2)}x`, 400],
    ['(a|aa){200}b', (count: number) => `${'a'.repeat(count)}b`, 200],
    ['[ab].{1000}[cd]$', (count: number) => `a${'-'.repeat(count)}c`, 1000],
  ])('counts repeats of %s', (pattern, textOf, wanted) => {
    const whole = patternOf(pattern);
    const lazy = createLazyAutomaton(programOf(pattern));
    for (const count of [wanted - 6, wanted, wanted + 6]) {
      const isMatch = pattern.endsWith('$') ? count === wanted : count >= wanted;
      expect(whole.test(textOf(count))).toBe(isMatch);
      expect(lazy?.test(textOf(count))).toBe(isMatch);
    }
  });
});
