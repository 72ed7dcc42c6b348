import type { WorkspaceStore } from '@cloche/storage';
import type { Persistence, ToolHost } from '@cloche/tools';
import type { SaveState } from '../wire/runner-api.ts';

/** Moves changes from the machine to the store. */
export interface WorkspaceSaver {
  /** Commits what the machine changed so far. Never rejects; saves follow one another. */
  save(): Promise<Persistence>;
  /** Something changed: commits it soon, if nothing else does. */
  saveSoon(): void;
  readonly state: SaveState;
}

/** What a saver is made of. */
export interface WorkspaceSaverOptions {
  readonly store: WorkspaceStore;
  /** What the tools of each loop remember; it goes with every commit. */
  readonly loops: () => Readonly<Record<string, unknown>>;
  /** The running machine's host, or `undefined` when none runs: then there is nothing to save. */
  readonly runningHost: () => Promise<ToolHost | undefined>;
  readonly onState: (state: SaveState) => void;
  /** Files were changed since the last time. */
  readonly onFiles: () => void;
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** Shortest time between two commits of changes in the background, and so the longest that one waits. */
const BACKGROUND_SAVE_MS = 500;
/** How long the first change after a rest waits for others that come with it. */
const FIRST_SAVE_MS = 25;

/** Creates the saver of a workspace. */
export function createWorkspaceSaver({
  store,
  loops: currentLoops,
  runningHost,
  onState,
  onFiles,
  after,
}: WorkspaceSaverOptions): WorkspaceSaver {
  let state: SaveState = { kind: 'saved' };
  let last: Promise<unknown> = Promise.resolve();
  let cancelTimer: (() => void) | undefined;
  let isRested = true;
  let savedState = '';

  const setState = (next: SaveState): void => {
    const isSame = state.kind === next.kind && next.kind !== 'unsaved';
    state = next;
    if (!isSame) onState(next);
  };

  /** What was saved is all there is, unless more was changed meanwhile. */
  const settledState = (): SaveState => ({ kind: cancelTimer ? 'saving' : 'saved' });

  const saveNow = async (): Promise<Persistence> => {
    cancelTimer?.();
    cancelTimer = undefined;
    try {
      const host = await runningHost();
      if (!host) return persistenceOf(state);
      const { changes, shells } = await host.call('take_changes', {}, { signal: new AbortController().signal });
      const hasChanges = changes.removed.length > 0 || changes.entries.length > 0;
      const loops = currentLoops();
      const stateText = JSON.stringify([shells, loops]);
      if (hasChanges) onFiles();
      // Most calls only look: they cost no transaction.
      if (!hasChanges && stateText === savedState && state.kind !== 'unsaved') {
        setState(settledState());
        return { persisted: true };
      }
      setState({ kind: 'saving' });
      const outcome = await store.commit(changes, shells, loops);
      if (outcome.persisted) savedState = stateText;
      setState(outcome.persisted ? settledState() : { kind: 'unsaved', reason: outcome.reason });
      return outcome;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setState({ kind: 'unsaved', reason });
      return { persisted: false, reason };
    }
  };

  const save = (): Promise<Persistence> => {
    const saving = last.then(saveNow);
    last = saving;
    return saving;
  };

  return {
    save,
    saveSoon() {
      if (state.kind === 'saved') setState({ kind: 'saving' });
      cancelTimer ??= after(isRested ? FIRST_SAVE_MS : BACKGROUND_SAVE_MS, () => {
        cancelTimer = undefined;
        isRested = false;
        after(BACKGROUND_SAVE_MS, () => {
          isRested = true;
        });
        void save();
      });
    },
    get state() {
      return state;
    },
  };
}

function persistenceOf(state: SaveState): Persistence {
  return state.kind === 'unsaved' ? { persisted: false, reason: state.reason } : { persisted: true };
}
