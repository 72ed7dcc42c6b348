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

/** Runs a task step by step, as a model would call tools. Rejects with the signal's reason when it is stopped. */
export async function runAgent(
  task: AgentTask,
  session: Session,
  { signal, say }: { signal: AbortSignal; say: (text: string) => void },
): Promise<void> {
  for (const step of task) {
    signal.throwIfAborted();
    if ('say' in step) {
      say(step.say);
      continue;
    }
    const { isError } = await session.run({ name: step.tool, input: step.input }, { signal });
    if (isError && step.otherwise !== undefined) {
      say(step.otherwise);
      return;
    }
  }
}
