import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import { aiSdkTools } from './ai-sdk.ts';

type Reply = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const usage: Reply['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const calls = (...made: [string, string, object][]): Reply => ({
  content: made.map(([toolCallId, toolName, input]) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: JSON.stringify(input),
  })),
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage,
  warnings: [],
});

const done: Reply = {
  content: [{ type: 'text', text: 'done' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
};

describe('aiSdkTools', () => {
  test('run under generateText with a scripted model', async () => {
    const source = createTestSource();
    source.files.writeFile('/workspace/dot.gif', new TextEncoder().encode('GIF89a'));
    const replies = [
      calls(
        ['1', 'write', { file_path: 'a', content: 'x' }],
        ['2', 'edit', { file_path: 'b', old_string: 'a', new_string: 'b' }],
      ),
      calls(['3', 'read', { file_path: 'dot.gif' }]),
      done,
    ];
    const model = new MockLanguageModelV3({ doGenerate: async () => replies.shift() ?? done });
    const { text } = await generateText({ model, prompt: 'go', tools: aiSdkTools(source), stopWhen: stepCountIs(5) });
    expect(text).toBe('done');
    const prompts = model.doGenerateCalls.map(({ prompt }) => prompt.at(-1));
    expect(prompts[1]).toMatchObject({
      role: 'tool',
      content: [
        { toolCallId: '1', output: { type: 'content', value: [{ type: 'text', text: 'wrote a (1 bytes)' }] } },
        { toolCallId: '2', output: { type: 'error-text', value: 'edit b: no such file or directory' } },
      ],
    });
    expect(prompts[2]).toMatchObject({
      content: [{ output: { value: [{ type: 'text' }, { type: 'image-data', mediaType: 'image/gif' }] } }],
    });
  });

  test('wait for the SDK’s approval where it is wanted', async () => {
    const source = createTestSource();
    const model = new MockLanguageModelV3({
      doGenerate: async () => calls(['1', 'write', { file_path: 'a', content: 'x' }]),
    });
    const tools = aiSdkTools(source, { needsApproval: ['write'] });
    const { content } = await generateText({ model, prompt: 'go', tools });
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(source.files.readDirectory('/workspace')).toEqual([]);
  });
});
