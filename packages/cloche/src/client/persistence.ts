import type { WorkspaceEvent } from '../wire/runner-api.ts';

/**
 * Passes events on, and after the first change asks the browser to keep the site's data when space runs short; the
 * answer is an event too.
 */
export function watchPersistence(emit: (event: WorkspaceEvent) => void): (event: WorkspaceEvent) => void {
  let hasAsked = false;
  const ask = async (): Promise<void> => {
    // Absent without a secure context, and in some browsers.
    const storage: StorageManager | undefined = navigator.storage;
    if (storage === undefined) return;
    const isPersistent = (await storage.persisted()) || (await storage.persist());
    emit({ kind: 'persistence', isPersistent });
  };
  return (event) => {
    emit(event);
    if (hasAsked || event.kind !== 'save' || event.state.kind !== 'saved') return;
    hasAsked = true;
    ask().catch(() => emit({ kind: 'persistence', isPersistent: false }));
  };
}
