import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { defineTool, type ToolDefinition } from './tool.ts';
import { createToolRegistry } from './tool-registry.ts';
import { resultText, success } from './tool-result.ts';

const description =
  'Answers with the text it is given. Use it to hear an echo, and not for anything else. At most 1,000 bytes.';

const echo: ToolDefinition<{ text: string; times?: number | undefined }> = {
  name: 'echo',
  title: 'Echo',
  description,
  inputSchema: z.object({ text: z.string(), times: z.number().optional() }),
  async run({ text, times = 1 }, { onProgress }) {
    onProgress({ message: 'echoing', done: 1, total: 1 });
    return {
      ...success(text.repeat(times)),
      content: [
        { type: 'text', text: text.repeat(times) },
        { type: 'image', mediaType: 'image/png', data: 'AA==' },
      ],
      extra: [{ role: 'user', text: 'an aside' }],
    };
  },
};

describe('defineTool', () => {
  test('counts what is not said as the careful answer', () => {
    const tool = defineTool(echo);
    expect(tool.annotations).toEqual({ readOnly: false, concurrencySafe: false, destructive: true });
    const accepted = tool.accept({ text: 'a' });
    expect('scope' in accepted && accepted.scope({ workdir: '/' })).toEqual({ kind: 'exclusive' });
    const safe = defineTool({ ...echo, annotations: { readOnly: true, concurrencySafe: true } });
    expect(safe.annotations).toEqual({ readOnly: true, concurrencySafe: true, destructive: false });
    const shared = safe.accept({ text: 'a' });
    expect('scope' in shared && shared.scope({ workdir: '/' })).toEqual({ kind: 'shared' });
  });

  test('refuses a name that APIs refuse and a description that says too little', () => {
    expect(() => defineTool({ ...echo, name: 'two words' })).toThrow('"two words" cannot be a tool\'s name');
    expect(() => defineTool({ ...echo, description: 'Echoes.' })).toThrow('at least 80 characters');
  });

  test('passes images, extra messages and progress on', async () => {
    const workspace = createTestWorkspace({ tools: [defineTool(echo)] });
    const result = await workspace.run('echo', { text: 'ab', times: 2 });
    expect(resultText(result)).toBe('abab');
    expect(result.content[1]).toEqual({ type: 'image', mediaType: 'image/png', data: 'AA==' });
    expect(result.extra).toEqual([{ role: 'user', text: 'an aside' }]);
    expect(workspace.events.find(({ kind }) => kind === 'progress')).toMatchObject({ message: 'echoing', done: 1 });
  });

  test('asks with the input when the tool does not say what it is about', async () => {
    const workspace = createTestWorkspace({
      tools: [defineTool(echo)],
      policies: {},
      answer: async () => ({ action: 'allow' }),
    });
    await workspace.run('echo', { text: 'a' });
    expect(workspace.events.find(({ kind }) => kind === 'prepared')).toMatchObject({
      subject: { summary: 'Echo: {"text":"a"}', detail: { kind: 'query' } },
    });
  });

  test('takes null for an optional field as left out, and of repeated keys the last', async () => {
    const { say } = createTestWorkspace({ tools: [defineTool(echo)] });
    expect(await say('echo', { text: 'a', times: null })).toBe('OK a');
    expect(await say('echo', '{"text":"a","text":"b","unknown":1}')).toBe('OK b');
  });

  test('refuses nulls and repeated keys, nested too, for a strict tool', async () => {
    const inputSchema = z.strictObject({ value: z.unknown().optional(), other: z.string().optional() });
    const strict = defineTool({
      name: 'strict',
      title: 'Strict',
      description,
      inputSchema,
      strict: { nulls: 'refused' },
      run: async () => success('ok'),
    });
    const { say } = createTestWorkspace({ tools: [strict] });
    expect(await say('strict', '{"value":1,"value":1}')).toBe('E strict: argument "value" given twice');
    expect(await say('strict', '{"value":{"a":[{"b":1,"b":2}]}}')).toBe('E strict: argument "b" given twice');
    expect(await say('strict', { other: null })).toMatch(/^E invalid strict input: other: expected string, got null/);
    expect(await say('strict', { more: 1 })).toMatch(/^E invalid strict input/);
    expect(await say('strict', {})).toBe('OK ok');
  });
});

describe('createToolRegistry', () => {
  test('refuses a name that is given twice and the names of delegation', () => {
    const tool = defineTool(echo);
    expect(() => createToolRegistry([tool], [tool])).toThrow('two tools are called echo');
    expect(() => createToolRegistry([defineTool({ ...echo, name: 'create_agent' })])).toThrow('delegation');
  });
});
