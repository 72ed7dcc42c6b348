import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { failure, resultText, success } from '../../contract/tool-result.ts';
import type { ApprovalRequest } from '../../permissions/approval.ts';
import { createConfirmations } from '../../permissions/confirmations.ts';
import { createTestWorkspace, type TestWorkspace } from '../../testing/test-workspace.ts';
import { describeDeferredTools, executeExtraToolTool, searchExtraToolsTool } from './extra-tools.ts';

describe('deferred tools', () => {
  const description =
    'Sends a letter to a person, by post. Use it when someone wants paper; not for quick words. At most one page.';
  const sendLetter = defineTool({
    name: 'post__send_letter',
    title: 'Send a letter',
    description,
    inputSchema: z.object({ to: z.string() }),
    run: async ({ to }) => success(`sent to ${to}`),
  });
  const open = (answer: 'allow' | 'deny' = 'allow'): TestWorkspace =>
    createTestWorkspace({
      tools: [searchExtraToolsTool, executeExtraToolTool],
      policies: {},
      answer: async () => ({ action: answer }),
      runner: { deferredTools: [sendLetter] },
    });
  const call = { tool_name: 'post__send_letter', params: { to: 'Ada' } };

  test('are looked up, and only then run', async () => {
    const { say } = open();
    expect(await say('post__send_letter', { to: 'Ada' })).toMatch(/^E post__send_letter is a deferred tool/);
    expect(await say('execute_extra_tool', call)).toMatch(/^E post__send_letter is not unlocked in this session/);
    expect(await say('search_extra_tools', { query: 'telephone' })).toBe(
      'OK No matching deferred tools for query: telephone',
    );
    expect(await say('search_extra_tools', { query: ' ' })).toBe('E Error: query is required');
    const found = await say('search_extra_tools', { query: 'send letter' });
    expect(found).toContain('Found 1 deferred tool:\n\n## post__send_letter\nSends a letter');
    expect(found).toContain('params schema: {"type":"object"');
    expect(await say('execute_extra_tool', call)).toBe('OK sent to Ada');
    expect(await say('execute_extra_tool', { tool_name: 'post__send_letter' })).toBe(
      'E invalid params for post__send_letter: post__send_letter: to is required',
    );
    expect(await say('execute_extra_tool', { tool_name: 'no' })).toBe('E unknown tool no');
    expect(await say('execute_extra_tool', { tool_name: '' })).toMatch(/^E .*tool_name is required/);
  });

  test('need the permission of the tool itself', async () => {
    const { say, events } = open('deny');
    await say('search_extra_tools', { query: 'select:post__send_letter' });
    expect(await say('execute_extra_tool', call)).toMatch(/^E post__send_letter: the call was denied by a person/);
    const subjects = events.flatMap((event) => (event.kind === 'prepared' ? [event.subject.summary] : []));
    expect(subjects.at(-1)).toBe('Send a letter: {"to":"Ada"}');
  });

  test('are named in a block, sorted', () => {
    expect(describeDeferredTools([])).toBe('');
    expect(describeDeferredTools([{ name: 'b' }, { name: 'a' }])).toMatch(
      /^<available-deferred-tools>\na\nb\n<\/available-deferred-tools>\n./,
    );
  });
});

