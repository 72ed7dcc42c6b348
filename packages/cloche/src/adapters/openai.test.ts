import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import { openAiTools, runOpenAiCalls } from './openai.ts';

describe('the OpenAI adapter', () => {
  test('answers the calls of the Responses API through the SDK', async () => {
    const source = createTestSource();
    const requests: { input: unknown; tools: unknown[] }[] = [];
    const call = (id: string, name: string, input: object): object => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    });
    const client = new OpenAI({
      apiKey: 'none',
      maxRetries: 0,
      async fetch(_, init) {
        requests.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'));
        const output =
          requests.length === 1
            ? [call('1', 'write', { file_path: 'a', content: 'x' }), call('2', 'edit', { file_path: 'a' })]
            : [];
        const body = { id: `r${requests.length}`, object: 'response', status: 'completed', output };
        return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
      },
    });
    const tools = openAiTools(source);
    const first = await client.responses.create({ model: 'scripted', input: 'go', tools });
    const answers = await runOpenAiCalls(source, first.output);
    await client.responses.create({ model: 'scripted', previous_response_id: first.id, input: answers, tools });
    expect(requests[0]?.tools[0]).toMatchObject({ type: 'function', name: 'bash', strict: false });
    expect(requests[1]?.input).toEqual([
      { type: 'function_call_output', call_id: '1', output: [{ type: 'input_text', text: 'wrote a (1 bytes)' }] },
      {
        type: 'function_call_output',
        call_id: '2',
        output: [
          { type: 'input_text', text: 'The call failed.' },
          { type: 'input_text', text: 'edit: old_string is required' },
        ],
      },
    ]);
  });
});
