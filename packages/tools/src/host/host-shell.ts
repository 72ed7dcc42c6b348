import type { OpenFile, Process } from '@cloche/system';

/** How a script runs in a session's shell. */
export interface HostRunOptions {
  /** 0, 1 and 2; the caller keeps its ownership. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  /** Kills what the script started. */
  readonly signal: AbortSignal;
  /** The controlling terminal of the script, which is not retained. */
  readonly terminal?: OpenFile;
  /** The script may execute and print without end: something else bounds it. */
  readonly isUnbounded?: boolean;
}

/** How a script ended; only `exited` has kept its changes of state. */
export type HostRunEnd =
  | { readonly kind: 'exited' | 'dropped' | 'killed'; readonly exitCode: number }
  | { readonly kind: 'aborted' };

/** A script that runs. */
export interface HostRun {
  /** Leads a process group and a session of its own. */
  readonly process: Process;
  readonly ended: Promise<HostRunEnd>;
  /** Lets the script go on without the session: its changes of state are dropped. */
  detach(): void;
}

/** A session's shell, as the host needs it; the shell package's `ShellSession` is one. */
export interface HostShell {
  /**
   * Runs a script in the state that earlier runs left. Resolves also when the signal is aborted (`aborted`): then
   * everything the script started in the foreground has ended.
   */
  run(script: string, options: HostRunOptions): Promise<HostRunEnd>;
  /** Starts a script and returns at once. Throws `EAGAIN`. */
  start(script: string, options: HostRunOptions): HostRun;
  /** The directory that the next run starts in. */
  readonly cwd: string;
  /** Returns the state that carries over to the next run, as plain data. */
  snapshot(): unknown;
}

/** Opens a session's shell, from the start or from a state that `snapshot` gave. */
export type OpenHostShell = (state?: unknown) => HostShell;
