import type { Container } from './container.ts';

/** What happens in a container besides calls. */
export type ContainerEvent =
  /** A port was opened or closed; the page reaches it at `url`. */
  | { readonly kind: 'port'; readonly port: number; readonly state: 'open' | 'close'; readonly url: string }
  /** A server answers on a port: what a preview shows. */
  | { readonly kind: 'server_ready'; readonly port: number; readonly url: string }
  /** The runtime complains of itself. */
  | { readonly kind: 'runtime_error'; readonly message: string };

/** Passes on what happens in a container, until the function that it returns is called. */
export function listenToContainer(container: Container, onEvent: (event: ContainerEvent) => void): () => void {
  const unsubscribe = [
    container.on('port', (port, state, url) => onEvent({ kind: 'port', port, state, url })),
    container.on('server-ready', (port, url) => onEvent({ kind: 'server_ready', port, url })),
    container.on('error', ({ message }) => onEvent({ kind: 'runtime_error', message })),
  ];
  return () => {
    for (const stop of unsubscribe) stop();
  };
}
