import { describe, expect, test } from 'vitest';
import { compileGlob, type GlobOptions } from './compile-glob.ts';

describe('compileGlob', () => {
  test.each<[string, GlobOptions, string, boolean]>([
    ['*.ts', {}, 'a.ts', true],
    ['*.ts', {}, 'src/a.ts', false],
    ['*.ts', { slashIsOrdinary: true }, 'src/a.ts', true],
    ['*', {}, '.hidden', true],
    ['*', { dotIsExplicit: true }, '.hidden', false],
    ['.*', { dotIsExplicit: true }, '.hidden', true],
    ['a/*', { dotIsExplicit: true }, 'a/.b', false],
    ['**/*.ts', { globstar: true }, 'a.ts', true],
    ['**/*.ts', { globstar: true }, 'x/y/a.ts', true],
    ['src/**', { globstar: true }, 'src/x/y', true],
    ['a/**/b', { globstar: true }, 'a/b', true],
    ['a/**/b', { globstar: true, dotIsExplicit: true }, 'a/.x/b', false],
    ['.github/**/*.yml', { globstar: true, dotIsExplicit: true }, '.github/workflows/ci.yml', true],
    ['?', {}, '😀', true],
    ['?', {}, '\udcff', true],
    ['[[:alpha:]]x', {}, 'éx', true],
    ['[!a]', {}, 'b', true],
    ['[^a]', {}, 'a', false],
    ['[a', {}, '[a', true],
    ['app/[[]slug]/*', {}, 'app/[slug]/page.tsx', true],
    ['app/\\[slug\\]/*', {}, 'app/[slug]/page.tsx', true],
    ['app/[[...id]]/x', {}, 'app/[[...id]]/x', false],
    ['{a,b{c,d}}.x', { braces: true }, 'bd.x', true],
    ['{a}.x', { braces: true }, '{a}.x', true],
    ['@(a|b)c', { extglob: true }, 'bc', true],
    ['!(*.js)', { extglob: true }, 'a.ts', true],
    ['!(*.js)', { extglob: true }, 'a.js', false],
    ['*(ab)', { extglob: true }, 'ababab', true],
    ['+(ab|c)', { extglob: true }, '', false],
    ['?(a)b', { extglob: true }, 'b', true],
    ['README*', { ignoreCase: true }, 'readme.md', true],
    ['a\\*b', {}, 'a*b', true],
    ['a\\*b', { noEscape: true }, 'a\\xb', true],
  ])('%s %j on %s', (pattern, options, text, wanted) => {
    expect(compileGlob(pattern, options).matches(text)).toBe(wanted);
  });

  test('knows the only text that a pattern without wildcards matches', () => {
    expect(compileGlob('a\\[b').literal).toBe('a[b');
    expect(compileGlob('a*').literal).toBeUndefined();
  });

  test('gives the shortest and longest match at a place', () => {
    expect(compileGlob('*/', { slashIsOrdinary: true }).endsFrom('a/b/c', 0)).toEqual([2, 4]);
    expect(compileGlob('b*', { slashIsOrdinary: true }).find('abc', 0)).toEqual({ start: 1, end: 3 });
  });

  test('gives the same answers when it is asked often', () => {
    let state = 5;
    const random = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % limit;
    };
    const pick = (choices: readonly string[]): string => choices[random(choices.length)] ?? '';
    const parts = ['a', 'b', '*', '?', '**', '**/', '/', '[ab]', '[!a]', '[]/]', '.', '-', '\\*', '😀', '+'];
    const characters = ['a', 'b', '/', '.', '-', '*', '😀', '\udcff', '\n', '+'];
    for (let count = 0; count < 2000; count++) {
      const pattern = Array.from({ length: 1 + random(5) }, () => pick(parts)).join('');
      const options = { globstar: random(2) === 0, slashIsOrdinary: random(3) === 0 };
      const often = compileGlob(pattern, options);
      for (let asked = 0; asked < 20; asked++) {
        const text = Array.from({ length: random(7) }, () => pick(characters)).join('');
        expect(often.matches(text), `${pattern} ${JSON.stringify(options)} on ${JSON.stringify(text)}`).toBe(
          compileGlob(pattern, options).matches(text),
        );
      }
    }
  });

  test('answers at once whatever the number of stars', () => {
    const started = performance.now();
    expect(compileGlob(`${'*a'.repeat(30)}b`).matches('a'.repeat(5000))).toBe(false);
    expect(compileGlob(`${'*a'.repeat(30)}*b*c`).matches('ab'.repeat(2000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
