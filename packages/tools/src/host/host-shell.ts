import type { OpenFile } from '@cloche/system';

/** A session's shell, as the host needs it; the shell package's `ShellSession` is one. */
export interface HostShell {
  /**
   * Runs a script in the state that earlier runs left. Resolves also when the signal is aborted (`aborted`): then
   * everything the script started in the foreground has ended. Only `exited` keeps the script's changes of state.
   *
   * @param options.descriptors  0, 1 and 2; the caller keeps its ownership
   */
  run(
    script: string,
    options: { descriptors: ReadonlyMap<number, OpenFile>; signal: AbortSignal },
  ): Promise<
    { readonly kind: 'exited' | 'dropped' | 'killed'; readonly exitCode: number } | { readonly kind: 'aborted' }
  >;
  /** The directory that the next run starts in. */
  readonly cwd: string;
  /** Returns the state that carries over to the next run, as plain data. */
  snapshot(): unknown;
}

/** Opens a session's shell, from the start or from a state that `snapshot` gave. */
export type OpenHostShell = (state?: unknown) => HostShell;
