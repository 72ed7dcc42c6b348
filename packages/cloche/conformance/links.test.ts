import { evaluateRules } from '@cloche/tools';
import { expect, test } from 'vitest';
import { needsOf, rulesOf } from './command-verdict.ts';

/** `out` leads out of the workspace, `in` to another directory of it, `gone` nowhere. */
const realPaths = new Map([
  ['/workspace', '/real/workspace'],
  ['/workspace/out', '/tmp/evil'],
  ['/workspace/a/../out', '/tmp/evil'],
  ['/workspace/out/b', '/tmp/evil/b'],
  ['/workspace/in', '/real/workspace/b'],
  ['/workspace/in/..', '/real/workspace'],
  ['/workspace/gone', undefined],
]);

function verdictOf(command: string): string {
  const rules = ['make', 'npm test', 'npm --prefix in', 'cd', 'pushd', 'pytest'].map((name) => `allow bash(${name}:*)`);
  return evaluateRules(needsOf(command, { realPaths }), rulesOf(rules)).verdict;
}

test.each([
  'cd out && make',
  'cd ./out/b && npm test',
  '(cd out; npm test)',
  'pushd out; npm test',
  'cd a/../out; make',
  'cd gone && make',
  'make -C out',
  'make -Cout',
  'make --directory=out all',
  'make -f out/b',
  'npm test --prefix out',
  'npm test --prefix=out',
  'cd a && make -C ../out',
  'pytest --rootdir=out',
  'cd -P in/.. && make',
])('%j is not allowed, since a link leads out', (command) => {
  expect(verdictOf(command)).toBe('asks');
});

test.each([
  'cd in && make',
  'cd in && npm test',
  'make -C in',
  'cd a && make -C b',
  'npm test --prefix in',
  'pytest --rootdir=in',
])('%j is allowed', (command) => {
  expect(verdictOf(command)).toBe('allowed');
});
