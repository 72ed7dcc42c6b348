export { DEFAULT_LIMITS, LimitExceeded, type ShellLimits } from './limits.ts';
export type { ExportedVariable, FunctionText, ShellState } from './session-state.ts';
export { createShellProgram } from './shell-program.ts';
export { type RunOptions, type RunOutcome, ShellSession, type ShellSessionOptions } from './shell-session.ts';
