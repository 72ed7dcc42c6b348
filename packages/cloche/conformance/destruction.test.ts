import { brokenFloor, describeRisk, proposeRules } from '@cloche/tools';
import { describe, expect, test } from 'vitest';
import { needsOf, verdictOf } from './command-verdict.ts';

describe('what a session has become', () => {
  test.each([
    { functions: ['git'] },
    { aliases: [['git', 'rm x;git']] as const },
    { environment: [['PATH', '.:/usr/bin']] as const },
    { environment: [['LD_PRELOAD', './x']] as const },
    { environment: [['BASH_ENV', './x']] as const },
    { environment: [['NODE_OPTIONS', '--require=./x']] as const },
  ])('%j: neither a rule for the line nor one for every command holds', (changes) => {
    expect(verdictOf(['allow bash(git status)'], 'git status', changes)).toBe('asks');
    expect(verdictOf(['allow bash'], 'git status', changes)).toBe('asks');
  });

  test('what the line itself says is what was allowed', () => {
    expect(verdictOf(['allow bash(PATH=. make)'], 'PATH=. make')).toBe('allowed');
    expect(verdictOf(['allow bash(./run.sh "$x")'], './run.sh "$x"')).toBe('allowed');
  });
});

/** Commands that destroy what nothing brings back. */
const DESTRUCTIVE = [
  'git clean -fdx',
  'git reset --hard',
  'git push --force',
  'git push -f origin main',
  'git push --force-with-lease',
  'git checkout .',
  'git restore .',
  'git branch -D x',
  'docker system prune -af',
  'unzip -o a.zip',
  'gzip a',
  'patch a b',
  'rsync -a --delete a b',
  'find . -delete',
  'sed -i s/a/b/ a',
  'dd if=a of=b',
  'sort -o a b',
  'tar -xf a.tar',
  'rm a',
  'truncate -s 0 a',
];

describe('commands that destroy', () => {
  test.each(DESTRUCTIVE)('%s is offered no rule for always', (command) => {
    expect(proposeRules(needsOf(command), [])).toEqual([]);
  });

  test.each(DESTRUCTIVE)('%s is shown with what it changes', (command) => {
    const kinds = describeRisk(needsOf(command), '/workspace').map(({ kind }) => kind);
    expect(kinds.some((kind) => kind === 'deletes' || kind === 'writes' || kind === 'outside')).toBe(true);
  });

  test.each(['git status', 'git commit -m x', 'git push', 'npm test', 'curl http://x'])(
    '%s is still offered one',
    (command) => {
      expect(proposeRules(needsOf(command), []).length).toBeGreaterThan(0);
    },
  );
});

describe('the safety floor', () => {
  test.each([
    'rm -rf /',
    'rm -rf /*',
    'cd / && rm -rf *',
    'cd /; rm -rf .',
    'find / -delete',
    'find / -name x -delete',
    'rm --rec --fo /',
    'echo / | xargs rm -rf',
    'rm -rf /????',
    'rm -rf //',
    'rm -rf /usr/..',
    'tee /dev/sda',
    'cp x /dev/sda',
    'shred /dev/sda',
    'dd if=a of=/dev/./sda',
    'cat a > /dev/../dev/sda',
    'bomb(){ bomb & bomb; }; bomb',
    ':(){ :|:& };:',
    'f() { f | f & }; f',
    'sudo rm -rf /',
  ])('%s is never run', (command) => {
    expect(
      brokenFloor(command, needsOf(command).command?.analysis ?? { parts: [], isUnderstood: true, problems: [] }),
    ).toEqual(expect.any(String));
  });

  test.each([
    'rm -rf dist',
    'rm -rf /tmp/x',
    'cd /tmp && rm -rf *',
    'find / -name x',
    'cp x /dev/null',
    'echo x > /dev/stderr',
    'f() { g | h & }; f',
    'find /tmp -delete',
    'rm a',
  ])('%s is left alone', (command) => {
    expect(
      brokenFloor(command, needsOf(command).command?.analysis ?? { parts: [], isUnderstood: true, problems: [] }),
    ).toBeUndefined();
  });
});
