import type { ContainerClient } from './container.ts';

/** Loads the vendor's client, whose runtime comes from the vendor's servers when a container boots. */
export async function loadContainerClient(): Promise<ContainerClient> {
  const { WebContainer, configureAPIKey } = await import('@webcontainer/api');
  return {
    boot: (options) => WebContainer.boot(options),
    configureKey: configureAPIKey,
    async settle(limitMs) {
      // The client waits for a teardown without end; a runtime that has crashed never answers it. These two fields of the
      // class are all that it remembers of a container (version 1.6.4, which is pinned).
      const teardown: unknown = Reflect.get(WebContainer, '_teardownPromise');
      if (!(teardown instanceof Promise)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const isGone = await Promise.race([
        teardown.then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => {
          timer = setTimeout(() => resolve(false), limitMs);
        }),
      ]);
      clearTimeout(timer);
      if (isGone) return;
      Reflect.set(WebContainer, '_teardownPromise', null);
      Reflect.set(WebContainer, '_instance', null);
    },
  };
}
