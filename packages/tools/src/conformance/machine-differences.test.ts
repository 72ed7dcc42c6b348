import { describe, expect, test } from 'vitest';
import { MACHINE_DIFFERENCES } from './machine-differences.ts';
import { MACHINE_CASES } from './machine-suite.ts';

describe('MACHINE_DIFFERENCES', () => {
  test.each(
    Object.entries(MACHINE_DIFFERENCES).flatMap(([machine, cases]) =>
      Object.entries(cases).map(([title, difference]) => [machine, title, difference] as const),
    ),
  )('%s answers otherwise to "%s", which is a case, for a reason', (_, title, { answer, reason }) => {
    expect(Object.keys(MACHINE_CASES)).toContain(title);
    expect(answer).not.toEqual(MACHINE_CASES[title]?.answer);
    expect(reason).not.toBe('');
  });
});
