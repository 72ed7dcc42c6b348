import type { OpenFile } from '@cloche/system';

/** A session's shell, as the host needs it; the machine's composition makes it of the shell package. */
export interface HostShell {
  /**
   * Runs a script in the state that earlier runs left. Resolves also when the signal is aborted: then everything the
   * script started in the foreground has ended and the run's changes of state were dropped.
   */
  run(
    script: string,
    options: { stdin: OpenFile; stdout: OpenFile; stderr: OpenFile; signal: AbortSignal },
  ): Promise<{ kind: 'exited'; exitCode: number } | { kind: 'aborted' }>;
  /** Returns the state that carries over to the next run, as plain data. */
  snapshot(): unknown;
}

/** Opens a session's shell, from the start or from a state that `snapshot` gave. */
export type OpenHostShell = (state?: unknown) => HostShell;
