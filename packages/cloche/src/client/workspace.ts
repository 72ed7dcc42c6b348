import {
  type CallPreview,
  type ExtraMessage,
  type OutputChunk,
  type PersistedToolResult,
  type RetainedRecord,
  type ToolDescription,
  ToolFault,
  toolFaultCode,
} from '@cloche/tools';
import type { OpenedWorkspace, SaveState } from '../wire/runner-api.ts';
import type { RunnerLink } from './runner-link.ts';
import { WorkspaceFiles } from './workspace-files.ts';
import { WorkspacePermissions } from './workspace-permissions.ts';
import type { WorkspacePreview } from './workspace-preview.ts';
import { WorkspaceProcesses } from './workspace-processes.ts';
import { WorkspaceTerminals } from './workspace-terminals.ts';

/** A call as an app passes it on from a model. */
export interface SessionCall {
  /** The id of the model's tool use; made when absent. */
  readonly id?: string;
  readonly name: string;
  /** The input object, or its JSON text. */
  readonly input: unknown;
  /**
   * What the model's server decided (`evaluated_permission`): `deny`, and the call never runs; `allow`; or something else,
   * such as `ask`, and it waits for `onApproval` whatever the rules allow.
   */
  readonly evaluatedPermission?: string;
}

/** How a call is stopped and heard. */
export interface RunCallOptions {
  readonly signal?: AbortSignal;
  /** Hears what the call's command prints, raw, before the call resolves. */
  readonly onOutput?: (chunk: OutputChunk) => void;
}

/** One conversation's use of a workspace: its calls share a shell. */
export interface Session {
  readonly name: string;
  /**
   * Runs a call and resolves with its result, expected failures included (`isError`), after its changes were stored.
   * Rejects only with a `ToolFault`. Aborting the signal cancels the call, wherever it is. A call that waited for a person
   * when the page was reloaded waits again; made again with the same id and input, it is that call.
   */
  run(call: SessionCall, options?: RunCallOptions): Promise<PersistedToolResult>;
  /** Says how a call would be decided on now, by rules, mode and policies; nothing is run and nobody is asked. */
  preview(call: SessionCall): Promise<CallPreview>;
  /** Runs the calls of one turn, side by side where they may be; the answers stand in the order of the calls. */
  runAll(
    calls: readonly SessionCall[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly (PersistedToolResult | ToolFault)[]>;
  /** Returns the whole of an output that was too long for its result (`details.captureId`); `undefined` when it was dropped. */
  readOutput(captureId: string): Promise<RetainedRecord | undefined>;
  /**
   * Counts a turn of the model; returns the messages that are due before the next one: what became of processes in the
   * background, each once, and reminders.
   */
  nextTurn(): Promise<readonly ExtraMessage[]>;
  /** Returns what became of processes in the background and was not told yet, without counting a turn; adapters call it. */
  takeNotices(): Promise<readonly ExtraMessage[]>;
}

/** An open workspace. */
export class Workspace {
  readonly name: string;
  /** The tools as a model API takes them. */
  readonly tools: readonly ToolDescription[];
  /** Directory that holds the files, absolute. */
  readonly root: string;
  /** Files that were left out because their stored bytes are damaged. */
  readonly damaged: OpenedWorkspace['damaged'];
  readonly files: WorkspaceFiles;
  readonly terminals: WorkspaceTerminals;
  readonly processes: WorkspaceProcesses;
  readonly permissions: WorkspacePermissions;
  readonly preview: WorkspacePreview;
  readonly #link: RunnerLink;
  readonly #onHide = (): void => {
    if (document.visibilityState === 'hidden') void this.flush().catch(() => undefined);
  };

  constructor(name: string, link: RunnerLink, opened: OpenedWorkspace, preview: WorkspacePreview) {
    this.name = name;
    this.tools = opened.tools;
    this.root = opened.root;
    this.damaged = opened.damaged;
    this.files = new WorkspaceFiles(link);
    this.terminals = new WorkspaceTerminals(link);
    this.processes = new WorkspaceProcesses(link);
    this.permissions = new WorkspacePermissions(link);
    this.preview = preview;
    this.#link = link;
    // The last changes of background work are saved while the page can still do it.
    document.addEventListener('visibilitychange', this.#onHide);
    addEventListener('pagehide', this.#onHide);
  }

  /**
   * Returns the session called `name`, which survives reload: current directory, exported variables, functions. Its loop,
   * one conversation, has files read, tasks and retained outputs of its own.
   */
  session(name = 'default', { loop = 'main' }: { loop?: string } = {}): Session {
    const names = { session: name, loop };
    const run: Session['run'] = async (call, { signal, onOutput } = {}) => {
      signal?.throwIfAborted();
      const id = call.id ?? crypto.randomUUID();
      const cancel = (): void => void this.#link.use((runner) => runner.cancel(id)).catch(() => undefined);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const { name: tool, input, evaluatedPermission } = call;
        const asked = evaluatedPermission === undefined ? {} : { evaluatedPermission };
        return await this.#link.run({ id, name: tool, input, ...asked, ...names }, onOutput);
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    };
    return {
      name,
      run,
      runAll: (calls, options) =>
        Promise.all(calls.map((call) => run(call, options).catch((error: unknown) => asFault(error)))),
      preview: ({ id = crypto.randomUUID(), name: tool, input }) =>
        this.#link.use((runner) => runner.previewCall({ id, name: tool, input, ...names })),
      readOutput: (captureId) => this.#link.use((runner) => runner.readOutput(captureId, names)),
      takeNotices: () => this.#link.use((runner) => runner.takeNotices(names)),
      nextTurn: () => this.#link.use((runner) => runner.nextTurn(names)),
    };
  }

  /** Stores what changed in the background; says how it went. */
  flush(): Promise<SaveState> {
    return this.#link.use((runner) => runner.flush());
  }

  /** Cancels what runs, stores what changed and ends the machine. */
  async close(): Promise<void> {
    document.removeEventListener('visibilitychange', this.#onHide);
    removeEventListener('pagehide', this.#onHide);
    await this.#link.close();
    this.preview.closeAll();
  }
}

/** A fault that is one already, or a call that the app itself gave up. */
function asFault(error: unknown): ToolFault {
  if (error instanceof ToolFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolFault(toolFaultCode(error) ?? 'internal', message, { cause: error });
}
