import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Workspace, WorkspaceEvent } from 'cloche';
import { changesBetween, MAX_SHADOW_BYTES, type ReadableFiles, type Shadow, takeShadow } from './file-shadow.ts';
import {
  addRecord,
  type ChangeRecord,
  carryOut,
  changesPath,
  planRestore,
  type RestoreStep,
  shownSteps,
  type WritableFiles,
} from './restore-plan.ts';

/** What the files were before each call, as long as the page is open, and the way back. */
export interface History {
  /** A call that may change files runs, or what it changed is being looked at; restoring waits for its end. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** What was said last, for those who do not see the timeline. */
  readonly told: Signal<string>;
  hear(event: WorkspaceEvent): void;
  /** Looks at the files; resolves after a look that began after the question. Rejects as the workspace's files do. */
  refresh(): Promise<void>;
  /** Returns what a restore to before a call, or an earlier restore, would do; `undefined` when it changed nothing. */
  restorable(cause: string): Restorable | undefined;
  /** Brings the files back to before a call or a restore, and tells. */
  restore(cause: string, name: string): Promise<void>;
}

/** What a restore would do, or why there is none. */
export type Restorable =
  | { readonly kind: 'steps'; readonly steps: readonly RestoreStep[] }
  | { readonly kind: 'not-kept'; readonly reason: string };

/** What a history needs. */
export interface HistoryOptions {
  readonly whenOpen: () => Promise<{ readonly root: Workspace['root']; readonly files: ReadableFiles & WritableFiles }>;
  /** Says whether a tool may change files. */
  readonly mayChange: (tool: string) => boolean;
  /** Puts a note with this id into the timeline. */
  readonly note: (text: string, id: string) => void;
  readonly now?: () => number;
}

const TOO_OLD = 'What files were before this is not kept: too much has changed.';

/** Creates the history, empty; it begins with the first look. */
export function createHistory({ whenOpen, mayChange, note, now = Date.now }: HistoryOptions): History {
  const shadow = signal<Shadow | undefined>(undefined);
  const records = signal<readonly ChangeRecord[]>([]);
  const missing = signal<string | undefined>(undefined);
  /** Calls and restores that change files, or did since the last look. */
  const active = signal<ReadonlyMap<string, 'running' | 'ended'>>(new Map());
  /** Calls that may change files, and have not begun. */
  const waiting = new Set<string>();
  /** All that have changed something, whether it is kept or not. */
  const changers = new Set<string>();
  let isStale = false;
  let looking: Promise<void> | undefined;
  let restores = 0;

  const setActive = (cause: string, state: 'running' | 'ended'): void => {
    active.value = new Map([...active.value, [cause, state]]);
  };

  const look = async (): Promise<void> => {
    const ended = Array.from(active.value).flatMap(([cause, state]) => (state === 'ended' ? [cause] : []));
    const { root, files } = await whenOpen();
    const last = shadow.value;
    const outcome = await takeShadow(files, root, { last, nowMs: now() });
    // Whatever ran until now may be the cause, also what began while files were read.
    const causes = new Set(active.value.keys());
    if (outcome.kind === 'too-much') {
      for (const cause of causes) changers.add(cause);
      missing.value = outcome.reason;
      shadow.value = undefined;
      records.value = [];
    } else {
      const changes = last ? changesBetween(last, outcome.shadow) : new Map<string, never>();
      // Nobody knows what was before the first look after there was too much.
      if (missing.value !== undefined) for (const cause of causes) changers.add(cause);
      missing.value = undefined;
      shadow.value = outcome.shadow;
      if (changes.size > 0) {
        for (const cause of causes) changers.add(cause);
        records.value = addRecord(records.value, { causes, changes }, MAX_SHADOW_BYTES);
      }
    }
    active.value = new Map(Array.from(active.value).filter(([cause]) => !ended.includes(cause)));
  };

  const lookWhileStale = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await look();
    }
  };

  const history: History = {
    isBusy: computed(() => active.value.size > 0),
    told: signal(''),
    hear(event) {
      switch (event.kind) {
        case 'queued':
          if (mayChange(event.tool)) waiting.add(event.callId);
          return;
        case 'running':
          if (waiting.delete(event.callId)) setActive(event.callId, 'running');
          return;
        case 'finished':
        case 'faulted':
          waiting.delete(event.callId);
          if (!active.value.has(event.callId)) return;
          setActive(event.callId, 'ended');
          break;
        case 'machine':
          if (event.state.kind !== 'running') return;
          break;
        case 'files':
          break;
        case 'prepared':
        case 'output':
        case 'progress':
        case 'stopped':
        case 'save':
        case 'import':
        case 'persistence':
        case 'network':
        case 'processes':
        case 'preview':
          return;
      }
      // A look that fails says nothing: the next one finds what this one missed.
      void history.refresh().catch(() => undefined);
    },
    refresh() {
      isStale = true;
      looking ??= lookWhileStale().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    restorable(cause) {
      const steps = shadow.value && planRestore(records.value, shadow.value, cause);
      if (steps) return { kind: 'steps', steps };
      return changers.has(cause) ? { kind: 'not-kept', reason: missing.value ?? TOO_OLD } : undefined;
    },
    async restore(cause, name) {
      await history.refresh();
      const found = history.restorable(cause);
      if (found?.kind !== 'steps') throw new Error(`Not restored: ${found?.reason ?? 'nothing was changed'}`);
      if (history.isBusy.value) throw new Error('Not restored: a call runs. Restore when it has ended.');
      const id = `restore-${restores++}`;
      setActive(id, 'running');
      const end = async (text: string): Promise<void> => {
        setActive(id, 'ended');
        history.told.value = text;
        // Also one that broke off has a line, since what it did can be undone.
        note(text, id);
        await history.refresh();
      };
      try {
        await carryOut(found.steps, (await whenOpen()).files);
      } catch (error) {
        await end(`A restore to before ${name} broke off.`).catch(() => undefined);
        throw error;
      }
      await end(describeRestore(found.steps, name));
    },
  };
  return history;
}

function describeRestore(steps: readonly RestoreStep[], name: string): string {
  const done = shownSteps(steps).filter(({ kind }) => changesPath(kind));
  const folders = done.filter(({ now, before }) => now.kind === 'directory' || before.kind === 'directory').length;
  const noun = folders === 0 ? 'file' : 'folder';
  const what = folders > 0 && folders < done.length ? 'files and folders' : `${noun}${done.length === 1 ? '' : 's'}`;
  return `Restored ${done.length} ${what} to before ${name}.`;
}
