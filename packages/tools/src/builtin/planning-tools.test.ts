import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../contract/tool.ts';
import { resultText, success } from '../contract/tool-result.ts';
import type { UserQuestion } from '../planning/ask-user.ts';
import { createTestWorkspace, type TestWorkspace } from '../testing/test-workspace.ts';
import { askUserTool } from './ask-user/ask-user-tool.ts';
import { readToolResultTool } from './read-tool-result/read-tool-result-tool.ts';
import { sleepTool } from './sleep/sleep-tool.ts';
import { taskCreateTool, taskGetTool, taskListTool, taskUpdateTool } from './tasks/task-tools.ts';
import { todoWriteTool } from './todo-write/todo-write-tool.ts';

describe('todo_write', () => {
  test('replaces the list, and the model is reminded after ten turns, and after ten more', async () => {
    const workspace = createTestWorkspace({ tools: [todoWriteTool], policies: {} });
    const session = workspace.runner.session();
    const remindersIn = async (turns: number): Promise<string[]> =>
      (await Promise.all(Array.from({ length: turns }, () => session.nextTurn()))).flat().map(({ text }) => text);
    expect(await remindersIn(30)).toEqual([]);
    const todos = [
      { content: 'dig', status: 'completed' },
      { content: 'sow', status: 'in_progress' },
    ];
    const said = await workspace.say('todo_write', { todos });
    expect(said).toMatch(/^OK /);
    expect(said).not.toContain('dig');
    expect(await remindersIn(9)).toEqual([]);
    const [first, ...others] = await remindersIn(10);
    expect(first).toContain('1. [completed] dig\n2. [in_progress] sow\n');
    expect(others).toEqual([]);
    expect(await remindersIn(1)).toHaveLength(1);
    await workspace.say('todo_write', { todos: [] });
    expect(await remindersIn(30)).toEqual([]);
  });

  test('names the field of a wrong list', async () => {
    const { say } = createTestWorkspace({ tools: [todoWriteTool] });
    expect(await say('todo_write', { todos: [{ content: 'a', status: 'later' }] })).toMatch(
      /^E invalid todo_write input: todos\[0\]\.status: /,
    );
  });
});

describe('the task tools', () => {
  const tools = [taskCreateTool, taskUpdateTool, taskGetTool, taskListTool];
  const INVALID = 'E invalid task arguments';

  const open = (): TestWorkspace => createTestWorkspace({ tools, policies: {} });
  const create = async (workspace: TestWorkspace, subject: string, blockedBy: string[] = []): Promise<string> => {
    const result = await workspace.run('task_create', { subject, description: 'all of it', blockedBy });
    const { task } = z.object({ task: z.object({ id: z.string() }) }).parse(JSON.parse(resultText(result)));
    return task.id;
  };

  test('make a graph in which a task waits for others', async () => {
    const workspace = open();
    const { say } = workspace;
    expect(await say('task_list', {})).toBe('OK {"tasks":[]}');
    const b = await create(workspace, 'B');
    const a = await create(workspace, 'A', [b, b.toUpperCase()]);
    expect(await say('task_get', { taskId: b })).toBe(
      `OK {"task":{"id":"${b}","subject":"B","description":"all of it","status":"pending","blocks":["${a}"]}}`,
    );
    expect(await say('task_update', { taskId: a, status: 'in_progress' })).toBe(
      'E error: could not update task: a task that it waits for is not completed',
    );
    await say('task_update', { taskId: b, status: 'completed' });
    expect(await say('task_update', { taskId: a, status: 'in_progress' })).toContain('"status":"in_progress"');
    expect(await say('task_update', { taskId: b, addBlockedBy: [a] })).toBe(
      'E error: could not update task: the tasks would wait for each other in a cycle',
    );
    expect(await say('task_update', { taskId: b, addBlockedBy: [b] })).toMatch(/cannot wait for itself$/);
    const c = await create(workspace, 'C');
    expect(await say('task_update', { taskId: a, addBlockedBy: [c] })).toMatch(/is not completed$/);
    expect(await say('task_update', { taskId: a, addBlockedBy: [c], removeBlockedBy: [c] })).toContain(
      `"blockedBy":["${b}"]`,
    );
    expect(await say('task_update', { taskId: b, status: 'deleted' })).toBe(`OK {"deletedTaskId":"${b}"}`);
    expect(await say('task_get', { taskId: a })).not.toContain('blockedBy');
    expect(await say('task_get', { taskId: b })).toBe('E error: could not get task: there is no such task');
  });

  test('keep metadata until they are cleared', async () => {
    const workspace = open();
    const id = await create(workspace, 'A');
    expect(await workspace.say('task_update', { taskId: id, metadata: { a: { b: 1 } } })).toContain(
      '"metadata":{"a":{"b":1}}',
    );
    expect(await workspace.say('task_update', { taskId: id, metadata: {} })).not.toContain('metadata');
  });

  test.each<[string, string, unknown]>([
    ['a blank subject', 'task_create', { subject: ' ', description: 'd' }],
    ['no description', 'task_create', { subject: 's' }],
    ['an unknown key', 'task_list', { x: 1 }],
    ['a key in other letters', 'task_get', { taskID: 'x' }],
    ['a key twice', 'task_create', '{"subject":"s","subject":"s","description":"d"}'],
    ['a nested key twice', 'task_create', '{"subject":"s","description":"d","metadata":{"a":1,"a":1}}'],
    ['null', 'task_create', { subject: 's', description: 'd', activeForm: null }],
    ['the zero id', 'task_get', { taskId: '00000000-0000-0000-0000-000000000000' }],
    ['a long subject', 'task_create', { subject: 'é'.repeat(257), description: 'd' }],
    ['trailing text', 'task_list', '{} {}'],
    ['too much', 'task_create', { subject: 's', description: 'd', metadata: { a: 'x'.repeat(70_000) } }],
  ])('refuse %s with one text', async (_, tool, input) => {
    const { say } = open();
    expect(await say(tool, input)).toBe(INVALID);
  });

  test('hold 256 tasks, each loop its own', async () => {
    const workspace = open();
    for (let count = 0; count < 256; count++) await create(workspace, `task ${count}`);
    expect(await workspace.say('task_create', { subject: 's', description: 'd' })).toMatch(
      /^E error: could not create task: there are 256 tasks already/,
    );
    const other = workspace.runner.session({ loop: 'other' });
    const listed = await other.run({ id: 'x', name: 'task_list', input: {} }, { signal: new AbortController().signal });
    expect(resultText(listed)).toBe('{"tasks":[]}');
  });

  test('survive into the next runner', async () => {
    const workspace = open();
    const id = await create(workspace, 'A');
    const loops: unknown = structuredClone(workspace.runner.loopStates());
    const next = createTestWorkspace({
      tools,
      policies: {},
      runner: { loops: z.record(z.string(), z.unknown()).parse(loops) },
    });
    expect(await next.say('task_get', { taskId: id })).toContain('"subject":"A"');
  });
});

