import { packContents } from '@cloche/system';
import { WIRE_VERSION } from '@cloche/tools';
import { afterEach, describe, expect, test } from 'vitest';
import type { MachineState } from '../wire/runner-api.ts';
import { createMachineLink, type MachineLinkOptions } from './machine-link.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

const EMPTY = { snapshot: { entries: [], contents: packContents(new Map()) }, shells: {}, loops: {}, damaged: [] };

/** A link to machines that greet and never finish taking their files; `asked` resolves when one is asked to, `closed` when one is let go. */
function open(options: Partial<MachineLinkOptions> & { readonly beforeStart?: Promise<void> } = {}) {
  const states: MachineState[] = [];
  let isClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  let hasBeenAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    hasBeenAsked = resolve;
  });
  const link = createMachineLink({
    async start() {
      await options.beforeStart;
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      port1.addEventListener('close', isClosed);
      port1.onmessage = () => hasBeenAsked();
      port1.postMessage({ kind: 'hello', version: WIRE_VERSION });
      const facts = {
        kind: 'webcontainer',
        reason: 'a test',
        isIsolated: true,
        network: 'open',
        notStored: [],
      } as const;
      return { port: port2, facts };
    },
    restore: async () => EMPTY,
    app: () => ({ answer: () => Promise.reject(new Error('not used')), close: () => undefined }),
    onFilesChanged: () => undefined,
    onState: (state) => void states.push(state),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    ...options,
  });
  return { link, states, asked, closed };
}

describe('the link to a machine that is starting', () => {
  test('ends at once with the reason when the machine is lost', async () => {
    const { link, states, asked } = open();
    const host = link.host();
    await asked;
    link.lose('the runtime broke');
    await expect(host).rejects.toMatchObject({
      code: 'machine_failed',
      message: 'the machine did not start: the machine is gone: the runtime broke',
    });
    expect(states.at(-1)).toEqual({ kind: 'lost', reason: 'the machine is gone: the runtime broke' });
    expect(link.isRunning).toBe(false);
  });

  test('ends at once when the workspace is closed, and starts no other', async () => {
    const { link, asked } = open();
    const host = link.host();
    await asked;
    link.close('the workspace is closed');
    await expect(host).rejects.toThrow('the workspace is closed');
    await expect(link.host()).rejects.toMatchObject({ code: 'closed' });
  });

  test('lets the machine go when the stored files cannot be read, and starts another next time', async () => {
    let restores = 0;
    let begin: () => void = () => undefined;
    const beforeStart = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { link, asked, closed } = open({
      beforeStart,
      async restore() {
        if (restores++ === 0) throw new Error('the store is damaged');
        return EMPTY;
      },
    });
    await expect(link.host()).rejects.toThrow('the machine did not start: the store is damaged');
    begin();
    await closed;
    const again = link.host();
    await asked;
    link.lose('it is enough');
    await expect(again).rejects.toThrow('it is enough');
  });
});
