import { describe, expect, test, vi } from 'vitest';
import { createPortCodec } from './message-pack.ts';
import { createPortHub, ROOT_PORT } from './port-hub.ts';
import { Proxied, RemoteCallback, type RemoteObject, serveObject } from './remote-object.ts';

/** What the page would see of an object: messages that were sent, by the numbers of their lines. */
function serve(object: RemoteObject, isDead = (): boolean => false) {
  const sent: unknown[] = [];
  const codec = createPortCodec(
    (port) => (port instanceof PagePort ? port.number : undefined),
    (number) => ({ port: number }),
  );
  const hub = createPortHub((bytes) => sent.push(codec.decode(bytes)));
  const describeError = (error: unknown): object => ({
    message: error instanceof Error ? error.message : String(error),
  });
  serveObject(hub.root, new Proxied(object, { isDead, endsAll: true }), { openPort: hub.openPort, describeError });
  return {
    sent,
    hub,
    post: (line: number, message: object) => hub.receive(codec.encode([line, message]).slice()),
    call: (line: number, path: string[], argumentList: unknown[] = []) =>
      hub.receive(codec.encode([line, { id: 'a', type: 2, path, argumentList }]).slice()),
  };
}

class PagePort {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

const raw = (value?: unknown): object => (value === undefined ? { type: 0 } : { type: 0, value });
const thrown = (message: unknown): object => ({ type: 3, name: 'throw', value: { isError: true, value: { message } } });

describe('serveObject', () => {
  test('answers calls, and reads of what is promised', async () => {
    const page = serve({ add: (a, b) => Number(a) + Number(b), later: Promise.resolve(Uint8Array.of(1, 2)) });
    page.call(ROOT_PORT, ['add'], [raw(2), raw(3)]);
    page.post(ROOT_PORT, { id: 'b', type: 0, path: ['later'] });
    await vi.waitFor(() => expect(page.sent).toHaveLength(2));
    expect(page.sent).toStrictEqual([
      [ROOT_PORT, { type: 0, value: 5, id: 'a' }],
      [ROOT_PORT, { type: 0, value: Uint8Array.of(1, 2), id: 'b' }],
    ]);
  });

  test.each([
    ['a method that throws', ['fail'], [], 'broken'],
    ['a method that there is not', ['nothing'], [], 'the runtime has no nothing'],
    ['what every object has', ['constructor'], [], 'the runtime has no constructor'],
    ['a member of a member', ['fail', 'call'], [], 'the runtime has no fail.call'],
    ['a result that cannot be copied', ['function'], [], expect.stringContaining('Unrecognized object')],
    [
      'an argument of a kind that is not known',
      ['fail'],
      [{ type: 3, name: 'other' }],
      'the runtime does not know values of kind other',
    ],
  ])('answers %s with an error', async (_, path, argumentList, message) => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const page = serve({ fail, function: () => () => undefined });
    page.call(ROOT_PORT, path, argumentList);
    await vi.waitFor(() => expect(page.sent).toHaveLength(1));
    expect(page.sent).toStrictEqual([[ROOT_PORT, { ...thrown(message), id: 'a' }]]);
  });

  test('gives objects out on lines of their own, which end with the object', async () => {
    const page = serve({ make: () => new Proxied({ name: () => 'inner' }) });
    page.call(ROOT_PORT, ['make']);
    await vi.waitFor(() => expect(page.sent).toHaveLength(1));
    expect(page.sent).toStrictEqual([[ROOT_PORT, { type: 3, name: 'proxy', value: { port: 1 }, id: 'a' }]]);
    page.call(1, ['name']);
    await vi.waitFor(() => expect(page.sent).toHaveLength(2));
    page.post(ROOT_PORT, { id: 'r', type: 5, path: [] });
    await vi.waitFor(() => expect(page.hub.count()).toBe(0));
    expect(page.sent.slice(1)).toStrictEqual([
      [1, { type: 0, value: 'inner', id: 'a' }],
      [ROOT_PORT, { type: 0, id: 'r' }],
      [ROOT_PORT],
      [1],
    ]);
  });

  test('calls functions of the page until they are released', async () => {
    const page = serve({
      hear(listener) {
        if (!(listener instanceof RemoteCallback)) return;
        listener.call('one', null);
        listener.release();
        listener.call('two');
      },
    });
    page.call(ROOT_PORT, ['hear'], [{ type: 3, name: 'proxy', value: new PagePort(2) }]);
    await vi.waitFor(() => expect(page.sent).toHaveLength(3));
    expect(page.sent).toStrictEqual([
      [2, { id: 'call-1', type: 2, path: [], argumentList: [raw('one'), { type: 0, value: null }] }],
      [2, { id: 'release', type: 5, path: [] }],
      [ROOT_PORT, { type: 0, id: 'a' }],
    ]);
    page.post(2, { id: 'call-1', type: 0 });
    page.post(2, { id: 'release', type: 0 });
    expect(page.sent.at(-1)).toStrictEqual([2]);
    expect(page.hub.count()).toBe(1);
  });

  test('is deaf when its runtime is dead', async () => {
    let isDead = false;
    const page = serve({ work: async () => 1 }, () => isDead);
    page.call(ROOT_PORT, ['work']);
    isDead = true;
    page.call(ROOT_PORT, ['work']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(page.sent).toStrictEqual([]);
  });
});
