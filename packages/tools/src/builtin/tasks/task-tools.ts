import { encodedLength } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { addTask, changeTask, describeTask, sortedTasks } from '../../planning/task-graph.ts';

/** The one answer to input of a wrong shape. */
const INVALID = 'invalid task arguments';
const MAX_TEXT_BYTES = 512;
const MAX_DESCRIPTION_BYTES = 16_384;
const MAX_METADATA_BYTES = 16_384;
const MAX_DEPENDENCIES = 128;
const MAX_INPUT_BYTES = 65_536;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const taskId = z
  .string()
  .transform((id) => id.toLowerCase())
  .refine((id) => UUID.test(id) && id !== NO_ID)
  .meta({ description: 'The id of a task' });
const line = z.string().refine((text) => encodedLength(text) <= MAX_TEXT_BYTES && text.isWellFormed());
const text = z.string().refine((long) => encodedLength(long) <= MAX_DESCRIPTION_BYTES && long.isWellFormed());
const isNotBlank = (given: string): boolean => given.trim() !== '';
const dependencies = z.array(taskId).max(MAX_DEPENDENCIES);
const metadata = z
  .record(z.string(), z.unknown())
  .refine((given) => encodedLength(JSON.stringify(given)) <= MAX_METADATA_BYTES)
  .meta({ description: 'Anything to keep with the task, as JSON; at most 16,384 bytes' });

/** Adds a task to the loop's graph. */
export const taskCreateTool: Tool = defineTaskTool({
  name: 'task_create',
  title: 'Add a task',
  description:
    'Add a task to the graph of tasks of this conversation; it starts as pending. Use it for work whose steps wait for each ' +
    'other: name in blockedBy the ids of the tasks that must be completed first. At most 256 tasks, 128 dependencies each. ' +
    'For a plain list use todo_write.',
  inputSchema: z.strictObject({
    subject: line.refine(isNotBlank).describe('What is to be done, in a few words'),
    description: text.refine(isNotBlank).describe('All that is needed to do it'),
    activeForm: line.describe('What is shown while it is done, such as "Writing tests"').optional(),
    blockedBy: dependencies.optional(),
    metadata: metadata.optional(),
  }),
  async run({ subject, description, activeForm, blockedBy = [], metadata: data }, { loop, newId }) {
    const fields = { id: newId(), subject, description, activeForm, blockedBy, metadata: data };
    const outcome = addTask(loop.tasks, fields);
    if ('problem' in outcome) return refused('create', outcome.problem);
    loop.tasks = outcome.tasks;
    return answer({ task: describeTask(loop.tasks, outcome.task) });
  },
});

/** Changes or deletes a task. */
export const taskUpdateTool: Tool = defineTaskTool({
  name: 'task_update',
  title: 'Change a task',
  description:
    'Change a task; what is left out stays as it is. Set status to in_progress when you begin (all tasks that it waits for ' +
    'must be completed), to completed when it is done, and to deleted to remove it. removeBlockedBy wins over addBlockedBy; ' +
    'metadata replaces what was there, and {} clears it. Do not use it to add a task: that is task_create.',
  inputSchema: z.strictObject({
    taskId,
    subject: line.optional(),
    description: text.optional(),
    activeForm: line.optional(),
    status: z.enum(['pending', 'in_progress', 'completed', 'deleted']).optional(),
    addBlockedBy: dependencies.optional(),
    removeBlockedBy: dependencies.optional(),
    metadata: metadata.optional(),
  }),
  async run({ taskId: id, ...change }, { loop }) {
    const outcome = changeTask(loop.tasks, id, change);
    if ('problem' in outcome) return refused('update', outcome.problem);
    loop.tasks = outcome.tasks;
    if ('deleted' in outcome) return answer({ deletedTaskId: outcome.deleted });
    return answer({ task: describeTask(loop.tasks, outcome.task) });
  },
});

/** Shows one task. */
export const taskGetTool: Tool = defineTaskTool({
  name: 'task_get',
  title: 'Look at a task',
  description:
    'Get one task with its description, its state, the tasks that it waits for (blockedBy) and those that wait for it (blocks). ' +
    'Use it before you begin a task; to see all tasks use task_list.',
  inputSchema: z.strictObject({ taskId }),
  async run({ taskId: id }, { loop }) {
    const task = loop.tasks.get(id);
    if (!task) return refused('get', 'there is no such task');
    return answer({ task: describeTask(loop.tasks, task) });
  },
});

/** Shows all tasks. */
export const taskListTool: Tool = defineTaskTool({
  name: 'task_list',
  title: 'List the tasks',
  description:
    'List all tasks of this conversation with their states and dependencies, ordered by id, as JSON. Use it to find the next ' +
    'task to begin: one that is pending and whose blockers are all completed. It lists no processes.',
  inputSchema: z.strictObject({}),
  async run(_, { loop }) {
    return answer({ tasks: sortedTasks(loop.tasks).map((task) => describeTask(loop.tasks, task)) });
  },
});

/** The tasks are the model's own notes: nothing outside changes, so nobody is asked, and calls keep their order. */
function defineTaskTool<Input>(
  definition: Pick<ToolDefinition<Input>, 'name' | 'title' | 'description' | 'inputSchema'> & {
    run(input: Input, context: ToolContext): Promise<ToolResult>;
  },
): Tool {
  const { name, title, description, inputSchema, run } = definition;
  const tool = defineTool({
    name,
    title,
    description,
    inputSchema,
    annotations: { readOnly: true, destructive: false },
    strict: { nulls: 'refused', message: INVALID },
    summarize: () => title,
    run,
  });
  return {
    ...tool,
    accept(raw) {
      const given = typeof raw === 'string' ? raw : JSON.stringify(raw ?? {});
      return encodedLength(given) > MAX_INPUT_BYTES ? failure('invalid_input', INVALID) : tool.accept(raw);
    },
  };
}

function refused(action: string, reason: string): ToolResult {
  return failure('invalid_input', `error: could not ${action} task: ${reason}`);
}

function answer(value: object): ToolResult {
  return success(JSON.stringify(value));
}
