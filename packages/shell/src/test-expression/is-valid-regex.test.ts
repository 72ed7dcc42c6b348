import { expect, test } from 'vitest';
import { isValidRegex } from './is-valid-regex.ts';

test.each(['*', '+a', '(*a)', 'a|?', '^*', '{1}', 'a{', 'a{1', 'a{x}'])('refuses %j', (source) => {
  expect(isValidRegex(source)).toBe(false);
});

test.each(['a*', '(^a)', 'a^*', '[*]', '[]*]', '\\**', '\\{', 'a{1}', 'a{,2}', 'a{1,}', '[[:alpha:]{]+'])(
  'takes %j',
  (source) => {
    expect(isValidRegex(source)).toBe(true);
  },
);
