import { describe, expect, test } from 'vitest';
import { diagnoseRules } from './diagnose-rules.ts';
import { parseRule, type RuleEffect } from './permission-rule.ts';
import { describeBreadth, refuseBroadRules } from './rule-breadth.ts';

const rule = (text: string, effect: RuleEffect = 'allow') => parseRule(effect, text, '/workspace');

describe('rules that allow nearly everything', () => {
  test.each([
    '*',
    'bash',
    'bash(*)',
    'bash(* *)',
    'bash(* push)',
    'edit',
    'write',
    'edit(/**)',
    'read(/**)',
    'monitor',
  ])('%s is one', (text) => {
    expect(describeBreadth(rule(text))).toMatch(/^it allows /);
    expect(() => refuseBroadRules([rule('bash(ls:*)'), rule(text)])).toThrow(
      expect.objectContaining({ code: 'rule_too_broad' }),
    );
  });

  test.each([
    'bash(git log:*)',
    'bash(npm run b*)',
    'bash(ls)',
    'edit(src/**)',
    'edit(a)',
    'read',
    'grep',
    'bash(host:a.b)',
  ])('%s is none', (text) => {
    expect(describeBreadth(rule(text))).toBeUndefined();
  });

  test('those that deny or ask are none', () => {
    expect(describeBreadth(rule('bash', 'deny'))).toBeUndefined();
    expect(describeBreadth(rule('*', 'ask'))).toBeUndefined();
  });
});

describe('diagnoseRules', () => {
  const codes = (texts: readonly [RuleEffect, string][], catalog?: readonly string[]): string[] =>
    diagnoseRules(
      texts.map(([effect, text]) => rule(text, effect)),
      catalog && new Set(catalog),
    ).map(({ ruleIndex, code }) => `${ruleIndex} ${code}`);

  test('names families of commands that there are not, of rules that allow alone', () => {
    const rules: [RuleEffect, string][] = [
      ['allow', 'bash(git log:*)'],
      ['allow', 'bash(gti log:*)'],
      ['deny', 'bash(gti:*)'],
      ['allow', 'bash(gti log)'],
    ];
    expect(codes(rules, ['git'])).toEqual(['1 allow_family_out_of_catalog']);
    expect(codes(rules, ['git status'])).toEqual(['0 allow_family_out_of_catalog', '1 allow_family_out_of_catalog']);
    expect(codes(rules)).toEqual(['0 allow_family_out_of_catalog', '1 allow_family_out_of_catalog']);
  });

  test('names broad rules, and those that another one makes useless', () => {
    expect(
      codes([
        ['allow', 'bash'],
        ['allow', 'edit(a)'],
        ['deny', 'edit(a)'],
      ]),
    ).toEqual(['0 rule_too_broad', '1 rule_without_effect']);
  });
});
