import { type EngineLimit, engineLimitOf } from '@cloche/system';

/** Bounds of one run of a shell; a script that passes one ends with a message. */
export interface ShellLimits {
  /** Function calls, sourced files and evaluations inside one another. */
  readonly maxDepth: number;
  /** Bytes that one value, command substitution or `read` may hold. */
  readonly maxTextBytes: number;
  /** Subshells inside one another. */
  readonly maxSubshells: number;
  /** Commands that a run may execute, those of its subshells included. */
  readonly maxSteps: number;
  /** Bytes that a run may write to the descriptors it was given. */
  readonly maxOutputBytes: number;
  /** Bytes, about, that the variables and functions of one shell may hold. */
  readonly maxMemoryBytes: number;
  /** Descriptors that one shell may have open; more fail with `Too many open files`. */
  readonly maxOpenFiles: number;
}

/** Limits that no ordinary script meets. */
export const DEFAULT_LIMITS: ShellLimits = {
  maxDepth: 10_000,
  maxTextBytes: 64 * 1024 * 1024,
  maxSubshells: 200,
  maxSteps: 100_000_000,
  maxOutputBytes: 1024 * 1024 * 1024,
  maxMemoryBytes: 256 * 1024 * 1024,
  maxOpenFiles: 1024,
};

/** Steps of matching one pattern; see `boundPattern`. */
export const MAX_PATTERN_STEPS = 20_000_000;

/** Words that one expansion may give; a longer list would fill the memory before a command could use it. */
export const MAX_WORDS = 1_000_000;

/** Brackets, braces and the like inside one another. */
export const MAX_NESTING = 256;

/** What a script can have too much of. */
export type LimitName = keyof ShellLimits | 'maxWords' | 'maxPatternSteps' | 'maxNesting';

/** What the shells of one run have used together. */
export interface RunBudget {
  steps: number;
  outputBytes: number;
  /** UTF-16 units assigned since the memory was last measured. */
  assignedUnits: number;
  /** Arithmetic evaluations that are running inside one another. */
  evaluations: number;
  /** Messages of limits that were reported: the shells around the one that passed it end without a word. */
  readonly reported: Set<string>;
}

/** Creates the budget of a new run. */
export function createBudget(): RunBudget {
  return { steps: 0, outputBytes: 0, assignedUnits: 0, evaluations: 0, reported: new Set() };
}

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
  const limit = engineLimitOf(error);
  return limit && ENGINE_LIMITS[limit];
}

const ENGINE_LIMITS: Readonly<Record<EngineLimit, string>> = {
  'call stack': 'nested commands: limit of the call stack exceeded',
  memory: 'out of memory: a text or a list has become too long',
};
