import type { FrameSource } from '@cloche/offline';
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type AskUser,
  type Meter,
  type PermissionMode,
  type PermissionPolicy,
  ToolFault,
  type ToolPreset,
} from '@cloche/tools';
import { keepErrorFields } from '../wire/error-transfer.ts';
import type { WorkspaceEvent } from '../wire/runner-api.ts';
import type { AppTool } from './app-tools.ts';
import { chooseMachine, type WebContainerSettings } from './machine-choice.ts';
import { measureCalls } from './measure-calls.ts';
import type { WebOptions } from './network/web-options.ts';
import { watchPersistence } from './persistence.ts';
import type { RemoteMachine } from './remote-machine.ts';
import { createRunnerLink } from './runner-link.ts';
import { Workspace } from './workspace.ts';
import { WorkspacePreview } from './workspace-preview.ts';

/** How a workspace is opened. */
export interface OpenWorkspaceOptions {
  /** Workspaces are kept by name, 1 to 200 characters. */
  readonly name: string;
  /**
   * Where the files of `cloche/dist/assets` are served, on the page's own origin. A directory of its own for each
   * version lets them be cached for ever.
   */
  readonly assetsUrl: string | URL;
  /**
   * Which machine runs. `auto` takes WebContainer where the app names it in `webcontainer` and it boots, else the offline
   * machine; `webcontainer` takes that or fails; `{ remote, token }` takes one that `cloche serve` serves elsewhere, whose
   * files stay there.
   */
  readonly runtime?: 'auto' | 'webcontainer' | 'offline' | RemoteMachine;
  /**
   * The app uses WebContainer, a runtime of StackBlitz's that has terms and, for commercial use, a licence of its own. The
   * page needs cross-origin isolation, and off localhost a key.
   */
  readonly webcontainer?: true | WebContainerSettings;
  /** With `none` no machine is taken that has a network. Default `open`. */
  readonly network?: 'none' | 'open';
  /**
   * The tools: `agentToolset20260401` (default) has those of the reference SDK; `codingTools` adds read evidence, line
   * numbers, planning and retained output; `fileTools` has files alone and no shell.
   */
  readonly tools?: ToolPreset;
  /**
   * Whether commands of `codingTools` may go on when their call is over, in the background and at shells. With `false` the
   * tools and the fields of bash for that are not there. Default true.
   */
  readonly processes?: boolean;
  /**
   * An `agent_toolset_20260401` entry, as the API takes it: which tools there are, and which run without asking (all that
   * it does not set to `always_ask`). Without it all six are there, read-only tools run and the others ask.
   */
  readonly toolset?: object;
  /** Tools that always run or always ask, whatever the toolset says. Without a policy read-only tools run and the others ask. */
  readonly policies?: Readonly<Record<string, PermissionPolicy>>;
  /** Tools that the app carries out itself, in the page: checked, queued and decided on like all others. */
  readonly appTools?: readonly AppTool[];
  /** The web for `web_fetch`, `web_search`, `curl` and `wget`. Default: none. */
  readonly web?: WebOptions;
  /** Returns a meter of the OpenTelemetry API, asked for each call: durations go to `tool.execution.duration`. */
  readonly meter?: () => Meter | undefined;
  /**
   * How calls are answered where no rule and no policy does. `default`: read-only tools run, the others ask;
   * `acceptEdits`: write and edit run too; `plan`: only read-only tools run; `dontAsk`: what would ask is denied;
   * `bypass`: everything runs that no rule denies. Default `default`.
   */
  readonly mode?: PermissionMode;
  /**
   * Answers for the person; called once for each call that asks. Without it such calls are denied. The signal is
   * aborted when the call was cancelled: then the answer is of no use any more.
   */
  readonly onApproval?: (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
  /** Answers questions of the model (`ask_user`); without it the model hears that nobody can be asked. */
  readonly onQuestion?: AskUser;
  /**
   * Hears everything that happens, in order. Must not throw or reject. A promise that it returns for an `output` event
   * makes the command wait until it is settled, once a mebibyte is under way: a terminal returns the promise of its write.
   */
  readonly onEvent?: (event: WorkspaceEvent) => unknown;
  /** Where the sandbox frame's document comes from. Default `auto`. */
  readonly frame?: FrameSource;
  /** Bytes that the files may have together. Default 256 MiB. */
  readonly maxFileBytes?: number;
  /** Take the workspace from another tab that has it open, instead of failing with `in_use`. */
  readonly takeOver?: boolean;
}

const DEFAULT_MAX_FILE_BYTES = 268_435_456;

/**
 * Opens a workspace, making it when it is not there, and starts its machine beside that.
 *
 * Resolves when the store is open; the first call waits for the machine. Rejects with a `StoreError` (`in_use`,
 * `newer_version`, `corrupt`, `invalid_name`), a `ToolsetConfigError` or a `ToolFault` (`machine_failed`).
 */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<Workspace> {
  if (!isSecureContext) {
    throw new ToolFault(
      'machine_failed',
      'Cloche needs a secure context: serve the page over https, or from localhost',
    );
  }
  keepErrorFieldsOnce();
  const assetsUrl = new URL(options.assetsUrl, document.baseURI);
  if (!assetsUrl.pathname.endsWith('/')) throw new TypeError(`assetsUrl must end with a slash: ${assetsUrl.pathname}`);
  const preview = new WorkspacePreview();
  const emit = (event: WorkspaceEvent): undefined | Promise<void> => {
    preview.hear(event);
    const taken = options.onEvent?.(event);
    return taken instanceof Promise ? taken.then(() => undefined) : undefined;
  };
  const link = createRunnerLink({
    name: options.name,
    assetsUrl,
    tools: options.tools ?? 'agentToolset20260401',
    processes: options.processes ?? true,
    toolset: options.toolset,
    appTools: options.appTools ?? [],
    web: options.web ?? {},
    askUser: options.onQuestion,
    policies: options.policies ?? {},
    mode: options.mode ?? 'default',
    frame: options.frame ?? 'auto',
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    takeOver: options.takeOver ?? false,
    machine: chooseMachine(options),
    onEvent: measureCalls(options.meter, watchPersistence(emit)),
    ask: options.onApproval ?? (async () => ({ action: 'deny', note: 'this page has nobody to ask' })),
  });
  return new Workspace(options.name, link, await link.opened, preview);
}

let keepsErrorFields = false;

function keepErrorFieldsOnce(): void {
  if (!keepsErrorFields) keepErrorFields();
  keepsErrorFields = true;
}
