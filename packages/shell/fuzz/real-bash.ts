import { spawnSync } from 'node:child_process';

/** What the real bash printed and how it ended; `undefined` when it took too long. */
export interface RealOutcome {
  readonly stdout: string;
  readonly status: number;
}

const SECONDS = 3;

/** Limits inside the sandbox: processes, seconds of processor time, kilobytes of a file and of memory. */
const ULIMITS = 'ulimit -u 200 -t 2 -f 2000 -v 500000';

/**
 * Runs a script in the real bash, only ever inside bubblewrap: no network, nothing to write to but an empty folder in
 * memory, its own processes, and an end after some seconds.
 */
export function runInRealBash(script: string): RealOutcome | undefined {
  const sandbox =
    '--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL ' +
    '--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 ' +
    '--proc /proc --dev /dev --tmpfs /tmp --tmpfs /home --chdir /home ' +
    '--setenv PATH /bin --setenv HOME /home --setenv LC_ALL C.UTF-8';
  const command = [
    'timeout',
    '-s',
    'KILL',
    String(SECONDS),
    'bash',
    '-c',
    `${ULIMITS}; exec bash -c "$1"`,
    'bash',
    script,
  ];
  const { stdout, status } = spawnSync('bwrap', [...sandbox.split(' '), ...command], {
    input: '',
    timeout: (SECONDS + 2) * 1000,
    maxBuffer: 4_000_000,
  });
  if (status === null || status === 137) return undefined;
  return { stdout: stdout.toString('latin1'), status };
}
