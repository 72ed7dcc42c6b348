import { describe, expect, test } from 'vitest';
import { createArithmeticEvaluator } from './evaluate-arithmetic.ts';

const variables = { read: () => '', write: () => undefined };

describe('evaluate', () => {
  test.each([
    ['9223372036854775807 + 1', '-9223372036854775808'],
    ['-9223372036854775808 - 1', '9223372036854775807'],
    ['9223372036854775807 * 2', '-2'],
    ['1 << 63', '-9223372036854775808'],
    ['1 << 64', '1'],
    ['-1 >> 1', '-1'],
    ['0xffffffffffffffff', '-1'],
    ['2 ** 62', '4611686018427387904'],
    ['-7 / 2', '-3'],
    ['-7 % 2', '-1'],
    ['36#zZ', '1295'],
    ['64#_', '63'],
    ['1 ? 2 : 3, 4', '4'],
    ['!0 && ~0', '1'],
  ])('gives the 64-bit result of %s', (expression, expected) => {
    expect(String(createArithmeticEvaluator().evaluate(expression, variables))).toBe(expected);
  });

  test('refuses a division by zero', () => {
    expect(() => createArithmeticEvaluator().evaluate('1 / 0', variables)).toThrow('division by 0');
  });
});
