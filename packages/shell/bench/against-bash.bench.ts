import { spawnSync } from 'node:child_process';
import { bench, describe } from 'vitest';
import { createSession, runIn } from '../conformance/session-on-memory.ts';
import { Samples } from './samples.ts';

/** Scripts that run here and in the real bash of this machine, in turn. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '100,000 steps of ((i++))': 'i=0; while ((i < 100000)); do ((i++)); done; echo $i',
  '100,000 steps of for ((…))': 's=0; for ((i = 0; i < 100000; i++)); do s=$((s + i)); done; echo $s',
  '100,000 steps of [ … ]': 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; echo $i',
  '10,000 lines of while read, from a file':
    'for ((i = 0; i < 10000; i++)); do echo "word$i the quick brown fox"; done >lines; n=0; while read -r line; do n=$((n + 1)); done <lines; echo $n',
  '10,000 lines of while read, from a pipe':
    'for ((i = 0; i < 10000; i++)); do echo "word$i the fox"; done | while read -r a b; do n=$((n + 1)); done; echo $?',
  '10,000 function calls': 'f() { local x=$1; r=$x; }; for ((i = 0; i < 10000; i++)); do f $i; done; echo $r',
  '2,000 command substitutions': 'for ((i = 0; i < 2000; i++)); do x=$(echo x); done; echo $x',
  '20,000 patterns':
    'for ((i = 0; i < 20000; i++)); do a="v${i}x"; s=${a%x}; case $s in v1*) k=1 ;; *) k=2 ;; esac; [[ $s == *9 ]] && k=3; done; echo $s $k',
  '20,000 array elements': 'for ((i = 0; i < 20000; i++)); do a[i]=$i; done; echo ${#a[@]} ${a[777]}',
  '5,000 redirections': 'for ((i = 0; i < 5000; i++)); do echo "line $i" >out; done; read -r x <out; echo $x',
};

const RUNS = { iterations: 10, time: 0, warmupIterations: 0, warmupTime: 0 };

for (const [name, script] of Object.entries(SCRIPTS)) {
  describe(name, async () => {
    const session = createSession();
    const ours = new Samples();
    const theirs = new Samples();
    const runOurs = async (): Promise<string> => (await runIn(session, script)).stdout;
    const runTheirs = (): string =>
      spawnSync('bash', ['-c', `cd "$(mktemp -d)"; ${script}`], { encoding: 'utf8' }).stdout;
    if ((await runOurs()) !== runTheirs()) throw new Error(`bash prints something else for: ${script}`);
    const compare = (_: unknown, mode: unknown): void => {
      if (mode !== 'run') return;
      const ratio = ours.quantile(0.5) / theirs.quantile(0.5);
      process.stdout.write(`${name}: ${ratio.toFixed(2)} x bash (${ours.describe()}; bash ${theirs.describe()})\n`);
    };
    bench('here', () => ours.measure(runOurs), RUNS);
    bench('bash', () => theirs.measure(runTheirs), { ...RUNS, teardown: compare });
  });
}
