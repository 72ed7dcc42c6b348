import type { Session } from 'cloche';

/** A step of a scripted agent: a sentence, a call, or waiting for what is told between the turns. */
export type AgentStep =
  | { readonly say: string; readonly needs?: string }
  | {
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** The tool without which the step is left out; its own by default. */
      readonly needs?: string;
      /** Said, and the task ended, when the call fails or is denied. */
      readonly otherwise?: string;
    }
  /** Waits for a notification, if there is this tool. */
  | { readonly waitForWord: string };

export type AgentTask = readonly AgentStep[];

/** How a task is run. */
export interface AgentRun {
  readonly signal: AbortSignal;
  /** Names of the tools that there are. */
  readonly tools: ReadonlySet<string>;
  readonly say: (text: string) => void;
  /** Shows what the agent is told by the page. */
  readonly tell: (text: string) => void;
  /** Part of the ids of its calls. */
  readonly runId: string;
  /** Index of the first step; those before it were made already. */
  readonly from?: number;
  /** Told each step before it is made, so that the run can go on there. */
  readonly onStep: (index: number) => void;
}

const LOOK_EVERY_MS = 200;
const MAX_LOOKS = 100;

/** Runs a task step by step, as a model would call tools. Rejects with the signal's reason when it is stopped. */
export async function runAgent(task: AgentTask, session: Session, options: AgentRun): Promise<void> {
  const { signal, tools, say, runId, from = 0, onStep } = options;
  for (const [index, step] of task.entries()) {
    if (index < from) continue;
    signal.throwIfAborted();
    onStep(index);
    const needed = 'waitForWord' in step ? step.waitForWord : (step.needs ?? ('tool' in step ? step.tool : undefined));
    if (needed !== undefined && !tools.has(needed)) continue;
    if ('waitForWord' in step) {
      await waitForWord(session, options);
      continue;
    }
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

/** A model would be told before its next turn; a script looks until there is something. */
async function waitForWord(session: Session, { signal, tell }: AgentRun): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    signal.throwIfAborted();
    const messages = await session.nextTurn();
    for (const { text } of messages) tell(`Notification: ${/<summary>(.*)<\/summary>/s.exec(text)?.[1] ?? text}`);
    if (messages.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
