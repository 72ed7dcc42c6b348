import { proposeRules } from '@cloche/tools';
import { expect, test } from 'vitest';
import { needsOf } from './command-verdict.ts';

test.each<[string, readonly (readonly string[])[]]>([
  ['mkdir -p a', [['bash(mkdir -p a)'], ['bash(mkdir:*)']]],
  ['touch x', [['bash(touch x)'], ['bash(touch:*)']]],
  ['echo hi > c.txt', [['bash(echo hi > c.txt)'], ['edit(/workspace/c.txt)']]],
  ['./gradlew test --info', [['bash(./gradlew test --info)'], ['bash(./gradlew:*)']]],
  ['bash scripts/report.sh a', [['bash(bash scripts/report.sh a)'], ['bash(bash scripts/report.sh:*)']]],
  ['ls > /etc/x', [['bash(ls > /etc/x)'], ['bash(ls:*)', 'edit(/etc/x)']]],
  ['rm x > c.txt', []],
  ['eval "$x"', []],
  ['bash -c "$x"', []],
])('of %j "always" may mean these', (command, offers) => {
  expect(proposeRules(needsOf(command), []).map(({ rules }) => rules)).toEqual(offers);
});
