/** What a runtime tells those who listen, with the client's names. */
export type ContainerEvent = 'port' | 'server-ready' | 'error' | 'preview-message' | 'xdg-open' | 'code';

export type ContainerListener = (...args: readonly unknown[]) => void;

/** Those who listen to a runtime. */
export interface ContainerEvents {
  emit(event: ContainerEvent, ...args: readonly unknown[]): void;
  /** Returns what ends the listening. */
  on(event: ContainerEvent, listener: ContainerListener): () => void;
  count(): number;
  clear(): void;
}

/** Creates a list without listeners. */
export function createContainerEvents(): ContainerEvents {
  const listeners = new Map<ContainerEvent, Set<ContainerListener>>();
  return {
    emit(event, ...args) {
      for (const listener of listeners.get(event) ?? []) listener(...args);
    },
    on(event, listener) {
      const once = listeners.get(event) ?? new Set();
      listeners.set(event, once);
      once.add(listener);
      return () => void once.delete(listener);
    },
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    clear: () => listeners.clear(),
  };
}
