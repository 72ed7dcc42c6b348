import { analyzeAsShell as analyze, type SessionFacts } from '@cloche/shell';
import type { CommandAnalysis } from '@cloche/tools';
import { readCommands } from '@cloche/tools/command-reading';

/** Takes a command line apart as the session's shell would read it, and reads each command by its table: all of `analysis.js`. */
export function analyzeAsShell(command: string, facts: SessionFacts): CommandAnalysis {
  return readCommands(analyze(command, facts));
}
