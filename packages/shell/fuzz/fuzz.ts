import { encodeText } from '@cloche/system';
import { runInRealBash } from './real-bash.ts';
import { readSeeds, runFuzzCase, scriptOf } from './run-fuzz-case.ts';

/** What `pnpm fuzz` was asked for. */
export interface FuzzRequest {
  readonly count: number;
  readonly firstSeed: number;
  /** Runs each script in the real bash too, inside bubblewrap, and reports where it answers otherwise. */
  readonly comparesWithBash: boolean;
  readonly print: (line: string) => void;
}

/** Runs random scripts and prints faults and disagreements; returns how many faults there were. */
export async function fuzz({ count, firstSeed, comparesWithBash, print }: FuzzRequest): Promise<number> {
  const seeds = readSeeds();
  let faults = 0;
  let compared = 0;
  let agreed = 0;
  let highestBytes = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const script = scriptOf(seed, seeds);
    const outcome = await runFuzzCase(script);
    highestBytes = Math.max(highestBytes, process.memoryUsage().rss);
    if (outcome.kind === 'fault') {
      faults++;
      print(JSON.stringify({ seed, fault: outcome.problem, script }));
      continue;
    }
    if (!comparesWithBash || !isComparable(script) || outcome.status === undefined) continue;
    const real = runInRealBash(script);
    if (!real) continue;
    compared++;
    const stdout = Buffer.from(encodeText(outcome.stdout)).toString('latin1');
    if (stdout === real.stdout && outcome.status === real.status) agreed++;
    else
      print(
        JSON.stringify({ seed, script, here: { stdout, status: outcome.status, stderr: outcome.stderr }, bash: real }),
      );
  }
  print(
    `${count} scripts from seed ${firstSeed}: ${faults} faults, at most ${Math.round(highestBytes / 1e6)} MB of memory`,
  );
  if (compared > 0) print(`${agreed} of ${compared} agree with bash (${((100 * agreed) / compared).toFixed(1)} %)`);
  return faults;
}

/** A session leaves out an EXIT trap at the end of a script; an argument cannot hold NUL; process numbers differ. */
function isComparable(script: string): boolean {
  return !script.includes('\0') && !script.includes('EXIT') && !script.includes('$$');
}