describe('ask_user', () => {
  const asking = (answers: string[][]): { workspace: TestWorkspace; asked: UserQuestion[] } => {
    const asked: UserQuestion[] = [];
    const workspace = createTestWorkspace({
      tools: [askUserTool],
      policies: {},
      runner: {
        async askUser(question) {
          asked.push(question);
          return answers.shift() ?? [];
        },
      },
    });
    return { workspace, asked };
  };

  test('asks one question, whose answer is a choice or other', async () => {
    const { workspace } = asking([['red'], ['other'], ['blue'], ['anything']]);
    const input = { question: 'Which?', choices: ['red', 'green'] };
    expect(await workspace.say('ask_user', input)).toBe('OK red');
    expect(await workspace.say('ask_user', input)).toBe('OK other');
    expect(await workspace.say('ask_user', input)).toBe('E error: answer must be one of: red, green, or "other"');
    expect(await workspace.say('ask_user', { question: 'Why?' })).toBe('OK anything');
    expect(await workspace.say('ask_user', { question: 'Why?' })).toMatch(/^E ask_user: the person did not answer/);
  });

  test('asks several questions one after another', async () => {
    const { workspace, asked } = asking([['a', 'b'], ['yes']]);
    const question = (text: string, multiSelect: boolean): object => ({
      question: text,
      header: 'Head',
      multiSelect,
      options: [{ label: 'a', description: 'the first' }],
    });
    expect(await workspace.say('ask_user', { questions: [question('One?', true), question('Two?', false)] })).toBe(
      'OK Q: One?\nA: a, b\n\nQ: Two?\nA: yes',
    );
    expect(asked.map(({ question: text, multiSelect }) => [text, multiSelect])).toEqual([
      ['One?', true],
      ['Two?', false],
    ]);
  });

  test('refuses an empty question, and says when nobody is there', async () => {
    const { workspace } = asking([]);
    expect(await workspace.say('ask_user', { question: ' ' })).toBe('E ask_user: question is required');
    expect(await workspace.say('ask_user', { questions: [] })).toBe('E ask_user: questions must not be empty');
    const alone = createTestWorkspace({ tools: [askUserTool] });
    expect(await alone.say('ask_user', { question: 'Who?' })).toMatch(/^E ask_user: nobody can be asked here/);
  });
});

