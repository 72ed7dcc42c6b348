import type { Session } from 'cloche';

/** A step of a scripted agent: a sentence, or a call. */
export type AgentStep =
  | { readonly say: string }
  | {
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Said, and the task ended, when the call fails or is denied. */
      readonly otherwise?: string;
    };

export type AgentTask = readonly AgentStep[];

/** How a task is run. */
export interface AgentRun {
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** Part of the ids of its calls. */
  readonly runId: string;
  /** Index of the first step; those before it were made already. */
  readonly from?: number;
  /** Told each step before it is made, so that the run can go on there. */
  readonly onStep: (index: number) => void;
}

/** Runs a task step by step, as a model would call tools. Rejects with the signal's reason when it is stopped. */
export async function runAgent(
  task: AgentTask,
  session: Session,
  { signal, say, runId, from = 0, onStep }: AgentRun,
): Promise<void> {
  for (const [index, step] of task.entries()) {
    if (index < from) continue;
    signal.throwIfAborted();
    onStep(index);
    if ('say' in step) {
      say(step.say);
      continue;
    }
    // The same id after a reload, so that a call that waited for the person is the same call.
    const call = { id: `${runId}-${index}`, name: step.tool, input: step.input };
    const { isError, details } = await session.run(call, { signal });
    if (details.stop) {
      say('I stop here, as you asked.');
      return;
    }
    if (isError && step.otherwise !== undefined) {
      say(step.otherwise);
      return;
    }
  }
}
