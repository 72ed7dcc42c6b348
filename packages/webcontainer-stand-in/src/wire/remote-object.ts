import type { OpenPort, WirePort } from './wire-port.ts';

/** What the other side can call or read: methods, values that may be promised, or a function. */
export type RemoteObject = RemoteFunction | Readonly<Record<string, RemoteFunction | Promise<unknown>>>;

/** Gets what was sent, with functions of the other side as `RemoteCallback`; may return a `Proxied`. */
export type RemoteFunction = (...args: readonly unknown[]) => unknown;

/** An object that stays on this side: the other one gets what stands for it. */
export class Proxied {
  readonly object: RemoteObject;
  readonly life: ObjectLife;

  constructor(object: RemoteObject, life: ObjectLife = {}) {
    this.object = object;
    this.life = life;
  }
}

/** How long an object answers; what it gives out answers as long. */
export interface ObjectLife {
  /** While it says so, nothing is heard or answered. */
  readonly isDead?: () => boolean;
  /** Ends the lines of all that the object gave out, when the other side has released it. */
  readonly endsAll?: boolean;
}

/** A function of the other side. What it returns is not waited for. */
export class RemoteCallback {
  readonly #port: WirePort;
  #calls = 0;
  #isReleased = false;

  constructor(port: WirePort) {
    this.#port = port;
    // Answers say only that a call was heard; the last one says that the line is done with.
    port.listen((answer) => {
      if (this.#isReleased && isRecord(answer) && answer['id'] === RELEASE_ID) port.close();
    });
  }

  call(...args: readonly unknown[]): void {
    if (this.#isReleased) return;
    this.#calls++;
    const argumentList = args.map((value) => ({ type: RAW, value }));
    this.#port.post({ id: `call-${this.#calls}`, type: MESSAGE.apply, path: [], argumentList });
  }

  /** Says that it is called no more. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#port.post({ id: RELEASE_ID, type: MESSAGE.release, path: [] });
  }
}

/** How an error goes over. */
export type DescribeError = (error: unknown) => object;

/** How objects are served. */
export interface ServeOptions {
  readonly openPort: OpenPort;
  readonly describeError: DescribeError;
}

/** The numbers of Comlink 4.3.0; later versions have words. */
const MESSAGE = { get: 0, apply: 2, release: 5 } as const;
const RAW = 0;
const HANDLER = 3;
const RELEASE_ID = 'release';

/** Answers calls of an object that come over a port, in the wire format of Comlink 4.3.0, until it is released. */
export function serveObject(port: WirePort, { object, life }: Proxied, options: ServeOptions): void {
  const { isDead = () => false, endsAll = false } = life;
  const given = new Set<WirePort>();
  const inner: ServeOptions = {
    ...options,
    openPort() {
      const opened = options.openPort();
      given.add(opened.near);
      return opened;
    },
  };
  const answer = async (message: Readonly<Record<string, unknown>>): Promise<void> => {
    const { id, type } = message;
    let reply: object;
    try {
      reply = toWireValue(type === MESSAGE.release ? undefined : await perform(object, message), life, inner);
    } catch (error) {
      reply = thrown(error, options);
    }
    if (isDead()) return;
    try {
      port.post({ ...reply, id });
    } catch (error) {
      // Comlink's own end would stay silent here, and the caller would wait for ever.
      port.post({ ...thrown(error, options), id });
    }
    if (type !== MESSAGE.release) return;
    port.close();
    if (endsAll) for (const one of given) one.close();
  };
  port.listen((message) => {
    if (!isDead() && isRecord(message) && message['type'] !== undefined) void answer(message);
  });
}

async function perform(object: RemoteObject, message: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { type, path, argumentList } = message;
  const [name, ...rest] = Array.isArray(path) ? path.map(String) : [];
  const target = name === undefined ? object : memberOf(object, name);
  if (rest.length > 0 || target === undefined) throw new TypeError(`the runtime has no ${[name, ...rest].join('.')}`);
  if (type === MESSAGE.get) return target;
  if (type !== MESSAGE.apply) throw new TypeError(`the runtime does not answer messages of type ${String(type)}`);
  if (typeof target !== 'function') throw new TypeError(`${name} is no function`);
  return target(...(Array.isArray(argumentList) ? argumentList.map(fromWireValue) : []));
}

function memberOf(object: RemoteObject, name: string): RemoteFunction | Promise<unknown> | undefined {
  return typeof object === 'function' || !Object.hasOwn(object, name) ? undefined : object[name];
}

function toWireValue(value: unknown, outer: ObjectLife, options: ServeOptions): object {
  if (!(value instanceof Proxied)) return { type: RAW, value };
  const { near, far } = options.openPort();
  serveObject(
    near,
    new Proxied(value.object, { ...(outer.isDead ? { isDead: outer.isDead } : {}), ...value.life }),
    options,
  );
  return { type: HANDLER, name: 'proxy', value: far };
}

function thrown(error: unknown, { describeError }: ServeOptions): object {
  return { type: HANDLER, name: 'throw', value: { isError: true, value: describeError(error) } };
}

function fromWireValue(wire: unknown): unknown {
  if (!isRecord(wire)) return undefined;
  if (wire['type'] === RAW) return wire['value'];
  const port = wire['value'];
  if (wire['type'] !== HANDLER || wire['name'] !== 'proxy' || !isPort(port)) {
    throw new TypeError(`the runtime does not know values of kind ${String(wire['name'])}`);
  }
  return new RemoteCallback(port);
}

function isPort(value: unknown): value is WirePort {
  return isRecord(value) && typeof value['post'] === 'function' && typeof value['listen'] === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
