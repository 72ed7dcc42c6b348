import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import { anthropicRunnableTools, anthropicToolResult, anthropicTools } from './anthropic.ts';

/** A client whose endpoint answers with a script and keeps what it was asked. */
function scriptedClient(replies: object[][]): {
  client: Anthropic;
  requests: { messages: unknown[]; tools: unknown[] }[];
} {
  const requests: { messages: unknown[]; tools: unknown[] }[] = [];
  const client = new Anthropic({
    apiKey: 'none',
    maxRetries: 0,
    async fetch(_, init) {
      requests.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'));
      const content = replies.shift() ?? [{ type: 'text', text: 'done' }];
      const hasCall = content.some((block) => 'type' in block && block.type === 'tool_use');
      const message = {
        id: `msg_${requests.length}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content,
        stop_reason: hasCall ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      };
      return new Response(JSON.stringify(message), { headers: { 'content-type': 'application/json' } });
    },
  });
  return { client, requests };
}

const use = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input });

describe('anthropicRunnableTools', () => {
  test('run under the SDK’s own runner: results, errors, images, several at once', async () => {
    const source = createTestSource();
    source.files.writeFile('/workspace/dot.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
    const { client, requests } = scriptedClient([
      [use('t1', 'write', { file_path: 'a', content: 'one\n' }), use('t2', 'read', { file_path: 'a' })],
      [
        use('t3', 'edit', { file_path: 'a', old_string: 'two', new_string: '2' }),
        use('t4', 'read', { file_path: 'dot.png' }),
      ],
      [use('t5', 'bash', { command: 'true' })],
    ]);
    const final = await client.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'go' }],
      tools: anthropicRunnableTools(source),
    });
    expect(final.content).toMatchObject([{ type: 'text', text: 'done' }]);
    expect(requests[0]?.tools).toContainEqual(
      expect.objectContaining({ name: 'task_list', input_schema: expect.objectContaining({ type: 'object' }) }),
    );
    const answers = requests.slice(1).map(({ messages }) => messages.at(-1));
    expect(answers[0]).toMatchObject({
      content: [
        { tool_use_id: 't1', content: [{ type: 'text', text: 'wrote a (4 bytes)' }] },
        { tool_use_id: 't2', content: [{ type: 'text', text: '     1\tone\n' }] },
      ],
    });
    expect(answers[1]).toMatchObject({
      content: [
        { tool_use_id: 't3', is_error: true, content: [{ type: 'text', text: 'edit: old_string not found in a.' }] },
        { tool_use_id: 't4', content: [{ type: 'text' }, { type: 'image', source: { media_type: 'image/png' } }] },
      ],
    });
    expect(answers[2]).toMatchObject({
      content: [{ tool_use_id: 't5', content: [{ text: 'ran true\n[exit code: 0]' }] }],
    });
  });
});

describe('what became of a process in the background', () => {
  test('comes with the result of the next call, once', async () => {
    const source = createTestSource();
    const tools = anthropicRunnableTools(source);
    const run = async (name: string, input: object): Promise<string> =>
      JSON.stringify(await tools.find((tool) => tool.name === name)?.run(input));
    const started = await run('bash', { command: 'watch it', run_in_background: true });
    const later = await run('process_list', {});
    const last = await run('process_list', {});
    const told = [started, later, last].filter((text) => text.includes('<task-notification>'));
    expect(told).toHaveLength(1);
  });
});

describe('the plain Messages API', () => {
  test('takes the definitions and the results', async () => {
    const source = createTestSource('agentToolset20260401');
    expect(anthropicTools(source).map(({ name }) => name)).toEqual(['bash', 'read', 'write', 'edit', 'glob', 'grep']);
    const result = await source.session().run({ id: 'x', name: 'glob', input: { pattern: '*' } });
    expect(anthropicToolResult('x', result)).toEqual({
      type: 'tool_result',
      tool_use_id: 'x',
      content: [{ type: 'text', text: 'no matches' }],
      is_error: false,
    });
    expect(anthropicToolResult('y', { ...result, content: [{ type: 'text', text: '' }] }).content).toEqual([
      { type: 'text', text: '(no output)' },
    ]);
  });
});
