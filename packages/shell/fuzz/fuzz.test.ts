import { describe, expect, test } from 'vitest';
import { readSeeds, runFuzzCase, scriptOf } from './run-fuzz-case.ts';

const SEEDS = 1_000;
const SEEDS_A_TEST = 100;

describe('random scripts', () => {
  const seeds = readSeeds();
  for (let first = 1; first <= SEEDS; first += SEEDS_A_TEST) {
    test(`seeds ${first} to ${first + SEEDS_A_TEST - 1} end without a fault`, async () => {
      for (let seed = first; seed < first + SEEDS_A_TEST; seed++) {
        const script = scriptOf(seed, seeds);
        expect({ seed, script, ...(await runFuzzCase(script)) }).toMatchObject({ kind: 'ended' });
      }
    });
  }
});
