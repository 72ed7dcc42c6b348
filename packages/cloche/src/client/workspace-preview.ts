import type { WorkspaceEvent } from '../wire/runner-api.ts';

/** A port of the machine that the page can show. */
export interface PreviewPort {
  readonly port: number;
  /** Where the page reaches it, for a frame. */
  readonly url: string;
  /** A server has answered on it. */
  readonly isReady: boolean;
}

/** What happened to a port. */
export type PreviewEvent = PreviewPort & { readonly kind: 'open' | 'ready' | 'close' };

/** Hears what happens to ports, in order. Must not throw. */
export type PreviewListener = (event: PreviewEvent) => void;

/**
 * The servers in the machine that a page can show, by port. Only WebContainer has them; elsewhere there are none. When a
 * machine is lost its ports close.
 */
export class WorkspacePreview {
  readonly #ports = new Map<number, PreviewPort>();
  readonly #listeners = new Set<PreviewListener>();

  /** The ports that are open, in the order in which they were opened. */
  get ports(): readonly PreviewPort[] {
    return [...this.#ports.values()];
  }

  /** Returns where the page reaches a port, or `undefined` when it is not open. */
  url(port: number): string | undefined {
    return this.#ports.get(port)?.url;
  }

  /** Hears every port that opens, answers for the first time or closes from now on; returns what stops it. */
  listen(listener: PreviewListener): () => void {
    // One of its own, so that the same function can listen twice.
    const own: PreviewListener = (event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Takes note of what happens in the workspace. */
  hear(event: WorkspaceEvent): void {
    if (event.kind === 'machine' && event.state.kind === 'lost') this.closeAll();
    if (event.kind !== 'preview') return;
    switch (event.event.kind) {
      case 'runtime_error':
        return;
      case 'server_ready':
        this.#open(event.event.port, event.event.url, true);
        return;
      case 'port':
        if (event.event.state === 'open') this.#open(event.event.port, event.event.url, false);
        else this.#close(event.event.port);
        return;
    }
  }

  /** The machine is gone, and its ports with it. */
  closeAll(): void {
    for (const port of this.#ports.keys()) this.#close(port);
  }

  #open(port: number, url: string, isReady: boolean): void {
    const before = this.#ports.get(port);
    if (before?.url === url && (before.isReady || !isReady)) return;
    const now = { port, url, isReady };
    this.#ports.set(port, now);
    if (before?.url !== url) this.#tell({ ...now, isReady: false, kind: 'open' });
    if (isReady) this.#tell({ ...now, kind: 'ready' });
  }

  #close(port: number): void {
    const last = this.#ports.get(port);
    if (!last) return;
    this.#ports.delete(port);
    this.#tell({ ...last, kind: 'close' });
  }

  #tell(event: PreviewEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
