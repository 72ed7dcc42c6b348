import type {
  AppMethod,
  AppMethods,
  ApprovalAnswer,
  ApprovalRequest,
  CallEvent,
  CallPreview,
  DecisionRecord,
  ExtraMessage,
  ListedEntry,
  NetworkTarget,
  OutputChunk,
  PermissionMode,
  PermissionPolicy,
  PersistedToolResult,
  ProcessView,
  RetainedRecord,
  RuleDiagnostic,
  RuleEffect,
  RuleOffer,
  RuleScope,
  RuleVerdict,
  SearchOutcome,
  StopMode,
  ToolAnnotations,
  ToolCall,
  ToolDescription,
  ToolPreset,
  ToolResult,
  UserQuestion,
  WebPageOutcome,
  WebPageRequest,
} from '@cloche/tools';
import type { BootProgress, ContainerEvent } from '@cloche/webcontainer';

/** What the runner worker offers to the page, through Comlink. Failures keep `code` and `cause`. */
export interface RunnerApi {
  /** Opens the workspace; once a worker. `StoreError`s and `ToolFault`s. */
  open(request: OpenRequest, page: PageApi, events: MessagePort): Promise<OpenedWorkspace>;
  /** The page saw the machine end. */
  machineLost(reason: string): Promise<void>;
  run(call: ToolCall): Promise<PersistedToolResult>;
  /** Says how a call would be decided on now by everything but a person. */
  previewCall(call: ToolCall): Promise<CallPreview>;
  /** Cancels a queued, asking or running call; nothing happens when there is none. */
  cancel(callId: string): Promise<void>;
  /** Returns an output that was too long for its result; `undefined` when it was dropped for newer ones. */
  readOutput(captureId: string, names: LoopNames): Promise<RetainedRecord | undefined>;
  /** Counts a turn of the model; returns the messages that are due before the next one. */
  nextTurn(names: LoopNames): Promise<readonly ExtraMessage[]>;
  /** Returns what became of processes and was not told yet, without counting a turn. */
  takeNotices(names: LoopNames): Promise<readonly ExtraMessage[]>;
  listDirectory(path: string): Promise<ListedEntry[]>;
  listTree(path: string, maxEntries: number): Promise<{ entries: ListedEntry[]; isComplete: boolean }>;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, bytes: Uint8Array): Promise<SaveState>;
  makeDirectory(path: string): Promise<SaveState>;
  remove(path: string): Promise<SaveState>;
  rename(from: string, to: string): Promise<SaveState>;
  importFiles(target: string, files: readonly PickedFile[]): Promise<ImportSummary>;
  importZip(target: string, archive: Blob): Promise<ImportSummary>;
  exportZip(): Promise<Blob>;
  exportFolder(folder: FileSystemDirectoryHandle): Promise<ExportSummary>;
  /**
   * Opens a terminal, whose messages go through `port`, and resolves when it has ended. Rejects with a `ToolFault` when
   * the machine is lost meanwhile, and with a `SystemError` when it cannot be opened.
   */
  openTerminal(request: TerminalRequest, port: MessagePort): Promise<TerminalEnd>;
  listProcesses(): Promise<readonly ProcessView[]>;
  /** Rejects with an error whose `code` says why, as the other methods for processes do. */
  readProcess(request: {
    readonly id: string;
    readonly cursor: number;
    readonly limitBytes: number;
  }): Promise<ProcessPiece>;
  giveProcess(input: ProcessInput): Promise<void>;
  stopProcess(id: string, mode: StopMode): Promise<ProcessView>;
  /** Shows a process through `port`, and resolves when it has ended. */
  attachProcess(id: string, port: MessagePort): Promise<ProcessView>;
  listRules(session: string): Promise<DiagnosedRule[]>;
  /** Rejects with a `RuleSyntaxError` for a text that is no rule, a `BroadRuleError`, and a `StoreError`. */
  addRule(request: RuleRequest): Promise<void>;
  removeRule(request: RuleRequest): Promise<void>;
  checkCommand(command: string, session: string): Promise<CommandVerdict>;
  listDecisions(): Promise<readonly DecisionRecord[]>;
  forgetDecisions(): Promise<void>;
  setMode(mode: PermissionMode): Promise<void>;
  /** Commits what changed in the background. */
  flush(): Promise<SaveState>;
  close(): Promise<void>;
}

