/** What an error in a command ends, besides the command. */
export type ErrorEffect =
  /** Everything up to the end of the commands that were read together. */
  | 'line'
  /** The shell. */
  | 'shell';

/** An error that ends more than the command in which it happens; caught where scripts are read. */
export class ShellError extends Error {
  override readonly name = 'ShellError';
  readonly status: number;
  readonly effect: ErrorEffect;

  /** @param message what is printed after the shell's name and line; empty when it was printed already */
  constructor(message: string, options: { status?: number; effect?: ErrorEffect } = {}) {
    super(message);
    this.status = options.status ?? 1;
    this.effect = options.effect ?? 'line';
  }
}
