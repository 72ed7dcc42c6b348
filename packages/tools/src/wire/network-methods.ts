import type { FetchProvider, FetchRequest, FetchResponse } from '@cloche/system';
import { createDeferred } from '@cloche/system';

/** What a machine may ask of the app, which alone has a network. Plain data. */
export interface AppMethods {
  /** Sends a request; resolves when its head is there. The body is read piece by piece, under the answer's `bodyId`. */
  fetch_open: {
    params: FetchRequest;
    result: Omit<FetchResponse, 'body'> & { readonly bodyId: number };
  };
  /** Returns the next piece of a body; `undefined` at its end. */
  fetch_read: { params: { readonly bodyId: number }; result: { readonly bytes: Uint8Array | undefined } };
  /** Nobody reads the rest of a body. */
  fetch_close: { params: { readonly bodyId: number }; result: Record<never, never> };
}

/** Name of a method of the app. */
export type AppMethod = keyof AppMethods;

/** Asks the app. Rejects with what the app said, and with `signal.reason` when aborted. */
export type AskApp = <Method extends AppMethod>(
  method: Method,
  params: AppMethods[Method]['params'],
  options: { readonly signal: AbortSignal },
) => Promise<AppMethods[Method]['result']>;

/** The network of a machine, which is the app's. */
export interface AppNetwork {
  readonly provider: FetchProvider;
  /** Says how the app is asked, once the machine is connected; requests wait for it. */
  connect(ask: AskApp): void;
}

/** Creates the machine's end of the app's network. */
export function createAppNetwork(): AppNetwork {
  const connected = createDeferred<AskApp>();
  return {
    connect: (ask) => connected.resolve(ask),
    provider: {
      async fetch(request, { signal }) {
        const ask = await connected.promise;
        const { bodyId, ...head } = await ask('fetch_open', request, { signal });
        return { ...head, body: readBody(ask, bodyId, signal) };
      },
    },
  };
}

async function* readBody(ask: AskApp, bodyId: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let isDone = false;
  try {
    for (;;) {
      const { bytes } = await ask('fetch_read', { bodyId }, { signal });
      if (!bytes) {
        isDone = true;
        return;
      }
      yield bytes;
    }
  } finally {
    if (!isDone) ask('fetch_close', { bodyId }, { signal: new AbortController().signal }).catch(() => undefined);
  }
}

/** The app's end: what answers a machine. */
export interface AppServer {
  answer: AskApp;
  /** The machine is gone: what it still reads is let go. */
  close(): void;
}

/** Bodies that one machine may have open: more are refused, so that a loop cannot hold connections without end. */
const MAX_OPEN_BODIES = 64;

/** Serves a machine's requests from a provider. */
export function serveAppNetwork(provider: FetchProvider): AppServer {
  const open = new Map<number, { readonly pieces: AsyncIterator<Uint8Array>; readonly life: AbortController }>();
  let nextId = 1;
  const closeBody = (bodyId: number): void => {
    const body = open.get(bodyId);
    open.delete(bodyId);
    body?.life.abort(new Error('nobody reads the answer'));
    void body?.pieces.return?.();
  };
  const methods: {
    [Method in AppMethod]: (
      params: AppMethods[Method]['params'],
      signal: AbortSignal,
    ) => Promise<AppMethods[Method]['result']>;
  } = {
    async fetch_open(request, signal) {
      if (open.size >= MAX_OPEN_BODIES)
        throw new Error(`too many answers are being read at once (${MAX_OPEN_BODIES}): finish some first`);
      const life = new AbortController();
      const { body, ...head } = await provider.fetch(request, { signal: AbortSignal.any([signal, life.signal]) });
      const bodyId = nextId++;
      open.set(bodyId, { pieces: body[Symbol.asyncIterator](), life });
      return { ...head, bodyId };
    },
    async fetch_read({ bodyId }) {
      const body = open.get(bodyId);
      if (!body) return { bytes: undefined };
      try {
        const { done, value } = await body.pieces.next();
        if (done !== true) return { bytes: value };
      } catch (error) {
        open.delete(bodyId);
        throw error;
      }
      open.delete(bodyId);
      return { bytes: undefined };
    },
    async fetch_close({ bodyId }) {
      closeBody(bodyId);
      return {};
    },
  };
  return {
    async answer(method, params, { signal }) {
      if (!Object.hasOwn(methods, method)) throw new Error(`the app has no ${JSON.stringify(method)}`);
      return methods[method](params, signal);
    },
    close() {
      for (const bodyId of open.keys()) closeBody(bodyId);
    },
  };
}
