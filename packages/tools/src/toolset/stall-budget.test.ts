import { describe, expect, test } from 'vitest';
import {
  checkDefaultStallBudget,
  DEFAULT_STALL_BUDGET_MS,
  parseStallBudget,
  stallBudgetFloor,
} from './stall-budget.ts';

const MINUTE = 60_000;

describe('stallBudgetFloor', () => {
  test('is a minute over the longest step, and never wraps', () => {
    expect(stallBudgetFloor(0)).toBe(11 * MINUTE);
    expect(stallBudgetFloor(45 * MINUTE)).toBe(46 * MINUTE);
    expect(stallBudgetFloor(Number.MAX_SAFE_INTEGER)).toBeGreaterThan(0);
    expect(DEFAULT_STALL_BUDGET_MS).toBe(30 * MINUTE);
  });
});

describe('parseStallBudget', () => {
  test.each<[string, number]>([
    ['11m', 11 * MINUTE],
    ['1h15m', 75 * MINUTE],
    ['1.5h', 90 * MINUTE],
    ['660s', 11 * MINUTE],
  ])('takes %s', (value, ms) => {
    expect(parseStallBudget('BUDGET', value, 0)).toBe(ms);
  });

  test.each<[string, RegExp]>([
    ['30mm', /^BUDGET must be a Go duration/],
    ['', /^BUDGET must be a Go duration/],
    ['30', /^BUDGET must be a Go duration/],
    ['-30m', /^BUDGET must be a positive Go duration$/],
    ['0', /^BUDGET must be a positive Go duration$/],
    ['10m59s', /^BUDGET must be at least 11m0s: one step alone may take 10m0s$/],
  ])('refuses %j', (value, wanted) => {
    expect(() => parseStallBudget('BUDGET', value, 0)).toThrow(wanted);
  });

  test('takes the longest duration without wrapping', () => {
    expect(parseStallBudget('BUDGET', '2540400h', 0)).toBeGreaterThan(9e12);
  });
});

describe('checkDefaultStallBudget', () => {
  test('names both settings, the floor and the default', () => {
    const step = { setting: 'STEP', budgetSetting: 'BUDGET' };
    expect(() => checkDefaultStallBudget({ ...step, valueMs: 29 * MINUTE })).not.toThrow();
    expect(() => checkDefaultStallBudget({ ...step, valueMs: 45 * MINUTE })).toThrow(
      'STEP is 45m0s, so BUDGET must be at least 46m0s; the default is 30m0s',
    );
  });
});