/** What the page offers to the runner worker. */
export interface PageApi {
  /** Starts a machine; the port to its tool host is transferred. */
  startMachine(): Promise<StartedMachine>;
  ask(request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** Asks a question of the model; the answers, at least one, or none when the person will not answer. */
  askUser(request: UserQuestionRequest): Promise<readonly string[]>;
  /** Carries out a call of one of the app's tools; `hear` is told what happens meanwhile. */
  runAppTool(call: AppToolCall, hear: (news: AppToolNews) => undefined | Promise<void>): Promise<ToolResult>;
  cancelAppTool(callId: string): Promise<void>;
  /** Returns why a URL must not be fetched; `undefined` when it may be. */
  checkUrl(url: string): Promise<string | undefined>;
  /** Does one thing of the web; `id` is for `cancelWeb`. */
  useWeb(id: string, use: WebUse): Promise<WebAnswer>;
  cancelWeb(id: string): Promise<void>;
  /** The call that was asked about is over: its request has no meaning any more. */
  withdraw(requestId: string): Promise<void>;
}

/** What is wanted of the web. */
export type WebUse =
  | { readonly kind: 'page'; readonly request: WebPageRequest }
  | { readonly kind: 'search'; readonly request: { readonly query: string; readonly limit: number } }
  /** The machine's own request. */
  | { readonly kind: 'ask'; readonly method: AppMethod; readonly params: AppMethods[AppMethod]['params'] }
  /** The machine is gone: its requests are of no use any more. */
  | { readonly kind: 'machine_gone' };

/** What came of it. */
export type WebAnswer =
  | { readonly kind: 'page'; readonly outcome: WebPageOutcome }
  | { readonly kind: 'search'; readonly outcome: SearchOutcome }
  | { readonly kind: 'answer'; readonly value: AppMethods[AppMethod]['result'] }
  | { readonly kind: 'done' };

/** A tool of the app, as the runner needs to know it. */
export interface AppToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
  readonly isDeferred: boolean;
}

/** A call of one of the app's tools, checked and permitted. */
export interface AppToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly callId: string;
  readonly session: string;
}

/** What happens while one of the app's tools runs. */
export type AppToolNews =
  | { readonly kind: 'progress'; readonly message: string }
  | ({ readonly kind: 'output' } & OutputChunk);

/** A permission rule in a list. */
export interface ListedRule {
  readonly effect: RuleEffect;
  /** As people write it: `bash(git log:*)`. */
  readonly text: string;
  readonly scope: RuleScope;
}

/** A rule with what a person may want to know about it. */
export interface DiagnosedRule extends ListedRule {
  readonly diagnostics: readonly Pick<RuleDiagnostic, 'code' | 'message'>[];
  /** How often it decided a call in this workspace, and when last, in milliseconds since the epoch; absent when never. */
  readonly use?: { readonly count: number; readonly lastUsedMs: number };
}

/** A rule that is added or taken away; `session` counts for rules of a session. */
export interface RuleRequest extends ListedRule {
  readonly session: string;
  /** A person was asked a second time about a rule that allows nearly everything. */
  readonly isConfirmed?: boolean;
}

/** What the rules would decide about a command. */
export interface CommandVerdict extends RuleVerdict {
  readonly offers: readonly RuleOffer[];
}

/** Names a conversation. */
export interface LoopNames {
  readonly session: string;
  readonly loop: string;
}

/** A question that waits for a person. */
export interface UserQuestionRequest extends UserQuestion {
  readonly id: string;
}

/** What a terminal runs, and its size. */
export interface TerminalRequest {
  /** A command for bash; without it an interactive shell. */
  readonly command?: string;
  readonly columns: number;
  readonly rows: number;
}

/** How a terminal's program ended; `exitCode` is undefined when a signal ended it. */
export interface TerminalEnd {
  readonly exitCode: number | undefined;
  readonly signal?: string;
}

/** A piece of a process's output. */
export interface ProcessPiece {
  readonly process: ProcessView;
  /** Raw, as it was printed. */
  readonly bytes: Uint8Array;
  readonly startCursor: number;
  /** Where to go on. */
  readonly nextCursor: number;
  /** Output from the cursor on is gone; `bytes` begin with the oldest that is kept. */
  readonly hasGap: boolean;
}

/** What a process gets; done in the order size, bytes, end. */
export interface ProcessInput {
  readonly id: string;
  readonly bytes?: Uint8Array;
  readonly eof?: boolean;
  readonly size?: { readonly columns: number; readonly rows: number };
}

/** From the runner to a terminal's page: bytes, then `null` when nothing follows. */
export type TerminalOutput = Uint8Array | null;

