import type { CommandAnalysis, ShellFacts } from '@cloche/tools';

/** The analysis of command lines, a file of its own so that the runner starts without the shell's parser. */
export interface AnalysisModule {
  analyzeAsShell(command: string, facts: ShellFacts): CommandAnalysis;
}

/** Begins to load the analysis from beside the runner's file; what fails is told to whoever needs it. */
export function loadAnalysis(): Promise<AnalysisModule> {
  const url = new URL('analysis.js', import.meta.url).href;
  const loading: Promise<AnalysisModule> = import(/* @vite-ignore */ url);
  loading.catch(() => undefined);
  return loading;
}
