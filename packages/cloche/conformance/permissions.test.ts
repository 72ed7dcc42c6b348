import { evaluateRules } from '@cloche/tools';
import { describe, expect, test } from 'vitest';
import { BYPASSES } from './bypasses.ts';
import { needsOf, rulesOf, verdictOf } from './command-verdict.ts';
import { CONVENIENCES } from './conveniences.ts';

describe('rules see through the shell', () => {
  for (const { trick, rules, commands } of BYPASSES) {
    test.each(commands)(`${trick}: %j is not allowed`, (command) => {
      expect(verdictOf(rules, command)).not.toBe('allowed');
    });
  }

  test('there are enough of them', () => {
    expect(BYPASSES.flatMap(({ commands }) => commands).length).toBeGreaterThanOrEqual(400);
    expect(CONVENIENCES.flatMap(({ commands }) => commands).length).toBeGreaterThanOrEqual(250);
  });
});

describe('everyday commands', () => {
  for (const { rules, commands } of CONVENIENCES) {
    test.each(commands)('%j is allowed by its obvious rule', (command) => {
      const { verdict, parts } = evaluateRules(needsOf(command), rulesOf(rules));
      expect({ verdict, asking: parts.filter((part) => part.verdict === 'asks') }).toEqual({
        verdict: 'allowed',
        asking: [],
      });
    });
  }
});

describe('where the shell is', () => {
  const rules = ['allow bash(npm test:*)', 'allow bash(ls:*)'];

  test.each([
    ['/workspace/packages/a', 'npm test', 'allowed'],
    ['/workspace/packages/a', 'cd ../.. && npm test', 'allowed'],
    ['/workspace/packages/a', 'cd ../../.. && npm test', 'asks'],
    ['/tmp/evil', 'npm test', 'asks'],
    ['/tmp/evil', 'cd /workspace && npm test', 'asks'],
    ['/workspace/node_modules/evil', 'npm test', 'asks'],
    ['/workspacer', 'npm test', 'asks'],
    ['/tmp/evil', 'ls', 'allowed'],
  ] as const)('in %s: %j is %s', (cwd, command, verdict) => {
    expect(verdictOf(rules, command, { cwd })).toBe(verdict);
  });

  test.each(['cd .. && rm -rf dist', 'pushd /; rm -rf dist', 'cd "$x"; rm -rf dist'])(
    'a rule for exactly `rm -rf dist` does not cover %j',
    (command) => {
      expect(verdictOf(['allow bash(rm -rf dist)'], command)).toBe('asks');
      expect(verdictOf(['allow bash(rm -rf dist)'], 'rm -rf dist')).toBe('allowed');
    },
  );
});
