import type { WorkspaceSnapshot } from '@cloche/system';
import type { RunnerMessage } from '@cloche/tools';
import { transferError } from '@cloche/tools';
import { encodeContainerSnapshot } from './container-snapshot.ts';
import { planRestore } from './plan-restore.ts';

/** A call that puts a stored workspace into the machine. */
export type RestoreCall = Extract<RunnerMessage, { kind: 'call' }> & {
  readonly params: { readonly snapshot: WorkspaceSnapshot; readonly shells: Readonly<Record<string, unknown>> };
};

/** Says whether a message of the runner is a restore, whose contents do not go to the guest. */
export function isRestoreCall(message: unknown): message is RestoreCall {
  if (typeof message !== 'object' || message === null) return false;
  const isRestore = 'method' in message && message.method === 'restore' && 'kind' in message && message.kind === 'call';
  return isRestore && 'params' in message && typeof message.params === 'object' && message.params !== null;
}

/** What takes restores over. */
export interface RestoreOptions {
  /** Puts a tree below a directory of the container's working directory. */
  readonly mount: (snapshot: Uint8Array, directory: string) => Promise<void>;
  /** Directory of the workspace, in the container's working directory. */
  readonly directory: string;
  readonly onMount: (files: number) => void;
  /** Passes a call on to the guest. */
  readonly toGuest: (message: RunnerMessage) => void;
  /** Answers the runner. */
  readonly toRunner: (message: unknown) => void;
}

/** Mounts the contents of a stored workspace, and lets the guest do the rest. Never rejects: failures are answers. */
export async function takeRestore(call: RestoreCall, options: RestoreOptions): Promise<void> {
  const { mount, directory, onMount, toGuest, toRunner } = options;
  try {
    const { tree, files, rest } = planRestore(call.params.snapshot);
    onMount(files);
    if (tree.children.size > 0) {
      await mount(encodeContainerSnapshot(tree), directory);
    }
    toGuest({ ...call, params: { snapshot: rest, shells: call.params.shells } });
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    toRunner({ kind: 'error', id: call.id, error: transferError(reason) });
  }
}
