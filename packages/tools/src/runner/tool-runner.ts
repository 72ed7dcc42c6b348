import { describeError } from '@cloche/system';
import type { OnOutput, OutputChunk, PreparedCall, Tool, ToolContext } from '../contract/tool.ts';
import { isToolResult } from '../contract/tool.ts';
import { ToolFault, toolFaultCode } from '../contract/tool-fault.ts';
import { failure, type ToolResult } from '../contract/tool-result.ts';
import type { ShellFacts, ToolHost } from '../host/tool-host.ts';
import type { ApprovalSubject } from '../permissions/approval.ts';
import type { CommandAnalysis } from '../permissions/command-analyzer.ts';
import type { PermissionGate } from '../permissions/permission-gate.ts';
import { createCallQueue } from './call-queue.ts';

/** A call as a model makes it. */
export interface ToolCall {
  /** The id of the model's tool use. */
  readonly id: string;
  readonly name: string;
  /** The input object, or its JSON text. */
  readonly input: unknown;
  /** Calls of one session share a shell. Default `default`. */
  readonly session?: string;
}

/** Whether a result's changes are in the store. */
export type Persistence =
  | { readonly persisted: true }
  /** They are in the machine only; `reason` is for people. */
  | { readonly persisted: false; readonly reason: string };

/** A result with what became of its changes. */
export type PersistedToolResult = ToolResult & { readonly persistence: Persistence };

/** What happens to calls, for timelines and terminals. Plain data. */
export type CallEvent =
  | {
      readonly kind: 'queued';
      readonly callId: string;
      readonly session: string;
      readonly tool: string;
      readonly input: unknown;
      readonly atMs: number;
    }
  | { readonly kind: 'prepared'; readonly callId: string; readonly subject: ApprovalSubject }
  | { readonly kind: 'running'; readonly callId: string; readonly decidedBy: string; readonly atMs: number }
  | ({ readonly kind: 'output'; readonly callId: string } & OutputChunk)
  | {
      readonly kind: 'finished';
      readonly callId: string;
      readonly result: PersistedToolResult;
      readonly durationMs: number;
    }
  | { readonly kind: 'faulted'; readonly callId: string; readonly message: string };

/** What a runner is made of. */
export interface ToolRunnerOptions {
  readonly tools: readonly Tool[];
  readonly workdir: string;
  /** Returns the machine's host, starting a machine when there is none. Throws a `ToolFault`. */
  readonly host: (options: { signal: AbortSignal }) => Promise<ToolHost>;
  readonly gate: PermissionGate;
  /** Takes command lines apart; without it none is understood, and each one asks. */
  readonly analyzeCommand?: (command: string, facts: ShellFacts) => Promise<CommandAnalysis>;
  /** Commits what the machine changed; called once after every call that ran. Must not reject. */
  readonly persist: () => Promise<Persistence>;
  /** Hears every event; a promise for an `output` event asks the command to wait. */
  readonly onEvent: (event: CallEvent) => undefined | Promise<void>;
  readonly clock: { now(): number; monotonic(): number };
}

/** Runs tool calls: validate, queue, prepare, gate, run, persist. */
export interface ToolRunner {
  readonly tools: readonly Tool[];
  /**
   * Runs one call and resolves with its result, released after its changes were committed. Aborting the signal ends
   * the call, wherever it is, with a `cancelled` result. Rejects only with a `ToolFault`.
   */
  run(call: ToolCall, options: { signal: AbortSignal }): Promise<PersistedToolResult>;
}

/** What is known of a command line that nobody takes apart. */
const UNREAD: CommandAnalysis = {
  parts: [],
  isUnderstood: false,
  problems: [{ kind: 'not-analysed', message: 'command lines are not taken apart here' }],
};

