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
  maxTextBytes: 64 * 1024 * 1024,
  maxSubshells: 200,
};

/** Steps of matching one pattern; see `boundPattern`. */
export const MAX_PATTERN_STEPS = 20_000_000;

/** Words that one expansion may give; a longer list would fill the memory before a command could use it. */
export const MAX_WORDS = 1_000_000;

/** What a script can have too much of. */
export type LimitName = keyof ShellLimits | 'maxWords' | 'maxPatternSteps';

/** Thrown when a script passes a limit; caught once, where the run began. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly code = 'limit_exceeded';
  readonly limit: LimitName;
  readonly budget: number;

  constructor(limit: LimitName, budget: number, what: string) {
    super(`${what}: limit of ${budget.toLocaleString('en-US')} exceeded`);
    this.limit = limit;
    this.budget = budget;
  }
}

/**
 * Returns what to say when `error` means that the script has passed a limit, one of ours or one of the JavaScript engine;
 * `undefined` for every other error.
 */
export function limitMessage(error: unknown): string | undefined {
  if (error instanceof LimitExceeded) return error.message;
  if (!(error instanceof RangeError)) return undefined;
  if (/call stack/i.test(error.message)) return 'nested commands: limit of the call stack exceeded';
  if (/string length|array length|allocation/i.test(error.message))
    return 'out of memory: a text or a list has become too long';
  return undefined;
}
