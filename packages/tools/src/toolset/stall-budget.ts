import { describeDuration } from '../output/describe-duration.ts';

const MINUTE_MS = 60_000;
/** The longest step that every budget must outlast. */
const LONGEST_COMMON_STEP_MS = 10 * MINUTE_MS;
const MARGIN_MS = MINUTE_MS;
/** Go's longest duration, 2^63 - 1 ns, in whole milliseconds. */
const LONGEST_MS = 9_223_372_036_854;
const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
};

/** How long a run may be silent unless told otherwise. */
export const DEFAULT_STALL_BUDGET_MS: number = 3 * LONGEST_COMMON_STEP_MS;

/** A budget that cannot be used. */
export class StallBudgetError extends Error {
  override readonly name = 'StallBudgetError';
  readonly code = 'invalid_stall_budget';
}

/** Returns the shortest budget for runs whose longest single step takes `longestStepMs`. */
export function stallBudgetFloor(longestStepMs: number): number {
  return Math.min(Math.max(longestStepMs, LONGEST_COMMON_STEP_MS) + MARGIN_MS, LONGEST_MS);
}

/**
 * Reads a budget written as a Go duration (`30m`, `1h15m`).
 *
 * @param setting  what the value was given as, for messages
 * @returns milliseconds, never under the floor for `longestStepMs`
 */
export function parseStallBudget(setting: string, value: string, longestStepMs: number): number {
  const ms = parseDuration(value);
  if (ms === undefined)
    throw new StallBudgetError(
      `${setting} must be a Go duration: ${JSON.stringify(value)} is none; write it as 30m or 1h15m`,
    );
  if (ms <= 0) throw new StallBudgetError(`${setting} must be a positive Go duration`);
  const floor = stallBudgetFloor(longestStepMs);
  if (ms < floor) {
    const step = describeDuration(Math.max(longestStepMs, LONGEST_COMMON_STEP_MS));
    throw new StallBudgetError(
      `${setting} must be at least ${describeDuration(floor)}: one step alone may take ${step}`,
    );
  }
  return ms;
}

/**
 * Ensures that the default budget outlasts a step whose length was set.
 *
 * @param step  the setting that says how long a step may take, its value, and the setting that would raise the budget
 */
export function checkDefaultStallBudget(step: { setting: string; valueMs: number; budgetSetting: string }): void {
  const floor = stallBudgetFloor(step.valueMs);
  if (floor <= DEFAULT_STALL_BUDGET_MS) return;
  throw new StallBudgetError(
    `${step.setting} is ${describeDuration(step.valueMs)}, so ${step.budgetSetting} must be at least ${describeDuration(floor)}; ` +
      `the default is ${describeDuration(DEFAULT_STALL_BUDGET_MS)}`,
  );
}

/** Returns milliseconds, saturating as Go's type does; `undefined` for what is no duration. */
function parseDuration(text: string): number | undefined {
  const [, sign = '', body = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (body === '0') return 0;
  const parts = [...body.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy)];
  if (body === '' || parts.map(([part]) => part).join('') !== body) return undefined;
  const ms = parts.reduce((sum, [, amount = '0', unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
  return (sign === '-' ? -1 : 1) * Math.min(ms, LONGEST_MS);
}
