export { describeDeferredTools } from './builtin/extra-tools/extra-tools.ts';
export {
  type AcceptedCall,
  type CallProgress,
  type CallScope,
  defineTool,
  type FieldLimit,
  type OutputChunk,
  type PreparedCall,
  type PreparingTool,
  type RunningTool,
  type StrictInput,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolFacts,
} from './contract/tool.ts';
export { ToolFault, type ToolFaultCode, toolFaultCode } from './contract/tool-fault.ts';
export { createToolRegistry, type ToolRegistry } from './contract/tool-registry.ts';
export {
  type ExtraMessage,
  type FileDiff,
  failure,
  type ImageContent,
  resultText,
  type SearchResultContent,
  success,
  type TextContent,
  type ToolContent,
  type ToolDetails,
  type ToolErrorCode,
  type ToolResult,
} from './contract/tool-result.ts';
export type { HashBytes } from './host/file-facts.ts';
export type { HostRun, HostRunEnd, HostRunOptions, HostShell, OpenHostShell } from './host/host-shell.ts';
export { createLocalToolHost, type LocalToolHostOptions, type WorkspaceJournal } from './host/local-tool-host.ts';
export type {
  ProcessKind,
  ProcessNotice,
  ProcessOwner,
  ProcessState,
  ProcessView,
  StopMode,
} from './host/processes/process-data.ts';
export type {
  CommandFacts,
  FileFacts,
  HostCallOptions,
  HostMethod,
  HostMethods,
  ImportedFile,
  ListedEntry,
  ShellFacts,
  ToolHost,
} from './host/tool-host.ts';
export type { Loop, LoopOutputs, LoopState } from './loop/loop.ts';
export type { Observation, ReadEvidence } from './loop/read-evidence.ts';
export {
  createMemoryRetainedOutput,
  MAX_CAPTURE_BYTES,
  RETAINED_BUDGET_BYTES,
  type RetainedOutput,
  type RetainedRecord,
} from './loop/retained-output.ts';
export type {
  AlwaysAnswer,
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalSubject,
  AskApproval,
} from './permissions/approval.ts';
export type {
  AnalysisProblem,
  AnalyzedPart,
  AnalyzedRedirection,
  AnalyzedWord,
  CommandAnalysis,
  CommandAnalyzer,
} from './permissions/command-analyzer.ts';
export { commandNeeds } from './permissions/command-needs.ts';
export { placeCommands } from './permissions/command-place.ts';
export {
  type ConfirmationOutcome,
  type Confirmations,
  createConfirmations,
  type ToolConfirmation,
} from './permissions/confirmations.ts';
export type { DecisionRecord } from './permissions/decision-record.ts';
export { describeRisk, type RiskFact } from './permissions/describe-risk.ts';
export { diagnoseRules, type RuleDiagnostic } from './permissions/diagnose-rules.ts';
export { evaluateRules } from './permissions/evaluate-rules.ts';
export type { GateDecision } from './permissions/gate-call.ts';
export { describeFloor } from './permissions/gate-call.ts';
export { networkNeedsOf } from './permissions/network-needs.ts';
export { pathNeedsOf } from './permissions/path-needs.ts';
export {
  createPermissionGate,
  type PermissionGate,
  type PermissionGateOptions,
  type PermissionMode,
  type PermissionPolicy,
} from './permissions/permission-gate.ts';
export { type PathNeed, type PermissionNeeds } from './permissions/permission-needs.ts';
export {
  formatRule,
  type PermissionRule,
  parseRule,
  type RuleEffect,
  type RuleMatch,
  type RuleScope,
  RuleSyntaxError,
} from './permissions/permission-rule.ts';
export { proposeRules, type RuleOffer } from './permissions/propose-rules.ts';
export {
  createMemoryRuleStore,
  createRuleBook,
  type RuleBook,
  type RuleChange,
  type RulePlace,
  type RuleStore,
  type StoredScope,
} from './permissions/rule-book.ts';
export { BroadRuleError, describeBreadth, refuseBroadRules } from './permissions/rule-breadth.ts';
export { decodeRules, encodeRules, RuleStoreError } from './permissions/rule-codec.ts';
export { nameRule, type PartVerdict, type RuleVerdict, type ScopedRule } from './permissions/rule-verdict.ts';
export { brokenFloor } from './permissions/safety-floor.ts';
export { showHidden } from './permissions/show-hidden.ts';
export type { AskUser, UserQuestion } from './planning/ask-user.ts';
export { type Meter, measureCall } from './runner/call-metrics.ts';
export type { CallEvent, PersistedToolResult, Persistence, ToolCall } from './runner/tool-call.ts';
export {
  type CallPreview,
  createToolRunner,
  type RunnerSession,
  type RunOptions,
  type ToolRunner,
  type ToolRunnerOptions,
} from './runner/tool-runner.ts';
export { agentToolset20260401, describeTools, type ToolDescription } from './toolset/agent-toolset.ts';
export { codingTools } from './toolset/coding-tools.ts';
export { fileTools } from './toolset/file-tools.ts';
export { materialize, materializeTools } from './toolset/materialize.ts';
export { absentTools, type PresetOptions, presets, presetTools, type ToolPreset } from './toolset/presets.ts';
export {
  type ApiTool,
  type LiveTool,
  policies,
  type ResolvedMcp,
  resolveMcp,
  tools,
} from './toolset/resolve-toolset.ts';
export {
  checkDefaultStallBudget,
  DEFAULT_STALL_BUDGET_MS,
  parseStallBudget,
  StallBudgetError,
  stallBudgetFloor,
} from './toolset/stall-budget.ts';
export { ToolsetConfigError } from './toolset/toolset-entry.ts';
export { validate, validateMcpToolset } from './toolset/validate-toolset.ts';
export {
  type NetworkTarget,
  type SearchHit,
  type SearchOutcome,
  targetOf,
  type WebAccess,
  type WebPage,
  type WebPageOutcome,
  type WebPageRequest,
} from './web/web-access.ts';
export { type ConnectOptions, connectToolHost, type ToolHostConnection } from './wire/connect-tool-host.ts';
export { decodeMessage, encodeMessage, MAX_MESSAGE_BYTES, MessageError } from './wire/message-codec.ts';
export { type Channel, type MachineMessage, type RunnerMessage, WIRE_VERSION } from './wire/messages.ts';
export {
  type AppMethod,
  type AppMethods,
  type AppNetwork,
  type AppServer,
  type AskApp,
  createAppNetwork,
  serveAppNetwork,
} from './wire/network-methods.ts';
export { createOutputWindow, type OutputWindow, TERMINAL_WINDOW_BYTES } from './wire/output-window.ts';
export { channelOfPort, type PortLike } from './wire/port-channel.ts';
export { type ServedToolHost, serveToolHost } from './wire/serve-tool-host.ts';
export { restoreError, type TransferredError, transferError } from './wire/transferred-error.ts';
