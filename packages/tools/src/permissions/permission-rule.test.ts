import { expect, test } from 'vitest';
import { parseRule } from './permission-rule.ts';

test.each([
  ['web_fetch(https://example.com/a)', 'write its host, as web_fetch(host:example.com)'],
  ['wirte(a)', 'there are rules about commands, bash(…), about files'],
  ['Bash(ls:*)', 'names of tools are in lower case here, as bash'],
  ['Read', 'names of tools are in lower case here, as read'],
  ['bash()', 'what stands in the parentheses is empty'],
  ['', 'is no rule: write a tool’s name'.replace('’', "'")],
])('%j is refused: %s', (text, message) => {
  expect(() => parseRule('deny', text, '/workspace')).toThrow(message);
});

test('blanks before the end of a family say nothing', () => {
  expect(parseRule('deny', 'bash(git push origin  :*)', '/workspace').match).toEqual({
    kind: 'family',
    tokens: ['git', 'push', 'origin'],
  });
});
