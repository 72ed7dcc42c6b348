export type { StoreError, StoreErrorCode, WorkspaceSummary } from '@cloche/storage';
export type { FetchProvider, FetchRequest, FetchResponse } from '@cloche/system';
export type {
  AlwaysAnswer,
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalSubject,
  AskUser,
  ConfirmationOutcome,
  Confirmations,
  DecisionRecord,
  ExtraMessage,
  FileDiff,
  ImageContent,
  ListedEntry,
  Meter,
  OutputChunk,
  PartVerdict,
  PermissionMode,
  PermissionPolicy,
  PersistedToolResult,
  Persistence,
  ProcessKind,
  ProcessState,
  ProcessView,
  RetainedRecord,
  RiskFact,
  RuleEffect,
  RuleOffer,
  RuleScope,
  SearchHit,
  SearchResultContent,
  StopMode,
  TextContent,
  ToolAnnotations,
  ToolConfirmation,
  ToolContent,
  ToolDescription,
  ToolDetails,
  ToolErrorCode,
  ToolFault,
  ToolFaultCode,
  ToolPreset,
  ToolResult,
  UserQuestion,
} from '@cloche/tools';
export { createConfirmations, resultText, showHidden } from '@cloche/tools';
export type { BootProgress, ContainerEvent, CrossOriginEmbedding } from '@cloche/webcontainer';
export type { AppTool, AppToolContext } from './client/app-tools.ts';
export { deleteWorkspace, listWorkspaces, renameWorkspace } from './client/catalog.ts';
export { describeRuleBreadth } from './client/describe-rule-breadth.ts';
export type { WebContainerSettings } from './client/machine-choice.ts';
export { createBrowserFetch } from './client/network/browser-fetch.ts';
export type { SearchProvider, WebOptions } from './client/network/web-options.ts';
export { type OpenWorkspaceOptions, openWorkspace } from './client/open-workspace.ts';
export type { RemoteMachine } from './client/remote-machine.ts';
export { type Session, type SessionCall, Workspace } from './client/workspace.ts';
export { WorkspaceFiles } from './client/workspace-files.ts';
export { WorkspacePermissions } from './client/workspace-permissions.ts';
export {
  type PreviewEvent,
  type PreviewListener,
  type PreviewPort,
  WorkspacePreview,
} from './client/workspace-preview.ts';
export { type ProcessAttachment, WorkspaceProcesses } from './client/workspace-processes.ts';
export { type TerminalOptions, type WorkspaceTerminal, WorkspaceTerminals } from './client/workspace-terminals.ts';
export type {
  CommandVerdict,
  DiagnosedRule,
  ExportSummary,
  ImportSummary,
  ListedRule,
  MachineFacts,
  MachineState,
  NetworkUse,
  PickedFile,
  ProcessInput,
  ProcessPiece,
  SaveState,
  TerminalEnd,
  TerminalRequest,
  WorkspaceEvent,
} from './wire/runner-api.ts';
