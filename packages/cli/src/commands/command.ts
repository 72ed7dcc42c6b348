/** A command of `cloche`. */
export interface CliCommand {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `cloche NAME --help` prints. */
  readonly help: string;
  /** Runs with the arguments after the command's name and returns the exit status. */
  run(args: readonly string[]): Promise<number>;
}

/** Loads a command's code when it is used. */
export type LoadCommand = () => Promise<CliCommand>;
