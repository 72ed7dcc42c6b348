import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';

const MAX_SECONDS = 3600;

const inputSchema = z.object({ seconds: z.number().describe('How long, from 1 to 3600 seconds') });

/** Waits. */
export const sleepTool: Tool = defineTool({
  name: 'sleep',
  title: 'Wait',
  description:
    'Wait for some seconds, 1 to 3600; less and more count as the nearest of these. Other calls that only look may run ' +
    'meanwhile. Use it to wait for something that happens by itself, not between the steps of your own work.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  summarize: ({ seconds }) => `Wait ${seconds} seconds`,
  async run({ seconds }, { sleep, signal }) {
    const rounded = Math.round(Math.min(Math.max(seconds, 1), MAX_SECONDS));
    try {
      await sleep(rounded * 1000, { signal });
      return success(`slept ${rounded}s`);
    } catch (error) {
      if (!signal.aborted) throw error;
      return failure('cancelled', 'sleep interrupted');
    }
  },
});
