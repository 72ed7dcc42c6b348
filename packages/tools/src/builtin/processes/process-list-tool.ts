import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { describeProcess, processSuccess } from './process-json.ts';

const MAX_COMMAND_UNITS = 200;

/** Lists the processes of a conversation. */
export const processListTool: Tool = defineTool({
  name: 'process_list',
  title: 'List the processes',
  description:
    'List the processes in the background that this conversation has started: commands, monitors and shells, those that run ' +
    'and up to a hundred that have ended, with their ids and how they stand. It does not show what they print: read that ' +
    'with process_output. Processes that the commands start themselves are not listed; ps shows those.',
  inputSchema: z.object({}),
  annotations: { readOnly: true, concurrencySafe: true },
  scope: () => ({ kind: 'free' }),
  needs: async () => ({ isCovered: true }),
  summarize: () => 'List the processes in the background',
  async run(_, { host, session, loop, signal }) {
    const { processes } = await host.call('process_list', { owner: { session, loop: loop.name } }, { signal });
    const listed = processes.map((process) => ({
      process_id: process.id,
      kind: process.kind,
      command: shorten(process.command),
      ...describeProcess(process),
      total_bytes: process.totalBytes,
    }));
    const lost = loop.processes
      .list()
      .flatMap(({ id, kind, command, state }) =>
        state === 'lost_on_restore' ? [{ process_id: id, kind, command: shorten(command), status: state }] : [],
      );
    return processSuccess({ processes: [...lost, ...listed] });
  },
});

function shorten(command: string): string {
  const line = command.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_COMMAND_UNITS ? line : `${line.slice(0, MAX_COMMAND_UNITS)}…`.toWellFormed();
}
