import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';

const MAX_TODOS = 200;

const inputSchema = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().describe('What is to be done'),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .describe('The whole list; it replaces the one before'),
});

/** Keeps the model's list of things to do. */
export const todoWriteTool: Tool = defineTool({
  name: 'todo_write',
  title: 'Plan',
  description:
    'Write down the list of things to do, whole: it replaces the list before. Use it for work of three steps or more, and ' +
    'after each step to mark it completed and the next one in_progress; not for a single small step. At most 200 entries. ' +
    'For work whose steps wait for each other use task_create.',
  inputSchema,
  annotations: { readOnly: true, destructive: false },
  async prepare({ todos }, { loop }) {
    if (todos.length > MAX_TODOS) {
      return failure('too_large', `todo_write: ${todos.length} entries are over the limit of ${MAX_TODOS}; join some`);
    }
    return {
      subject: { summary: `Plan ${todos.length} things to do`, detail: { kind: 'query', text: 'todo_write' } },
      async run() {
        loop.todos.replace(todos);
        return success('The list was replaced. Go on with it, and mark each entry when it is done.');
      },
    };
  },
});