/** Creates the runner of a workspace. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { tools, clock, onEvent } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const queue = createCallQueue();
  const runningIds = new Set<string>();

  const finish = (call: ToolCall, startedAt: number | undefined, result: PersistedToolResult): PersistedToolResult => {
    const durationMs = startedAt === undefined ? 0 : clock.monotonic() - startedAt;
    void onEvent({ kind: 'finished', callId: call.id, result, durationMs });
    return result;
  };

  return {
    tools,
    async run(call, { signal }) {
      let startedAt: number | undefined;
      const session = call.session ?? 'default';
      void onEvent({ kind: 'queued', callId: call.id, session, tool: call.name, input: call.input, atMs: clock.now() });
      const unchanged = (result: ToolResult): PersistedToolResult =>
        finish(call, startedAt, { ...result, persistence: { persisted: true } });
      if (runningIds.has(call.id)) return unchanged(idInUse(call));
      const tool = byName.get(call.name);
      if (!tool) return unchanged(unknownTool(call.name, tools));
      const accepted = tool.accept(call.input);
      if (isToolResult(accepted)) return unchanged(accepted);
      runningIds.add(call.id);
      try {
        const leave = await queue.enter(accepted.scope(options), { signal });
        try {
          const host = await options.host({ signal });
          const onOutput: OnOutput = (chunk) => onEvent({ kind: 'output', callId: call.id, ...chunk });
          const context: ToolContext = {
            callId: call.id,
            session,
            workdir: options.workdir,
            host,
            signal,
            onOutput,
            analyzeCommand: async (command) =>
              options.analyzeCommand
                ? options.analyzeCommand(command, await host.call('shell_facts', { session }, { signal }))
                : UNREAD,
          };
          const prepared = await accepted.prepare(context);
          if (isToolResult(prepared)) return unchanged(prepared);
          void onEvent({ kind: 'prepared', callId: call.id, subject: prepared.subject });
          const allowed = await decide(options, tool, prepared, context);
          if (isToolResult(allowed)) return unchanged(allowed);
          startedAt = clock.monotonic();
          void onEvent({ kind: 'running', callId: call.id, decidedBy: allowed.decidedBy, atMs: clock.now() });
          const result = await prepared.run();
          const persistence = await options.persist();
          const details = { ...result.details, decidedBy: allowed.decidedBy };
          return finish(call, startedAt, { ...result, details, persistence });
        } finally {
          leave();
        }
      } catch (error) {
        if (signal.aborted) {
          const persistence = await options.persist();
          return finish(call, startedAt, {
            ...failure('cancelled', `${call.name}: the call was cancelled`),
            persistence,
          });
        }
        const fault = asFault(call.name, error);
        void onEvent({ kind: 'faulted', callId: call.id, message: fault.message });
        throw fault;
      } finally {
        runningIds.delete(call.id);
      }
    },
  };
}

async function decide(
  { gate }: ToolRunnerOptions,
  tool: Tool,
  prepared: PreparedCall,
  { callId, session, signal }: ToolContext,
): Promise<{ decidedBy: string } | ToolResult> {
  const needs = { tool: tool.name, paths: [], network: [], ...prepared.needs };
  const decision = await gate.decide({ callId, session, tool, subject: prepared.subject, needs }, { signal });
  switch (decision.kind) {
    case 'allowed':
      return { decidedBy: decision.decidedBy };
    case 'denied': {
      const note = decision.note === undefined ? '' : ` They say: ${decision.note}`;
      return failure('denied', `${tool.name}: the call was denied by ${decision.decidedBy} and did not run.${note}`, {
        decidedBy: decision.decidedBy,
      });
    }
    case 'approval_required':
      return failure(
        'approval_required',
        `${tool.name}: the call needs approval and nobody is there to give it; it did not run.`,
      );
  }
}

/** What is not an expected outcome is a fault: of the machine, or a bug. */
function asFault(name: string, error: unknown): Error {
  if (error instanceof Error && toolFaultCode(error) !== undefined) return error;
  return new ToolFault('internal', `${name}: ${describeError(error)}`, { cause: error });
}

function idInUse({ id, name }: ToolCall): ToolResult {
  return failure(
    'invalid_input',
    `${name}: a call with the id ${JSON.stringify(id)} is still running; give every call an id of its own`,
  );
}

function unknownTool(name: string, tools: readonly Tool[]): ToolResult {
  const known = tools.map((tool) => tool.name).join(', ');
  return failure('unknown_tool', `unknown tool ${JSON.stringify(name)}; the tools are ${known}`);
}
