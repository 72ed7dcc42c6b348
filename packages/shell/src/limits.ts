/** Bounds of one run of a shell; a script that passes one ends with a message. */
export interface ShellLimits {
  /** Function calls, sourced files and evaluations inside one another. */
  readonly maxDepth: number;
  /** Bytes that one command substitution or `read` may hold. */
  readonly maxTextBytes: number;
  /** Subshells inside one another. */
  readonly maxSubshells: number;
}

/** Limits that no ordinary script meets. */
export const DEFAULT_LIMITS: ShellLimits = {
  maxDepth: 10_000,
  maxTextBytes: 256 * 1024 * 1024,
  maxSubshells: 200,
};

/** Thrown when a script passes a limit; caught once, where the run began. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly code = 'limit_exceeded';
  readonly limit: keyof ShellLimits;
  readonly budget: number;

  constructor(limit: keyof ShellLimits, budget: number, what: string) {
    super(`${what}: limit of ${budget.toLocaleString('en-US')} exceeded`);
    this.limit = limit;
    this.budget = budget;
  }
}
