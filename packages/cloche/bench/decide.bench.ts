import { createMemoryRuleStore, createPermissionGate, createRuleBook, parseRule } from '@cloche/tools';
import { bench, describe } from 'vitest';
import { needsOf } from '../conformance/command-verdict.ts';

const COUNT = 1000;
const COMMAND = 'cd src && git log --oneline -20 | grep fix > ../found.txt; timeout 5 npm test 2>&1 | tail -40';

describe(`a decision by ${COUNT} rules`, () => {
  const book = createRuleBook(createMemoryRuleStore());
  const texts = Array.from({ length: COUNT }, (_, index) =>
    index % 2 ? `bash(tool${index} run:*)` : `edit(src/folder${index}/**)`,
  );
  const added = book.add(
    ['bash(git log:*)', 'bash(npm test:*)', ...texts].map((text) => parseRule('allow', text, '/workspace')),
    { scope: 'workspace' },
  );
  const gate = createPermissionGate({
    policies: {},
    rules: book,
    root: '/workspace',
    now: () => 0,
    newId: () => 'id',
  });
  const tool = {
    name: 'bash',
    title: 'Run a command',
    annotations: { readOnly: false, concurrencySafe: false, destructive: true },
  };
  const subject = {
    summary: 'Run a command',
    detail: { kind: 'command' as const, command: COMMAND, cwd: '/workspace' },
  };
  const { signal } = new AbortController();
  const needs = needsOf(COMMAND);

  bench('the gate, of a command that was taken apart', async () => {
    await added;
    await gate.decide({ callId: 'c', session: 's', tool, input: {}, prepared: { subject, needs } }, { signal });
  });

  bench('taking the command apart', () => {
    needsOf(COMMAND);
  });
});
