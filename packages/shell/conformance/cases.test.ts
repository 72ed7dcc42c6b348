import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCases } from './read-cases.ts';
import { createSession, runIn } from './session-on-memory.ts';

const folder = new URL('./cases/', import.meta.url);

for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.sh'))) {
  describe(file, () => {
    for (const { name, code, stdout, status } of readCases(readFileSync(new URL(file, folder), 'utf8'))) {
      test(name, async () => {
        const { stdout: printed, outcome } = await runIn(createSession(), code);
        expect({ stdout: printed, status: 'exitCode' in outcome ? outcome.exitCode : -1 }).toEqual({ stdout, status });
      });
    }
  });
}
