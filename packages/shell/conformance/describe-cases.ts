/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest';
import { readCases } from './read-cases.ts';
import { createSession, runIn } from './session-on-memory.ts';

const FILES = import.meta.glob<string>('./cases/*.test.sh', { eager: true, query: '?raw', import: 'default' });

/** Declares a test for each case of the real bash that was recorded: ours must print the same, in Node and in browsers. */
export function describeCases(): void {
  for (const [file, text] of Object.entries(FILES)) {
    describe(file.slice('./cases/'.length), () => {
      for (const { name, code, stdout, status } of readCases(text)) {
        test(name, async () => {
          const { stdout: printed, outcome } = await runIn(createSession(), code);
          expect({ stdout: printed, status: 'exitCode' in outcome ? outcome.exitCode : -1 }).toEqual({
            stdout,
            status,
          });
        });
      }
    });
  }
}
