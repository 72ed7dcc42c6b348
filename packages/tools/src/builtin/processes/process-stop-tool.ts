import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import type { ProcessStopOutcome } from '../../host/processes/process-data.ts';
import { describeProcess, processFailure, processSuccess } from './process-json.ts';

const MAX_GRACE_MS = 60_000;

const inputSchema = z.object({
  process_id: z.string().describe('The process; without it all of this conversation that run').optional(),
  mode: z
    .enum(['interrupt', 'terminate', 'kill'])
    .describe('interrupt as Ctrl-C does, terminate and kill after a grace (the default), or kill at once')
    .optional(),
  grace_ms: integer().describe('How long it has to end after terminate; 5000 if left out, at most 60000').optional(),
});

type StopInput = z.infer<typeof inputSchema>;

/** Stops processes with all that they started. */
export const processStopTool: Tool = defineTool({
  name: 'process_stop',
  title: 'Stop a process',
  description:
    'Stop a process in the background with everything that it started, and answer when it has ended. interrupt is Ctrl-C, ' +
    'which it may handle and go on; terminate (the default) kills what is left after grace_ms; kill does not wait. Stopping ' +
    'what has ended answers the same again. You get no notification of what you stop. Without process_id all are stopped.',
  inputSchema,
  annotations: { destructive: false },
  scope: () => ({ kind: 'free' }),
  async prepare(input, context) {
    if (input.process_id === '') return processFailure('invalid_arguments', 'process_id must not be empty');
    if ((input.grace_ms ?? 0) < 0) return processFailure('invalid_arguments', 'grace_ms must be at least 0');
    return {
      needs: { isCovered: true },
      subject: { summary: 'Stop a process', detail: { kind: 'query', text: input.process_id ?? 'all processes' } },
      run: () => stop(input, context),
    };
  },
});

async function stop(input: StopInput, { host, session, loop, signal }: ToolContext): Promise<ToolResult> {
  const { process_id: id, mode = 'terminate' } = input;
  const owner = { session, loop: loop.name };
  const grace = input.grace_ms === undefined ? {} : { graceMs: Math.min(input.grace_ms, MAX_GRACE_MS) };
  const stopOne = (one: string): Promise<ProcessStopOutcome> =>
    host.call('process_stop', { owner, id: one, mode, ...grace }, { signal });
  if (id !== undefined) {
    const outcome = await stopOne(id);
    if (outcome.kind === 'done') return processSuccess({ process_id: id, ...describeProcess(outcome.process) });
    return processFailure(loop.processes.lost(id) ? 'lost_on_restore' : outcome.code);
  }
  const { processes } = await host.call('process_list', { owner }, { signal });
  const running = processes.filter(({ state, childrenRunning }) => state === 'running' || childrenRunning > 0);
  const outcomes = await Promise.all(running.map((process) => stopOne(process.id)));
  const stopped = outcomes.filter(({ kind }) => kind === 'done').length;
  return processSuccess({
    message: `Stopped ${stopped} running process(es).`,
    stopped,
    results: outcomes.map((outcome, index): object =>
      outcome.kind === 'done'
        ? { process_id: outcome.process.id, ...describeProcess(outcome.process) }
        : { process_id: running[index]?.id, error: outcome.code },
    ),
  });
}
