import { describe, expect, test } from 'vitest';
import { type CleanTakes, createCleanTakes } from './clean-takes.ts';

const call = (id: number, method: string): object => ({ kind: 'call', id, method, params: {} });
const result = (id: number, value: object = {}): object => ({ kind: 'result', id, value });
const take = (id: number): object => call(id, 'take_changes');

/** One whose last question was answered, with nothing since. */
function clean(): CleanTakes {
  const takes = createCleanTakes();
  takes.sent(take(1));
  takes.heard(result(1, { changes: {}, shells: { s: 1 } }));
  return takes;
}

describe('createCleanTakes', () => {
  test('knows nothing at first', () => {
    expect(createCleanTakes().answer(take(1))).toBe(undefined);
  });

  test('answers with the shells of the last answer, also after looks', () => {
    const takes = clean();
    takes.sent(call(2, 'facts'));
    expect(takes.answer(take(3))).toMatchObject({
      kind: 'result',
      id: 3,
      value: { changes: { entries: [] }, shells: { s: 1 } },
    });
    expect(takes.answer(call(4, 'facts'))).toBe(undefined);
  });

  test.each([
    ['a change', [call(2, 'bash')], []],
    ['a change that has ended', [call(2, 'change_file')], [result(2)]],
    ['a method that is not known', [call(2, 'new_method')], [result(2)]],
    ['files that changed by themselves', [], [{ kind: 'files_changed' }]],
  ])('passes the question on after %s', (_, sent, heard) => {
    const takes = clean();
    for (const message of sent) takes.sent(message);
    for (const message of heard) takes.heard(message);
    expect(takes.answer(take(9))).toBe(undefined);
  });

  test.each([
    ['files change before its answer', [], [{ kind: 'files_changed' }]],
    ['a change begins before its answer', [call(8, 'bash')], [result(8)]],
  ])('trusts no answer when %s', (_, sent, heard) => {
    const takes = createCleanTakes();
    takes.sent(take(1));
    for (const message of sent) takes.sent(message);
    for (const message of heard) takes.heard(message);
    takes.heard(result(1, { shells: {} }));
    expect(takes.answer(take(9))).toBe(undefined);
  });

  test('trusts no answer to a question that was asked during a change', () => {
    const takes = createCleanTakes();
    takes.sent(call(1, 'bash'));
    takes.sent(take(2));
    takes.heard(result(2, { shells: {} }));
    takes.heard(result(1));
    expect(takes.answer(take(9))).toBe(undefined);
  });

  test('trusts no error', () => {
    const takes = createCleanTakes();
    takes.sent(take(1));
    takes.heard({ kind: 'error', id: 1, error: {} });
    expect(takes.answer(take(9))).toBe(undefined);
  });
});
