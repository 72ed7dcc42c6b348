import { describe, expect, test } from 'vitest';
import type { ApprovalRequest } from './approval.ts';
import { createConfirmations } from './confirmations.ts';

const request = (callId: string, id = 'r'): ApprovalRequest => ({
  id,
  callId,
  session: 's',
  tool: { name: 'bash', title: 'Run a command' },
  subject: { summary: 'x', detail: { kind: 'query', text: 'x' } },
  input: {},
  parts: [],
  offers: [],
  risks: [],
  askedAtMs: 0,
});

describe('createConfirmations', () => {
  test('answers none of several calls of one id until it is told which', async () => {
    const { ask, confirm, waiting, requests } = createConfirmations();
    const controller = new AbortController();
    const first = ask(request('a', 'r1'), controller);
    const second = ask(request('a', 'r2'), new AbortController());
    const third = ask(request('a', 'r3'), new AbortController());
    expect(waiting()).toEqual(['a', 'a', 'a']);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(confirm('a', { result: 'allow' })).toBe('ambiguous');
    expect(requests().map(({ id }) => id)).toEqual(['r2', 'r3']);
    expect(confirm('b', { result: 'allow', requestId: 'r3' })).toBe('settled');
    expect(confirm('a', { result: 'allow', requestId: 'r3' })).toBe('answered');
    expect(await third).toEqual({ action: 'allow' });
    expect(confirm('a', { result: 'deny', requestId: 'r3' })).toBe('settled');
    expect(confirm('a', { result: 'deny' })).toBe('ambiguous');
    expect(confirm('a', { result: 'deny', requestId: 'r2' })).toBe('answered');
    expect(await second).toEqual({ action: 'deny' });
    expect(waiting()).toEqual([]);
  });

  test('one that comes twice does not answer what the call asks next', async () => {
    const { ask, confirm } = createConfirmations();
    const first = ask(request('a', 'r1'), new AbortController());
    expect(confirm('a', { result: 'allow' })).toBe('answered');
    expect(await first).toEqual({ action: 'allow' });
    const changed = ask(request('a', 'r2'), new AbortController());
    expect(confirm('a', { result: 'allow' })).toBe('ambiguous');
    expect(confirm('a', { result: 'deny', requestId: 'r2' })).toBe('answered');
    expect(await changed).toEqual({ action: 'deny' });
  });

  test('nor does one that came before the call', async () => {
    const { ask, confirm } = createConfirmations();
    expect([confirm('a', { result: 'allow' }), confirm('a', { result: 'allow' })]).toEqual(['kept', 'kept']);
    expect(await ask(request('a', 'r1'), new AbortController())).toEqual({ action: 'allow' });
    void ask(request('a', 'r2'), new AbortController());
    expect(confirm('a', { result: 'allow' })).toBe('ambiguous');
  });

  test('a call that is over leaves its id to another one, and a late confirmation answers neither', async () => {
    const { ask, confirm, ended } = createConfirmations();
    void ask(request('a', 'r1'), new AbortController());
    expect(confirm('a', { result: 'allow' })).toBe('answered');
    ended('a');
    expect(confirm('a', { result: 'allow' })).toBe('settled');
    const other = ask(request('a', 'r2'), new AbortController());
    expect(confirm('a', { result: 'deny' })).toBe('answered');
    expect(await other).toEqual({ action: 'deny' });
  });

  test('gives no early confirmation to a call that was given up', async () => {
    const { ask, confirm } = createConfirmations();
    confirm('a', { result: 'allow' });
    await expect(ask(request('a'), { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(await ask(request('a'), new AbortController())).toEqual({ action: 'allow' });
  });

  test.each<[string, string]>([
    ['{ "result": "maybe" }', 'result must be'],
    ['{}', 'result must be'],
    ['{ "result": "allow", "requestId": 5 }', 'requestId must be a text'],
    ['{ "result": "deny", "denyMessage": 5 }', 'denyMessage must be a text'],
  ])('refuses %s', (text, message) => {
    expect(() => createConfirmations().confirm('a', JSON.parse(text))).toThrow(message);
  });
});
