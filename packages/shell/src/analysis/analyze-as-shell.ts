import { isShellState } from '../is-shell-state.ts';
import { analyzeCommand } from './analyze-command.ts';
import type { CommandAnalysis } from './command-analysis.ts';

/** A session's shell and its machine, as plain data. */
export interface SessionFacts {
  /** What the shell's `snapshot` gave; anything else counts as a shell that has just started. */
  readonly state: unknown;
  readonly machine: {
    /** The machine's own programs, by name. */
    readonly programs: readonly string[];
    readonly programDirectories: readonly string[];
    /** Environment of a new session. */
    readonly environment: readonly (readonly [string, string])[];
  };
}

/** Takes a command line apart as the session's shell would read it. Never throws. */
export function analyzeAsShell(command: string, { state, machine }: SessionFacts): CommandAnalysis {
  const environment = new Map(machine.environment);
  const initial = {
    environment: machine.environment.map(([name, value]) => ({ name, value, isReadonly: false, isInteger: false })),
    functions: [],
    aliases: [],
    shellOptions: [],
  };
  return analyzeCommand(command, {
    state: isShellState(state) ? state : initial,
    initialEnvironment: environment,
    programs: new Set(machine.programs),
    programDirectories: machine.programDirectories,
  });
}