describe('sleep', () => {
  test('clamps, waits and can be interrupted', async () => {
    const slept: number[] = [];
    const clock = {
      now: Date.now,
      monotonic: () => performance.now(),
      async sleep(ms: number, { signal }: { signal: AbortSignal }) {
        slept.push(ms);
        if (ms < 5000) return;
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const workspace = createTestWorkspace({ tools: [sleepTool], runner: { clock } });
    expect(await workspace.say('sleep', { seconds: 2 })).toBe('OK slept 2s');
    expect(await workspace.say('sleep', { seconds: -1 })).toBe('OK slept 1s');
    const controller = new AbortController();
    const running = workspace.run('sleep', { seconds: 1e9 }, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    const result = await running;
    expect([resultText(result), result.isError, slept]).toEqual(['sleep interrupted', true, [2000, 1000, 3_600_000]]);
  });
});

describe('read_tool_result', () => {
  const ID = '0a0a0a0a-0000-4000-8000-000000000001';
  const keepTool = defineTool({
    name: 'keep',
    title: 'Keep',
    description:
      'Keeps an output of so many bytes, as tools with long outputs do. For this test only, and for nothing else.',
    inputSchema: z.object({ text: z.string().optional(), bytes: z.array(z.number()).optional() }),
    async run({ text, bytes }, { loop }) {
      const id = await loop.outputs.keep(bytes ? Uint8Array.from(bytes) : new TextEncoder().encode(text));
      return success(id ?? 'not kept');
    },
  });
  const open = (): TestWorkspace =>
    createTestWorkspace({ tools: [keepTool, readToolResultTool], runner: { newId: () => ID } });

  test('gives pages that join to the whole', async () => {
    const { say } = open();
    await say('keep', { text: 'x'.repeat(150_000) });
    expect(await say('read_tool_result', { capture_id: ID, offset: null })).toBe(
      `OK ${'x'.repeat(65_536)}\n[capture ${ID}: bytes 0-65535 of 150000 retained (original 150000); next_offset=65536]`,
    );
    expect(await say('read_tool_result', { capture_id: ID, offset: 131_072, max_bytes: 1e9 })).toBe(
      `OK ${'x'.repeat(18_928)}\n[capture ${ID}: bytes 131072-149999 of 150000 retained (original 150000); end]`,
    );
    expect(await say('read_tool_result', { capture_id: ID, offset: 150_000 })).toBe(
      `OK \n[capture ${ID}: no bytes of 150000 retained (original 150000); end]`,
    );
    expect(await say('read_tool_result', { capture_id: ID, offset: 150_001 })).toMatch(/^E .* is past the end/);
  });

  test('ends a page at a code point, and gives other bytes in base64', async () => {
    const { say } = open();
    await say('keep', { text: 'aé😀' });
    expect(await say('read_tool_result', { capture_id: ID, max_bytes: 2 })).toMatch(/^OK a\n.*next_offset=1\]$/);
    expect(await say('read_tool_result', { capture_id: ID, offset: 3, max_bytes: 1 })).toMatch(/^OK 😀\n.*end\]$/);
    await say('keep', { bytes: [255, 0, 1, 254] });
    expect(await say('read_tool_result', { capture_id: ID })).toBe(
      `OK /wAB/g==\n[capture ${ID}: bytes 0-3 of 4 retained (original 4); encoding=base64; end]`,
    );
  });

  test.each<[unknown, string]>([
    [{ capture_id: ID.toUpperCase() }, 'E read_tool_result: capture_id is not canonical'],
    [`{"capture_id":"${ID}","capture_id":"${ID}"}`, 'E read_tool_result: argument "capture_id" given twice'],
    [{ capture_id: ID, max_bytes: 0 }, 'E read_tool_result: max_bytes must be at least 1'],
    [{ capture_id: ID, more: 1 }, 'E invalid read_tool_result input'],
    [{ capture_id: ID, offset: -1 }, 'E read_tool_result: offset must be at least 0'],
    [{}, 'E read_tool_result: capture_id is required'],
  ])('refuses %j', async (input, wanted) => {
    const said = await open().say('read_tool_result', input);
    expect(said.startsWith(wanted)).toBe(true);
  });

  test('answers for another loop’s output as for one that never was', async () => {
    const workspace = open();
    await workspace.say('keep', { text: 'secret' });
    const other = workspace.runner.session({ loop: 'other' });
    const { signal } = new AbortController();
    const read = (id: string): Promise<string> =>
      other.run({ id, name: 'read_tool_result', input: { capture_id: id } }, { signal }).then(resultText);
    expect(await read(ID)).toBe(await read(ID.replace('1', '2')));
  });
});
