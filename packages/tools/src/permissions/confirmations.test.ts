import { describe, expect, test } from 'vitest';
import type { ApprovalRequest } from './approval.ts';
import { createConfirmations } from './confirmations.ts';

const request = (callId: string): ApprovalRequest => ({
  id: 'r',
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
  test('answers two calls of one id one after the other, and one that was given up takes nothing with it', async () => {
    const { ask, confirm, waiting } = createConfirmations();
    const controller = new AbortController();
    const first = ask(request('a'), controller);
    const second = ask(request('a'), new AbortController());
    const third = ask(request('a'), new AbortController());
    expect(waiting()).toEqual(['a', 'a', 'a']);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(confirm('a', { result: 'allow' })).toBe('answered');
    expect(confirm('a', { result: 'deny' })).toBe('answered');
    expect(await second).toEqual({ action: 'allow' });
    expect(await third).toEqual({ action: 'deny' });
    expect(waiting()).toEqual([]);
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
    ['{ "result": "deny", "denyMessage": 5 }', 'denyMessage must be a text'],
  ])('refuses %s', (text, message) => {
    expect(() => createConfirmations().confirm('a', JSON.parse(text))).toThrow(message);
  });
});
