import { describe, expect, test } from 'vitest';
import { AssociativeArray } from './associative-array.ts';

describe('AssociativeArray', () => {
  test("lists keys in bash's order, whatever the order they were set in", () => {
    const first = new AssociativeArray([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]);
    const second = new AssociativeArray([
      ['c', '3'],
      ['a', '1'],
      ['b', '2'],
    ]);
    expect([...first.keys()]).toEqual(['c', 'b', 'a']);
    expect([...second]).toEqual([...first]);
  });

  test('copies without sharing', () => {
    const array = new AssociativeArray([['a', '1']]);
    const copy = array.clone();
    copy.set('b', '2');
    expect([...array.keys()]).toEqual(['a']);
    expect(copy.size).toBe(2);
  });
});