describe('execute_extra_tool and permissions', () => {
  const write = defineTool({
    name: 'post',
    title: 'Post a letter',
    description: 'Posts a letter. For this test only: it says what was posted, and changes nothing at all anywhere.',
    inputSchema: z.object({ to: z.string() }),
    needs: async ({ to }) => ({
      paths: [{ access: 'write', path: `/workspace/${to}`, text: to, isCovered: false }],
    }),
    run: async ({ to }) => success(`sent to ${to}`),
  });
  const look = defineTool({
    name: 'look',
    title: 'Look at letters',
    description: 'Looks at letters. For this test only: it says that it looked, and changes nothing at all anywhere.',
    inputSchema: z.object({}),
    annotations: { readOnly: true },
    run: async () => success('looked'),
  });
  const open = async (options: Parameters<typeof createTestWorkspace>[0]) => {
    const requests: ApprovalRequest[] = [];
    const workspace = createTestWorkspace({
      tools: [searchExtraToolsTool, executeExtraToolTool],
      policies: {},
      answer: async (request) => {
        requests.push(request);
        return { action: 'allow' };
      },
      ...options,
      runner: { deferredTools: [write, look] },
    });
    await workspace.say('search_extra_tools', { query: 'select:post,look' });
    const execute = async (name: string, params = {}): Promise<string> => {
      const result = await workspace.run('execute_extra_tool', { tool_name: name, params });
      return `${resultText(result)} | ${result.details.decidedBy}`;
    };
    return { workspace, requests, execute };
  };

  test('one question shows the other tool’s call, and the rule about this one', async () => {
    const { requests, execute } = await open({ asked: ['execute_extra_tool'] });
    expect(await execute('post', { to: 'ada' })).toBe('sent to ada | a person, once');
    expect(requests).toMatchObject([
      {
        tool: { name: 'post', title: 'Post a letter' },
        through: { name: 'execute_extra_tool', title: 'Use one more tool' },
        input: { to: 'ada' },
        parts: [
          { text: 'execute_extra_tool', verdict: 'asks', rule: 'ask execute_extra_tool (workspace)' },
          { text: 'ada', kind: 'write', verdict: 'asks' },
        ],
      },
    ]);
  });

  test.each<[string, Parameters<typeof createTestWorkspace>[0], string, number]>([
    ['a denial of this tool', { denied: ['execute_extra_tool'], policies: { look: 'always_allow' } }, 'look', 0],
    ['a denial of the other one', { denied: ['look'] }, 'look', 0],
    ['a question about this tool', { asked: ['execute_extra_tool'], policies: { look: 'always_allow' } }, 'look', 1],
    ['a policy that always asks', { policies: { execute_extra_tool: 'always_ask', look: 'always_allow' } }, 'look', 1],
    ['a question about the other one', { asked: ['look'] }, 'look', 1],
    ['no permission of this tool', { allowed: ['execute_extra_tool'] }, 'post', 1],
    ['no policy of this tool', { policies: { execute_extra_tool: 'always_allow' } }, 'post', 1],
    ['the other one’s permission', { allowed: ['post', 'edit(ada)'] }, 'post', 0],
    ['what only reads', {}, 'look', 0],
  ])('%s counts', async (_, options, name, questions) => {
    const { requests, execute } = await open(options);
    const said = await execute(name, name === 'post' ? { to: 'ada' } : {});
    expect(requests.length).toBe(questions);
    expect(said).toMatch(options?.denied ? /was denied by the rule deny/ : /^(sent to ada|looked) \| /);
  });

  test('a confirmation that comes twice answers one question', async () => {
    const confirmations = createConfirmations();
    const { workspace } = await open({
      asked: ['execute_extra_tool'],
      answer: (request, signal) => confirmations.ask(request, { signal }),
    });
    const input = { tool_name: 'post', params: { to: 'ada' } };
    const first = workspace.run('execute_extra_tool', input, { id: 'e1' });
    while (confirmations.waiting().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(confirmations.requests()).toMatchObject([{ callId: 'e1', tool: { name: 'post' } }]);
    expect(confirmations.confirm('e1', { result: 'allow' })).toBe('answered');
    expect(confirmations.confirm('e1', { result: 'allow' })).toBe('settled');
    expect(resultText(await first)).toBe('sent to ada');
  });
});

test('a call that was passed on is not passed on again', async () => {
  const { signal } = new AbortController();
  const circle = defineTool({
    name: 'circle',
    title: 'Circle',
    description: 'Passes calls on to itself. For this test only: nothing else should ever do so, and it does no more.',
    inputSchema: z.object({}),
    prepare: async (input, { deferredTools: [forwardTo] }) =>
      forwardTo ? { forwardTo, input } : failure('invalid_input', 'none'),
  });
  const workspace = createTestWorkspace({
    tools: [searchExtraToolsTool, executeExtraToolTool],
    runner: { deferredTools: [circle] },
  });
  await workspace.say('search_extra_tools', { query: 'select:circle' });
  const call = { id: 'c', name: 'execute_extra_tool', input: { tool_name: 'circle' } };
  expect(resultText(await workspace.runner.run(call, { signal }))).toContain('circle passes calls on itself');
  expect(await workspace.runner.preview({ ...call, id: 'd' }, { signal })).toMatchObject({ kind: 'failed' });
});
