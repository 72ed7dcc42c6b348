import { describe, expect, test } from 'vitest';
import { type CompileOptions, compilePattern, type Pattern } from './compile-pattern.ts';
import type { PatternDialect } from './parse-pattern.ts';

function compile(text: string, dialect: PatternDialect, options: CompileOptions = {}): Pattern {
  const result = compilePattern(text, dialect, options);
  if (result.kind === 'invalid') throw new Error(result.message);
  return result.pattern;
}

function matchesOf(text: string, pattern: Pattern): string[] {
  const found: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const span = pattern.find(text, from);
    if (!span) break;
    found.push(text.slice(span.start, span.end));
    from = span.end > span.start ? span.end : span.end + 1;
  }
  return found;
}

describe('compilePattern', () => {
  test.each<[PatternDialect, string, string, string[]]>([
    ['bre', 'a\\+', 'baab', ['aa']],
    ['bre', '*a', 'b*a', ['*a']],
    ['bre', '\\(ab\\)\\1', 'ababab', ['abab']],
    ['bre', 'a\\{2\\}', 'aaa', ['aa']],
    ['bre', '^^a', '^a', ['^a']],
    ['bre', 'a|b', 'a|b', ['a|b']],
    ['bre', '[]b]', 'a]b', [']', 'b']],
    ['ere', 'a|ab', 'ab', ['ab']],
    ['ere', 'x*', 'axx', ['', 'xx', '']],
    ['ere', '(a|ab)(c|bcd)(d*)', 'abcd', ['abcd']],
    ['ere', '(.)\\1', 'abba', ['bb']],
    ['ere', '[[:upper:]]+', 'aÉCb', ['ÉC']],
    ['ere', '\\<foo\\>', 'food foo', ['foo']],
    ['ere', 'a{,2}b', 'aaab', ['aab']],
    ['ere', '.', 'é😀', ['é', '😀']],
    ['pcre', 'a|ab', 'ab', ['a']],
    ['pcre', '(?<=hello )\\w+', 'hello world', ['world']],
    ['pcre', 'hello \\K\\w+', 'hello world', ['world']],
    ['pcre', 'a++b', 'aab', ['aab']],
    ['pcre', 'a++ab', 'aaab', []],
    ['pcre', '(?>a|ab)c', 'abc', []],
    ['pcre', '(?i)FOO(?-i)b', 'foob fooB', ['foob']],
    ['pcre', '\\Qa.b\\E+', 'a.bb', ['a.bb']],
    ['pcre', '\\p{Lu}', 'aÉ', ['É']],
    ['pcre', '(?<n>a)(?P=n)\\k<n>', 'aaa', ['aaa']],
    ['pcre', '(a)?(?(1)b|c)', 'ab c', ['ab', 'c']],
    ['pcre', 'a.*?b', 'aXbXb', ['aXb']],
    ['pcre', '(\\sa|(.??|bc))*', 'ab a c', ['', '', ' a', '', '', '']],
    ['pcre', '(\\w*?|(ab{0,2}[^b-c_]*?a)(?i:a)?)+\\W', ' abab.', [' ', 'abab.']],
    ['pcre', '\\d{2,}?', '1234', ['12', '34']],
    ['fixed', 'a.b', 'axb a.b', ['a.b']],
  ])('%s %s finds in %j', (dialect, pattern, text, wanted) => {
    expect(matchesOf(text, compile(pattern, dialect))).toEqual(wanted);
  });

  test.each<[PatternDialect, string, string]>([
    ['ere', '(', 'Unmatched ( or \\('],
    ['bre', '\\)', 'Unmatched ) or \\)'],
    ['bre', 'a\\{2', 'Unmatched \\{'],
    ['bre', '[', 'Invalid regular expression'],
    ['bre', '[a', 'Unmatched [, [^, [:, [., or [='],
    ['bre', '[[:foo:]]', 'Invalid character class name'],
    ['bre', '[b-a]', 'Invalid range end'],
    ['bre', 'a\\', 'Trailing backslash'],
    ['bre', '\\1', 'Invalid back reference'],
    ['bre', '[:space:]', 'character class syntax is [[:space:]], not [:space:]'],
    ['ere', 'a{99999}', 'Regular expression too big'],
    ['pcre', '(', 'missing closing parenthesis'],
    ['pcre', '(?<=a+)b', 'lookbehind assertion is not fixed length'],
    ['pcre', '(?R)', 'unsupported PCRE construct: recursion'],
  ])('%s %s is refused: %s', (dialect, pattern, message) => {
    expect(compilePattern(pattern, dialect)).toEqual({ kind: 'invalid', message });
  });

  test('gives what the groups took, as the C library does', () => {
    const match = compile('(a|ab)(c|bcd)(d*)', 'ere').match('xabcd', 0);
    expect(match?.groups.map((span) => span && [span.start, span.end])).toEqual([
      [1, 5],
      [1, 2],
      [2, 5],
      [5, 5],
    ]);
    expect(compile('(a|(b))*', 'ere').match('ba', 0)?.groups[2]).toEqual({ start: 0, end: 1 });
  });

  test('folds case beyond ASCII', () => {
    expect(matchesOf('École', compile('éCOLE', 'ere', { ignoreCase: true }))).toEqual(['École']);
  });

  test('finds whole words and whole lines only', () => {
    expect(matchesOf('foobar foo', compile('foo', 'bre', { wholeWord: true }))).toEqual(['foo']);
    expect(compile('fo*', 'bre', { wholeLine: true }).test('foo')).toBe(true);
    expect(compile('fo*', 'bre', { wholeLine: true }).test('foox')).toBe(false);
  });

  test('does not take an escaped byte for a character', () => {
    expect(compile('^.$', 'ere').test('\udcff')).toBe(false);
    expect(compile('\udcff', 'fixed').test('a\udcff')).toBe(true);
  });

  test.each<[PatternDialect, string]>([
    ['ere', '(a+)+$'],
    ['ere', '^(a|a)*$'],
    ['pcre', '(a+)+$'],
    ['ere', '(.*)*x'],
    ['ere', '\\w+Error'],
    ['ere', '(x+x+)+y'],
    ['pcre', '(?=(a+)+$)'],
    ['pcre', '(?>(a|a)*c)'],
  ])('%s %s answers at once on a long text', (dialect, pattern) => {
    const started = performance.now();
    expect(compile(pattern, dialect).test(`${'a'.repeat(20_000)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('gives up on a pattern that needs too many steps', () => {
    expect(() => compile('(a+)+\\1$', 'pcre').test(`${'a'.repeat(200)}b`)).toThrow('backtracking limit');
  });
});
