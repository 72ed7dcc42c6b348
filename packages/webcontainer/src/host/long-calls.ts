import type { HostMethod } from '@cloche/tools';

/** Calls that the guest answers without a pause, however many files there are: meanwhile it cannot say that it lives. */
const LONG_METHODS: ReadonlySet<unknown> = new Set<HostMethod>([
  'restore',
  'take_changes',
  'export_files',
  'import_files',
  'list_tree',
  'remove',
]);

/** Knows whether the guest may be silent for longer. */
export interface LongCalls {
  /** Sees what goes to the guest. */
  sent(message: unknown): void;
  /** Sees what the guest says. */
  heard(message: unknown): void;
  readonly isAnyOpen: boolean;
}

/** Creates the count of calls of a connection. */
export function createLongCalls(): LongCalls {
  const open = new Set<unknown>();
  return {
    sent(message) {
      if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return;
      if (LONG_METHODS.has(message.method)) open.add(message.id);
    },
    heard(message) {
      if (typeof message !== 'object' || message === null || !('kind' in message) || !('id' in message)) return;
      if (message.kind === 'result' || message.kind === 'error') open.delete(message.id);
    },
    get isAnyOpen() {
      return open.size > 0;
    },
  };
}
