import { failure, type OutputChunk, success, type ToolAnnotations, type ToolResult } from '@cloche/tools';
import type { AppToolCall, AppToolDescription, PageApi } from '../wire/runner-api.ts';

/** A tool that the app itself carries out, in its page. */
export interface AppTool {
  /** Model-facing, snake_case; no name of a tool that is there already. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Model-facing: what it does, when to use it and when not, its limits. At least 80 characters. */
  readonly description: string;
  /** JSON Schema of the input, an object (`z.toJSONSchema` of a zod schema will do). Inputs are checked by it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What is not said counts as the careful answer: it changes something, runs alone, and may destroy. */
  readonly annotations?: ToolAnnotations;
  /** The model gets its schema only by `search_extra_tools`, and calls it by `execute_extra_tool` (`codingTools`). */
  readonly isDeferred?: boolean;
  /**
   * Carries out a call that was checked and permitted. A text is a good result; what is thrown becomes an error result with
   * its message.
   */
  run(input: unknown, context: AppToolContext): Promise<ToolResult | string>;
}

/** What an app's tool works with. */
export interface AppToolContext {
  readonly callId: string;
  readonly session: string;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  readonly onOutput: (chunk: OutputChunk) => void;
}

/** The app's tools as the runner reaches them. */
export interface AppTools extends Pick<PageApi, 'runAppTool' | 'cancelAppTool'> {
  readonly descriptions: readonly AppToolDescription[];
  cancelAll(): void;
}

/** Creates the page's half of the app's tools. */
export function createAppTools(tools: readonly AppTool[]): AppTools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const running = new Map<string, AbortController>();
  const cancel = (callId: string): void =>
    running.get(callId)?.abort(new DOMException('the call was cancelled', 'AbortError'));
  return {
    descriptions: tools.map(({ name, title, description, inputSchema, annotations, isDeferred = false }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations: { ...annotations },
      isDeferred,
    })),
    async runAppTool({ name, input, callId, session }: AppToolCall, hear) {
      const tool = byName.get(name);
      if (!tool) return failure('unknown_tool', `unknown tool "${name}"`);
      const controller = new AbortController();
      running.set(callId, controller);
      try {
        const result = await tool.run(input, {
          callId,
          session,
          signal: controller.signal,
          onProgress: (message) => void hear({ kind: 'progress', message }),
          onOutput: ({ stream, bytes }) => void hear({ kind: 'output', stream, bytes }),
        });
        return typeof result === 'string' ? success(result) : result;
      } catch (error) {
        if (controller.signal.aborted) throw error;
        return failure('tool_failed', `${name}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        running.delete(callId);
      }
    },
    cancelAppTool: async (callId) => cancel(callId),
    cancelAll() {
      for (const callId of running.keys()) cancel(callId);
    },
  };
}
