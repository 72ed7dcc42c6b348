import { analyzeCommand, isShellState } from '@cloche/shell';
import type { CommandAnalysis, ShellFacts } from '@cloche/tools';

/** Takes a command line apart as the session's shell would read it: the analysis port of the tools, by the shell. */
export function analyzeAsShell(command: string, { state, machine }: ShellFacts): CommandAnalysis {
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
