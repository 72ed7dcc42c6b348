export { analyzeAsShell, type SessionFacts } from './analysis/analyze-as-shell.ts';
export { analyzeCommand } from './analysis/analyze-command.ts';
export type {
  AnalysisProblem,
  AnalysisState,
  AnalyzedAssignment,
  AnalyzedRedirection,
  AnalyzedWord,
  CommandAnalysis,
  CommandPart,
  CommandTarget,
  PartOrigin,
  ProblemKind,
} from './analysis/command-analysis.ts';
export { isShellState } from './is-shell-state.ts';
export { DEFAULT_LIMITS, LimitExceeded, type ShellLimits } from './limits.ts';
export type { ExportedVariable, FunctionText, ShellState } from './session-state.ts';
export { createShellProgram } from './shell-program.ts';
export {
  type RunOptions,
  type RunOutcome,
  type ShellRun,
  ShellSession,
  type ShellSessionOptions,
} from './shell-session.ts';
export { type SessionMachine, stateOfMachine } from './state-of-machine.ts';
