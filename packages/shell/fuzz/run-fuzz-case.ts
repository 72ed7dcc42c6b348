import { readdirSync, readFileSync } from 'node:fs';
import { readCases } from '../conformance/read-cases.ts';
import { createSession, runIn } from '../conformance/session-on-memory.ts';
import type { ShellLimits } from '../src/index.ts';
import { generateScript } from './generate-script.ts';
import { mutateScript } from './mutate-script.ts';
import { createRandom } from './random.ts';

/** So small that no script takes long. */
const LIMITS: Partial<ShellLimits> = {
  maxSteps: 3_000,
  maxOutputBytes: 200_000,
  maxTextBytes: 500_000,
  maxMemoryBytes: 20_000_000,
  maxDepth: 100,
  maxSubshells: 20,
};

/** A run that waits for something that never comes, such as input of a terminal, is ended after this. */
const LONGEST_WAIT_MS = 2_000;

/** Scripts waiting longer than this after they were told to end are hangs. */
const LONGEST_END_MS = 3_000;

const folder = new URL('../conformance/cases/', import.meta.url);

/** Returns the scripts of the conformance cases, to be mutated. */
export function readSeeds(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.sh'))
    .flatMap((name) => readCases(readFileSync(new URL(name, folder), 'utf8')).map(({ code }) => code));
}

/** Returns the script of a seed: made by the grammar, or a mutation of one or of a conformance case. */
export function scriptOf(seed: number, seeds: readonly string[]): string {
  const random = createRandom(seed);
  if (random.chance(0.4)) return generateScript(random);
  const base = random.chance(0.5) ? generateScript(random) : (seeds[random.below(seeds.length)] ?? '');
  return mutateScript(base, random);
}

/** How a script ended. */
export type FuzzOutcome =
  | { readonly kind: 'ended'; readonly stdout: string; readonly stderr: string; readonly status: number | undefined }
  | { readonly kind: 'fault'; readonly problem: string };

/** Runs a script here with small limits. A fault is an error that is no outcome of a script, or a run that does not end. */
export async function runFuzzCase(script: string): Promise<FuzzOutcome> {
  const session = createSession(undefined, LIMITS);
  const controller = new AbortController();
  const abort = setTimeout(() => controller.abort(new Error('the script waits')), LONGEST_WAIT_MS);
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<FuzzOutcome>((resolve) => {
    giveUp = setTimeout(() => resolve({ kind: 'fault', problem: 'does not end' }), LONGEST_WAIT_MS + LONGEST_END_MS);
  });
  const run = async (): Promise<FuzzOutcome> => {
    try {
      const { stdout, stderr, outcome } = await runIn(session, script, controller.signal);
      return { kind: 'ended', stdout, stderr, status: outcome.kind === 'aborted' ? undefined : outcome.exitCode };
    } catch (error) {
      return { kind: 'fault', problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  try {
    return await Promise.race([run(), hang]);
  } finally {
    clearTimeout(abort);
    clearTimeout(giveUp);
    controller.abort(new Error('the case is over'));
  }
}
