import type { WorkspaceEvent } from '../wire/runner-api.ts';

/** Hears events; a promise for an `output` event asks the command to wait. */
type OnEvent = (event: WorkspaceEvent) => undefined | Promise<void>;

/**
 * Passes events on, and after the first change asks the browser to keep the site's data when space runs short; the
 * answer is an event too.
 */
export function watchPersistence(emit: OnEvent): OnEvent {
  let hasAsked = false;
  const ask = async (): Promise<void> => {
    // Absent without a secure context, and in some browsers.
    const storage: StorageManager | undefined = navigator.storage;
    if (storage === undefined) return;
    const isPersistent = (await storage.persisted()) || (await storage.persist());
    void emit({ kind: 'persistence', isPersistent });
  };
  return (event) => {
    const taken = emit(event);
    if (!hasAsked && event.kind === 'save' && event.state.kind === 'saved') {
      hasAsked = true;
      ask().catch(() => emit({ kind: 'persistence', isPersistent: false }));
    }
    return taken;
  };
}
