import { describe, expect, test } from 'vitest';
import { formatRule, parseRule } from './permission-rule.ts';
import { decodeRules, encodeRules } from './rule-codec.ts';

const RULES = [
  'bash',
  'bash(git log:*)',
  'bash(npm run build)',
  'bash(ls*)',
  'edit(/workspace/src/**)',
  'edit(/workspace/README.md)',
  'web_fetch(host:example.com)',
  'web_fetch(host:example.com:443)',
  '*',
];

describe('permission rules', () => {
  test('are written as they are read', () => {
    for (const text of RULES) expect(formatRule(parseRule('allow', text, '/workspace'))).toBe(text);
    expect(formatRule(parseRule('allow', 'bash(git log *)', '/'))).toBe('bash(git log:*)');
    expect(formatRule(parseRule('allow', 'bash(*)', '/'))).toBe('bash');
    expect(formatRule(parseRule('deny', 'edit(../x/./y)', '/workspace'))).toBe('edit(/x/y)');
  });

  test.each([
    '',
    'Bash(x)',
    'bash(',
    'bash()',
    'bash(a;b:*)',
    'bash("x":*)',
    'edit(a*b)',
    'web_fetch(host:)',
    'bash(x) y',
  ])('refuse %j', (text) => {
    expect(() => parseRule('allow', text, '/workspace')).toThrow(expect.objectContaining({ code: 'invalid_rule' }));
  });

  test('take words that follow a pattern, however they are written', () => {
    const patterns = ['bash(git log *.ts:*)', 'bash(git log *.ts *)'].map(
      (text) => parseRule('allow', text, '/').match,
    );
    expect(patterns).toEqual([
      { kind: 'glob', pattern: 'git log *.ts *' },
      { kind: 'glob', pattern: 'git log *.ts *' },
    ]);
  });

  test('survive their record', () => {
    const rules = RULES.flatMap((text) => [parseRule('deny', text, '/'), parseRule('ask', text, '/')]);
    expect(decodeRules(encodeRules(rules))).toEqual(rules);
    expect(encodeRules([])).toBe('{\n  "version": 3,\n  "rules": []\n}\n');
  });

  test('are read from records of version 2', () => {
    const rule = (capability: string, enforcement_class: string, match: object): object => ({
      effect: 'allow',
      capability,
      enforcement_class,
      match,
    });
    const record = {
      version: 2,
      normalization_version: 1,
      rules: [
        rule('command.execute', 'command.invoke.v1', { command: 'npm test' }),
        rule('command.execute', 'command.invoke.wildcard.v1', {}),
        rule('command.execute', 'command.invoke.shell-segment-glob.v1', {
          tokens: ['git', 'log'],
          trailing_arguments: true,
        }),
        rule('network', 'network.target.v1', { host: 'example.com', transport: 'tcp', port: 443 }),
        rule('filesystem.read', 'filesystem.path.read.v1', { path: '/a' }),
        rule('filesystem.write', 'filesystem.tree.write.v1', { root: '/a/b' }),
      ],
    };
    expect(decodeRules(JSON.stringify(record)).map(formatRule)).toEqual([
      'bash(npm test)',
      'bash',
      'bash(git log:*)',
      '*(host:example.com:443)',
      'read(/a)',
      'edit(/a/b/**)',
    ]);
  });

  test.each<[string, string]>([
    ['{', 'malformed'],
    ['[]', 'malformed'],
    ['{"version":1,"rules":[]}', 'version_unsupported'],
    ['{"version":4,"rules":[]}', 'version_unsupported'],
    ['{"version":2,"normalization_version":2,"rules":[]}', 'version_unsupported'],
    ['{"version":3}', 'malformed'],
    ['{"version":3,"rules":[],"more":1}', 'malformed'],
    ['{"version":3,"rules":[{}]}', 'rule_invalid'],
    ['{"version":3,"rules":[{"effect":"allow","tool":"bash","match":{"kind":"any","x":1}}]}', 'rule_invalid'],
    ['{"version":3,"rules":[{"effect":"permit","tool":"bash","match":{"kind":"any"}}]}', 'rule_invalid'],
    ['{"version":3,"rules":[{"effect":"allow","tool":"edit","match":{"kind":"path","path":"a"}}]}', 'rule_invalid'],
    [
      '{"version":2,"normalization_version":1,"rules":[{"effect":"allow","capability":"network","enforcement_class":"command.invoke.v1","match":{"command":"x"}}]}',
      'rule_invalid',
    ],
    [`{"version":3,"rules":[]}${' '.repeat(1_048_576)}`, 'too_large'],
  ])('a record %j is an error, never no rules', (record, code) => {
    expect(() => decodeRules(record)).toThrow(expect.objectContaining({ name: 'RuleStoreError', code }));
  });

  test('name the rule that is wrong', () => {
    const good = '{"effect":"allow","tool":"bash","match":{"kind":"any"}}';
    expect(() => decodeRules(`{"version":3,"rules":[${good},{"effect":"x"}]}`)).toThrow(
      expect.objectContaining({ ruleIndex: 1, message: expect.stringMatching(/^rules\[1\]/) }),
    );
  });
});
