import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../contract/tool.ts';
import { resultText, success } from '../contract/tool-result.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../permissions/approval.ts';
import { createConfirmations } from '../permissions/confirmations.ts';
import { createTestWorkspace, type TestWorkspace } from '../testing/test-workspace.ts';
import type { ToolRunnerOptions } from './tool-runner.ts';

const { signal } = new AbortController();
const ASKING = { policies: {} };

/** A workspace whose questions the test answers itself. */
function held(runner: Partial<ToolRunnerOptions> = {}): TestWorkspace & {
  readonly requests: ApprovalRequest[];
  answer(answer: ApprovalAnswer): void;
  asked(count: number): Promise<void>;
} {
  const requests: ApprovalRequest[] = [];
  const answers: ((answer: ApprovalAnswer) => void)[] = [];
  const workspace = createTestWorkspace({
    ...ASKING,
    scripts: { ls: () => 0, 'ls -l': ({ stdout }) => (stdout('long'), 0) },
    runner,
    answer: (request, aborted) =>
      new Promise((resolve, reject) => {
        requests.push(request);
        answers.push(resolve);
        aborted.addEventListener('abort', () => reject(aborted.reason));
      }),
  });
  return {
    ...workspace,
    requests,
    answer: (answer) => answers.shift()?.(answer),
    async asked(count) {
      while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}

describe('a call that a person changes', () => {
  test('is checked, shown again as it would run, and runs so; all three inputs are kept', async () => {
    const workspace = held();
    const running = workspace.run('bash', { command: 'ls' });
    await workspace.asked(1);
    workspace.answer({ action: 'edit', input: { command: 'ls -l', unknown: 1 } });
    await workspace.asked(2);
    expect(workspace.requests[1]).toMatchObject({
      input: { command: 'ls -l' },
      proposedInput: { command: 'ls' },
      subject: { detail: { command: 'ls -l' } },
    });
    workspace.answer({ action: 'allow' });
    const result = await running;
    expect(resultText(result)).toBe(
      'long\n[a person changed this call before it ran; its input was: {"command":"ls -l"}]',
    );
    expect(result.details).toMatchObject({
      decidedBy: 'a person, who changed it, once',
      inputs: {
        proposed: { command: 'ls' },
        approved: { command: 'ls -l', unknown: 1 },
        effective: { command: 'ls -l' },
      },
    });
  });

  test.each<[string, unknown, string]>([
    ['no valid input', { command: 42 }, 'invalid bash input'],
    ['no command', {}, 'bash: command is required'],
  ])('is asked about as before when it has %s, with what is wrong', async (_, input, problem) => {
    const workspace = held();
    const running = workspace.run('bash', { command: 'ls' });
    await workspace.asked(1);
    workspace.answer({ action: 'edit', input });
    await workspace.asked(2);
    expect(workspace.requests[1]).toMatchObject({ input: { command: 'ls' }, refusedInput: input });
    expect(workspace.requests[1]?.problem).toContain(problem);
    workspace.answer({ action: 'deny' });
    expect((await running).details.code).toBe('denied');
  });

  test('is not allowed past a rule that denies it', async () => {
    const requests: ApprovalRequest[] = [];
    const answers: ApprovalAnswer[] = [
      { action: 'edit', input: { file_path: 'secrets/a', content: 'x' } },
      { action: 'allow' },
    ];
    const workspace = createTestWorkspace({
      ...ASKING,
      denied: ['edit(secrets/**)'],
      async answer(request) {
        requests.push(request);
        return answers.shift() ?? { action: 'deny' };
      },
    });
    const result = await workspace.run('write', { file_path: 'a', content: 'x' });
    expect(requests[1]?.problem).toContain('the changed call is denied by the rule deny edit(/workspace/secrets/**)');
    expect(resultText(result)).toContain('wrote 1 bytes to a');
    expect(workspace.files.readDirectory('/workspace').map(({ name }) => name)).toEqual(['a']);
  });
});

describe('deny and stop', () => {
  test('denies the other waiting calls of the conversation too, and no later or other ones', async () => {
    const workspace = held();
    const session = workspace.runner.session({ session: 's' });
    const other = workspace.runner.session({ session: 'other' });
    const calls = ['a', 'b', 'c'].map((id) =>
      session.run({ id, name: 'write', input: { file_path: id, content: id } }, { signal }),
    );
    const elsewhere = other.run({ id: 'd', name: 'write', input: { file_path: 'd', content: 'd' } }, { signal });
    await workspace.asked(4);
    workspace.answer({ action: 'deny', note: 'wrong way', stop: true });
    const results = await Promise.all(calls);
    expect(results.map(({ details }) => [details.code, details.stop])).toEqual(Array(3).fill(['denied', true]));
    expect(resultText(results[0] ?? { content: [] })).toContain('They say: wrong way They ask you to stop');
    expect(workspace.events).toContainEqual({ kind: 'stopped', callId: 'a', session: 's', loop: 'main' });
    for (let count = 0; count < 3; count++) workspace.answer({ action: 'allow' });
    expect((await elsewhere).isError).toBe(false);
    const later = session.run({ id: 'e', name: 'write', input: { file_path: 'e', content: 'e' } }, { signal });
    await workspace.asked(5);
    workspace.answer({ action: 'allow' });
    expect((await later).isError).toBe(false);
  });
});

describe('a call that waited when its runner ended', () => {
  const call = { id: 'call', name: 'write', input: { file_path: 'a', content: 'new\n' } };

  /** Returns what a runner that ended while the call waited has left. */
  async function leave(before?: string): Promise<Readonly<Record<string, unknown>>> {
    const workspace = held();
    if (before !== undefined) workspace.write('a', before);
    void workspace.runner.run(call, { signal });
    await workspace.asked(1);
    return JSON.parse(JSON.stringify(workspace.runner.loopStates()));
  }

  test('waits again with its first time, and who makes it again gets its result', async () => {
    const workspace = held({ loops: await leave() });
    workspace.runner.resumeWaiting();
    await workspace.asked(1);
    expect(workspace.requests[0]).toMatchObject({ callId: 'call', subject: { detail: { isNewFile: true } } });
    expect(workspace.requests[0]?.isChanged).toBeUndefined();
    const again = workspace.runner.run(call, { signal });
    workspace.answer({ action: 'allow' });
    expect(resultText(await again)).toContain('wrote 4 bytes');
    expect(workspace.requests).toHaveLength(1);
    expect(workspace.text('a')).toBe('new\n');
    expect(workspace.runner.loopStates()['calls']).toBeUndefined();
  });

  test('keeps its result for one who comes later, also over another reload, and gives it once', async () => {
    const workspace = held({ loops: await leave() });
    workspace.runner.resumeWaiting();
    await workspace.asked(1);
    workspace.answer({ action: 'allow' });
    while (!workspace.events.some(({ kind }) => kind === 'finished')) await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => setTimeout(done, 1));
    const next = held({ loops: JSON.parse(JSON.stringify(workspace.runner.loopStates())) });
    next.runner.resumeWaiting();
    expect(resultText(await next.runner.run(call, { signal }))).toContain('wrote 4 bytes');
    expect(next.requests).toEqual([]);
    void next.runner.run(call, { signal });
    await next.asked(1);
  });

  test.each([{ session: 'other' }, { loop: 'other' }])(
    'keeps its result from another conversation: %j',
    async (other) => {
      const workspace = held({ loops: await leave() });
      workspace.runner.resumeWaiting();
      await workspace.asked(1);
      workspace.answer({ action: 'allow' });
      while (!workspace.events.some(({ kind }) => kind === 'finished'))
        await new Promise((done) => setTimeout(done, 1));
      await new Promise((done) => setTimeout(done, 1));
      void workspace.runner.run({ ...call, ...other }, { signal });
      await workspace.asked(2);
      expect(workspace.requests[1]).toMatchObject({ session: other.session ?? workspace.requests[0]?.session });
      expect(resultText(await workspace.runner.run(call, { signal }))).toContain('wrote 4 bytes');
    },
  );

  test('says so when it would do something else now', async () => {
    const workspace = held({ loops: await leave('old\n') });
    workspace.write('a', 'other\n');
    workspace.runner.resumeWaiting();
    await workspace.asked(1);
    expect(workspace.requests[0]?.isChanged).toBe(true);
  });

  test('keeps what the person had made of it', async () => {
    const first = held();
    void first.runner.run(call, { signal });
    await first.asked(1);
    first.answer({ action: 'edit', input: { file_path: 'a', content: 'mine\n' } });
    await first.asked(2);
    const next = held({ loops: JSON.parse(JSON.stringify(first.runner.loopStates())) });
    next.runner.resumeWaiting();
    await next.asked(1);
    expect(next.requests[0]).toMatchObject({ input: { content: 'mine\n' }, proposedInput: { content: 'new\n' } });
    const again = next.runner.run(call, { signal });
    next.answer({ action: 'allow' });
    expect((await again).details.inputs?.effective).toEqual({ file_path: 'a', content: 'mine\n' });
    expect(next.text('a')).toBe('mine\n');
  });

  test.each([
    'junk',
    { waiting: [{}], results: [] },
    { waiting: [{ call, fingerprint: '', askedAtMs: 1e99 }], results: [] },
  ])('is lost with a word when its record is %j', (calls) => {
    const workspace = held({ loops: { calls } });
    expect(workspace.runner.waitingProblem).toContain('cannot be read');
    workspace.runner.resumeWaiting();
    expect(workspace.requests).toEqual([]);
    expect(held().runner.waitingProblem).toBeUndefined();
  });

  test('is not what a call with the same id and another input gets', async () => {
    const workspace = held({ loops: await leave() });
    workspace.runner.resumeWaiting();
    const other = await workspace.runner.run({ ...call, input: { file_path: 'b', content: '' } }, { signal });
    expect(resultText(other)).toContain('is still running');
  });

  test('is let go when the page is still the same', async () => {
    const workspace = held({ loops: await leave() });
    workspace.runner.forgetWaiting();
    expect(workspace.runner.loopStates()['calls']).toBeUndefined();
  });

  test('is asked about again for a deferred tool inside it', async () => {
    const post = defineTool({
      name: 'post',
      title: 'Post',
      description: 'Posts a letter to somebody, which cannot be had back; not for postcards, which have another tool.',
      inputSchema: z.object({}),
      run: async () => success('posted'),
    });
    const { codingTools } = await import('../toolset/coding-tools.ts');
    const deferred = { tools: codingTools, deferredTools: [post] };
    const workspace = held(deferred);
    await workspace.run('search_extra_tools', { query: 'select:post' });
    const execute = { id: 'x', name: 'execute_extra_tool', input: { tool_name: 'post', params: {} } };
    void workspace.runner.run(execute, { signal });
    await workspace.asked(1);
    const next = held({ ...deferred, loops: JSON.parse(JSON.stringify(workspace.runner.loopStates())) });
    next.runner.resumeWaiting();
    await next.asked(1);
    const again = next.runner.run(execute, { signal });
    next.answer({ action: 'allow' });
    expect(resultText(await again)).toBe('posted');
  });
});

describe('an app that answers with something else', () => {
  test.each<[string, string]>([
    ['undefined', 'it is no object'],
    ['{"action":"maybe"}', 'action must be "allow", "edit" or "deny"'],
    ['true', 'it is no object'],
    ['{}', 'action must be "allow", "edit" or "deny"'],
    ['{"action":"deny","note":5}', 'note must be a text'],
    ['{"action":"edit"}', 'input is missing'],
    ['{"action":"allow","always":{}}', 'always.rules must be a list of texts'],
    ['{"action":"allow","always":{"rules":["bash(ls)"],"scope":"galaxy"}}', 'always.scope must be'],
    ['{"action":"allow","always":{"rules":["bash(ls)"],"scope":"__proto__"}}', 'always.scope must be'],
  ])('%s is a denial that says what is wrong', async (text, message) => {
    const workspace = createTestWorkspace({
      policies: {},
      scripts: { ls: () => 0 },
      answer: async () => (text === 'undefined' ? undefined : JSON.parse(text)),
    });
    const result = await workspace.say('bash', { command: 'ls' });
    expect(result).toContain('denied by the app, whose answer is none');
    expect(result).toContain(message);
  });
});

describe('evaluated_permission and confirmations', () => {
  const call = { id: 'c', name: 'bash', input: { command: 'ls' } };
  const create = (): { workspace: TestWorkspace; confirmations: ReturnType<typeof createConfirmations> } => {
    const confirmations = createConfirmations();
    const workspace = createTestWorkspace({
      scripts: { ls: () => 0 },
      answer: (request, aborted) => confirmations.ask(request, { signal: aborted }),
    });
    return { workspace, confirmations };
  };

  test.each(['ask', 'auto', ''])('%j holds a call that a policy allows until it is confirmed', async (evaluated) => {
    const { workspace, confirmations } = create();
    const running = workspace.runner.run({ ...call, evaluatedPermission: evaluated }, { signal });
    while (confirmations.waiting().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(confirmations.waiting()).toEqual(['c']);
    expect(confirmations.confirm('c', { result: 'allow' })).toBe('answered');
    expect((await running).isError).toBe(false);
    expect(confirmations.confirm('c', { result: 'deny' })).toBe('settled');
  });

  test('a confirmation may come before its call, and the first one counts', async () => {
    const { workspace, confirmations } = create();
    expect(confirmations.confirm('c', { result: 'deny', denyMessage: 'not now' })).toBe('kept');
    expect(confirmations.confirm('c', { result: 'allow' })).toBe('kept');
    const result = await workspace.runner.run({ ...call, evaluatedPermission: 'ask' }, { signal });
    expect(resultText(result)).toContain('They say: not now');
  });

  test('deny of the server is not overridden by a stray allow', async () => {
    const { workspace, confirmations } = create();
    confirmations.confirm('c', { result: 'allow' });
    const result = await workspace.runner.run({ ...call, evaluatedPermission: 'deny' }, { signal });
    expect(resultText(result)).toContain("denied by the model's server");
  });

  test('allow leaves the decision here', async () => {
    const { workspace } = create();
    expect((await workspace.runner.run({ ...call, evaluatedPermission: 'allow' }, { signal })).isError).toBe(false);
  });

  test('an early answer to a call that ended without a question is none to a later call of the same id', async () => {
    const { workspace, confirmations } = create();
    confirmations.confirm('c', { result: 'allow' });
    await workspace.runner.run({ ...call, evaluatedPermission: 'allow' }, { signal });
    confirmations.ended('c');
    void workspace.runner.run({ ...call, evaluatedPermission: 'ask' }, { signal });
    while (confirmations.waiting().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(confirmations.waiting()).toEqual(['c']);
  });

  test('what is no confirmation is refused by its field', () => {
    const confirm = (value: unknown): unknown => Reflect.apply(createConfirmations().confirm, undefined, ['c', value]);
    expect(() => confirm(undefined)).toThrow('the confirmation must be an object');
    expect(() => confirm({ result: 'maybe' })).toThrow('result must be');
  });

  test('a message goes only with a denial', () => {
    expect(() => createConfirmations().confirm('c', { result: 'allow', denyMessage: 'x' })).toThrow('only with');
  });
});