/** From a terminal's page to the runner. */
export type TerminalMessage =
  | { readonly kind: 'type'; readonly bytes: Uint8Array }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  /** So many bytes of output were shown. */
  | { readonly kind: 'shown'; readonly bytes: number }
  | { readonly kind: 'close' };

/** How a workspace is opened. */
export interface OpenRequest {
  readonly name: string;
  readonly tools: ToolPreset;
  /** Whether commands may outlast their call. */
  readonly processes: boolean;
  /** An `agent_toolset_20260401` entry. */
  readonly toolset: unknown;
  readonly appTools: readonly AppToolDescription[];
  /** What of the web the app gives. */
  readonly web: { readonly hasFetch: boolean; readonly searchTargets: readonly NetworkTarget[] };
  /** The app answers questions of the model. */
  readonly canAskUser: boolean;
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
  readonly mode: PermissionMode;
  /** Take the workspace from the tab that has it open. */
  readonly takeOver: boolean;
  /** The page has had no other runner: calls that waited for a person are taken up from before a reload. */
  readonly isFirst: boolean;
  /** Directory of the workspace's files in the machine. */
  readonly root: string;
  /** Bytes that the files may have together; a machine is given no more. */
  readonly maxFileBytes: number;
  /** Name of the Web Lock that the worker holds while it lives. */
  readonly aliveLock: string;
}

/** What opening gave. */
export interface OpenedWorkspace {
  readonly tools: readonly ToolDescription[];
  /** The directory that holds the workspace's files, absolute. */
  readonly root: string;
  readonly damaged: readonly { readonly path: string; readonly reason: string }[];
  readonly save: SaveState;
}

/** A machine as the page started it. */
export interface StartedMachine {
  readonly port: MessagePort;
  readonly facts: MachineFacts;
}

/** What runs, and what it can do. */
export interface MachineFacts {
  readonly kind: 'offline' | 'webcontainer' | 'remote';
  /** Why this machine and no other. */
  readonly reason: string;
  /** Shared memory is there, for programs with synchronous calls. */
  readonly isIsolated: boolean;
  /** `app`: what the app's own fetch provider reaches, and nothing else; `open`: the machine has a network of its own. */
  readonly network: 'none' | 'app' | 'open';
  /** Names, at any depth, of what is not stored with the workspace. */
  readonly notStored: readonly string[];
}

/** Whether what is in the machine is also in the store. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'unsaved'; readonly reason: string };

/** A file that a person picked or dropped, with its path below what they dropped. */
export interface PickedFile {
  readonly path: string;
  readonly file: Blob;
  readonly lastModified?: number;
}

/** What an import did. */
export interface ImportSummary {
  readonly files: number;
  readonly bytes: number;
  readonly save: SaveState;
}

/** What an export to a folder did. */
export interface ExportSummary {
  readonly files: number;
  readonly bytes: number;
  /** Paths that a folder of the browser cannot hold: symbolic links, and names it refuses. */
  readonly skipped: readonly string[];
}

/** What happens in a workspace. Plain data, sent as it happens. */
export type WorkspaceEvent =
  | CallEvent
  | { readonly kind: 'save'; readonly state: SaveState }
  | { readonly kind: 'machine'; readonly state: MachineState }
  /** A server in the machine can be shown, or a port was opened or closed. */
  | { readonly kind: 'preview'; readonly event: ContainerEvent }
  /** Files may have changed; listings are stale. */
  | { readonly kind: 'files' }
  /** All processes in the background, and those that were lost; whenever one changes. */
  | { readonly kind: 'processes'; readonly processes: readonly ProcessView[] }
  | { readonly kind: 'import'; readonly done: number; readonly total: number }
  | ({ readonly kind: 'network' } & NetworkUse)
  /** The browser answered whether it keeps the data when space runs short. */
  | { readonly kind: 'persistence'; readonly isPersistent: boolean };

/** A request to the network that went through the app's provider, or was refused there. Never holds more of it than its host. */
export interface NetworkUse {
  /** Who asked: a tool, a command such as curl, or the app's search. */
  readonly by: 'tool' | 'command' | 'search';
  readonly method: string;
  readonly host: string;
  readonly port: number;
  /** `refused` by the settings of `web`; `failed` without an answer. A server's refusal is an answer. */
  readonly outcome: 'answered' | 'refused' | 'failed';
}

/** Where the machine stands. */
export type MachineState =
  | {
      readonly kind: 'starting';
      /** How far a WebContainer has come; absent for other machines. */
      readonly progress?: BootProgress;
    }
  | ({ readonly kind: 'running' } & { readonly facts: MachineFacts })
  | { readonly kind: 'lost'; readonly reason: string };
