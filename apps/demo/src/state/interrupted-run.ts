/** A run of the sample task that a reload interrupts. */
export interface InterruptedRun {
  readonly workspace: string;
  readonly runId: string;
  /** Index of the step that was being made. */
  readonly step: number;
}

const KEY = 'cloche-demo:run';

/** Keeps, for this tab, where a run is. */
export function keepRun(run: InterruptedRun): void {
  sessionStorage.setItem(KEY, JSON.stringify(run));
}

/** The run is over. */
export function forgetRun(): void {
  sessionStorage.removeItem(KEY);
}

/** Returns the run of a workspace that this tab's page was in when it was reloaded. */
export function interruptedRun(workspace: string): InterruptedRun | undefined {
  const run = parse(sessionStorage.getItem(KEY) ?? 'null');
  return run?.workspace === workspace ? run : undefined;
}

function parse(text: string): InterruptedRun | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { workspace, runId, step } = { workspace: undefined, runId: undefined, step: undefined, ...value };
  if (typeof workspace !== 'string' || typeof runId !== 'string' || typeof step !== 'number') return undefined;
  return { workspace, runId, step };
}
