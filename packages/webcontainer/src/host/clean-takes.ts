import { packContents } from '@cloche/system';
import type { HostMethod, MachineMessage } from '@cloche/tools';

/** Calls that change neither files nor a shell's state. */
const LOOKING: ReadonlySet<unknown> = new Set<HostMethod>([
  'ping',
  'facts',
  'real_paths',
  'read_file',
  'view_file',
  'view_directory',
  'glob',
  'grep',
  'search',
  'list_directory',
  'list_tree',
  'process_changes',
  'process_notices',
  'process_output',
]);

/** Answers the question for changes where it is known that there are none, which saves a way to the guest and back. */
export interface CleanTakes {
  /** Returns the answer to a call of `take_changes`, when nothing can have changed since the last one. */
  answer(message: unknown): MachineMessage | undefined;
  /** Sees what goes to the guest. */
  sent(message: unknown): void;
  /** Sees what the guest says. */
  heard(message: unknown): void;
}

/** Creates the knowledge of a guest of which nothing is known yet. */
export function createCleanTakes(): CleanTakes {
  /** The shells' state as the last clean answer had it; `undefined` while something may have changed. */
  let shells: Record<string, unknown> | undefined;
  /** Calls that may be changing something now. */
  const changing = new Set<unknown>();
  /** Questions on their way, with whether nothing happened since they were asked. */
  const takes = new Map<unknown, boolean>();

  const touch = (): void => {
    shells = undefined;
    for (const id of takes.keys()) takes.set(id, false);
  };

  return {
    answer(message) {
      if (!isCall(message) || message.method !== 'take_changes' || !shells || changing.size > 0) return undefined;
      const changes = { removed: [], entries: [], contents: packContents(new Map()) };
      return { kind: 'result', id: message.id, value: { changes, shells } };
    },
    sent(message) {
      if (!isCall(message) || LOOKING.has(message.method)) return;
      if (message.method === 'take_changes') {
        takes.set(message.id, changing.size === 0);
        return;
      }
      changing.add(message.id);
      touch();
    },
    heard(message) {
      if (typeof message !== 'object' || message === null || !('kind' in message)) return;
      if (message.kind === 'files_changed') touch();
      if (message.kind !== 'result' && message.kind !== 'error') return;
      const id = 'id' in message ? message.id : undefined;
      changing.delete(id);
      const isClean = takes.get(id);
      takes.delete(id);
      if (isClean && message.kind === 'result') shells = 'value' in message ? shellsOf(message.value) : undefined;
    },
  };
}

function isCall(message: unknown): message is { readonly id: number; readonly method: unknown } {
  if (typeof message !== 'object' || message === null || !('kind' in message) || message.kind !== 'call') return false;
  return 'id' in message && typeof message.id === 'number' && 'method' in message;
}

function shellsOf(value: unknown): Record<string, unknown> | undefined {
  const shells = typeof value === 'object' && value !== null && 'shells' in value ? value.shells : undefined;
  return typeof shells === 'object' && shells !== null ? { ...shells } : undefined;
}
