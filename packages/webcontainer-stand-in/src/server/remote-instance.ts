import type { ContainerListener } from '../runtime/container-events.ts';
import type { Container } from '../runtime/open-container.ts';
import { Proxied, RemoteCallback, type RemoteFunction, type RemoteObject } from '../wire/remote-object.ts';

/** What a function of the wire has for arguments is what the client sent; the client is the stock one. */
type Loose = (...args: readonly unknown[]) => Promise<unknown>;

/** Returns a runtime's instance as the client calls it over the wire, functions given and returned included. */
export function createRemoteInstance({ instance, state }: Container): Proxied {
  const callbacks = new Set<RemoteCallback>();
  const keep = (value: unknown): RemoteCallback | undefined => {
    if (!(value instanceof RemoteCallback)) return undefined;
    callbacks.add(value);
    return value;
  };
  const drop = (callback: RemoteCallback | undefined): void => {
    if (!callback || state.isCrashed) return;
    callbacks.delete(callback);
    callback.release();
  };
  const plain = (method: unknown): RemoteFunction => loose(method);
  const members: RemoteObject = {
    runtimeInfo: plain(instance.runtimeInfo),
    previewScript: plain(instance.previewScript),
    serialize: plain(instance.serialize),
    loadFiles: plain(instance.loadFiles),
    setPreviewScript: plain(instance.setPreviewScript),
    setCredentials: plain(instance.setCredentials),
    async fs() {
      const { watch, ...files } = await instance.fs();
      const methods = Object.entries(files).map(([name, method]): [string, RemoteFunction] => [name, plain(method)]);
      return new Proxied({
        ...Object.fromEntries(methods),
        async watch(path, options, given) {
          const listener = keep(given);
          const hear: ContainerListener = (...event) => listener?.call(...event);
          const watcher: unknown = await loose(watch)(path, options, hear);
          return new Proxied({
            close() {
              drop(listener);
              if (hasClose(watcher)) watcher.close();
            },
          });
        },
      });
    },
    async run(request, _stdout, _stderr, given) {
      const output = keep(given);
      const hear = (bytes: Uint8Array | null): void => {
        output?.call(bytes);
        if (bytes === null) drop(output);
      };
      try {
        const started: unknown = await loose(instance.run)(request, undefined, undefined, output && hear);
        return new Proxied(processMembers(started));
      } catch (error) {
        drop(output);
        throw error;
      }
    },
    async on(event, given) {
      const listener = keep(given);
      const hear: ContainerListener = (...args) => listener?.call(...args);
      const unsubscribe: unknown = await loose(instance.on)(event, hear);
      return new Proxied(() => {
        drop(listener);
        if (typeof unsubscribe === 'function') unsubscribe();
      });
    },
    async teardown() {
      await instance.teardown();
      for (const callback of callbacks) drop(callback);
    },
  };
  return new Proxied(members, { isDead: () => state.isCrashed, endsAll: true });
}

function processMembers(started: unknown): Readonly<Record<string, RemoteFunction | Promise<unknown>>> {
  if (typeof started !== 'object' || started === null) throw new TypeError('the runtime started no process');
  const members = new Map<string, unknown>(Object.entries(started));
  const onExit = Promise.resolve(members.get('onExit'));
  return { onExit, ...Object.fromEntries(['write', 'kill', 'resize'].map((name) => [name, loose(members.get(name))])) };
}

/** Takes a method for one of any arguments: it says itself what it cannot do with them. */
function loose(method: unknown): Loose {
  if (typeof method !== 'function') throw new TypeError('the runtime has no such method');
  return async (...args) => Reflect.apply(method, undefined, args);
}

function hasClose(value: unknown): value is { close(): void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
