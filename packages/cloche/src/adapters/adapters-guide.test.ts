import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import * as mcpClient from '@modelcontextprotocol/sdk/client/index.js';
import * as mcpInMemory from '@modelcontextprotocol/sdk/inMemory.js';
import * as ai from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import * as aiSdkAdapter from './ai-sdk.ts';
import * as anthropicAdapter from './anthropic.ts';
import * as mcpAdapter from './mcp.ts';
import * as openAiAdapter from './openai.ts';

const guide = readFileSync(new URL('../../../../docs/adapters.md', import.meta.url), 'utf8');

/** The snippets of the guide, each with what its last comment says it shows. */
const snippets = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => {
  const comment = /globalThis\.shown = [^\n]*\n((?:\/\/[^\n]*\n)+)/.exec(code)?.[1] ?? '';
  return { code, shown: comment.replace(/^\/\/ ?/gm, '') };
});

const INPUT = { file_path: 'hello.txt', content: 'hello' };
const FINAL = 'The file is written.';

/** An endpoint whose model writes a file and then says so. */
function scriptedFetch(call: object, final: object): typeof fetch {
  let requests = 0;
  return async () => Response.json(requests++ === 0 ? call : final);
}

const message = (content: object[], stopReason: string): object => ({
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content,
  stop_reason: stopReason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

class ScriptedAnthropic extends Anthropic {
  constructor() {
    const call = message([{ type: 'tool_use', id: 't', name: 'write', input: INPUT }], 'tool_use');
    super({ apiKey: 'none', fetch: scriptedFetch(call, message([{ type: 'text', text: FINAL }], 'end_turn')) });
  }
}

class ScriptedOpenAI extends OpenAI {
  constructor() {
    const call = { type: 'function_call', call_id: 'c', name: 'write', arguments: JSON.stringify(INPUT) };
    const said = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: FINAL, annotations: [] }],
    };
    const response = (output: object[]): object => ({ id: 'r', object: 'response', status: 'completed', output });
    super({ apiKey: 'none', fetch: scriptedFetch(response([call]), response([said])) });
  }
}

function scriptedModel(): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  let steps = 0;
  return new MockLanguageModelV3({
    doGenerate: async () =>
      steps++ === 0
        ? {
            content: [{ type: 'tool-call', toolCallId: 't', toolName: 'write', input: JSON.stringify(INPUT) }],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [{ type: 'text', text: FINAL }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          },
  });
}

describe('docs/adapters.md', () => {
  test('has a snippet for each adapter', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(5);
  });

  test.each(snippets)('shows what it says: %#', async ({ code, shown }) => {
    const modules: Readonly<Record<string, unknown>> = {
      cloche: {
        openWorkspace: async ({ tools }: { tools?: Parameters<typeof createTestSource>[0] }) =>
          createTestSource(tools ?? 'agentToolset20260401'),
      },
      'cloche/anthropic': anthropicAdapter,
      'cloche/ai-sdk': aiSdkAdapter,
      'cloche/openai': openAiAdapter,
      'cloche/mcp': mcpAdapter,
      '@anthropic-ai/sdk': { default: ScriptedAnthropic },
      openai: { default: ScriptedOpenAI },
      ai,
      './model.js': { model: scriptedModel() },
      '@modelcontextprotocol/sdk/client/index.js': mcpClient,
      '@modelcontextprotocol/sdk/inMemory.js': mcpInMemory,
    };
    const body = code
      .replace(/^import \{(.*)\} from '(.*)';$/gm, "const {$1} = modules['$2'];")
      .replace(/^import (\w+) from '(.*)';$/gm, "const $1 = modules['$2'].default;")
      .replace('globalThis.shown =', 'return');
    // oxlint-disable-next-line typescript/no-implied-eval -- the guide's code is run as it stands
    const run: unknown = new Function('modules', `return (async () => {${body}})()`);
    // oxlint-disable-next-line typescript/no-implied-eval -- and its comment is JavaScript too
    const wanted: unknown = new Function(`return (${shown})`)();
    expect(typeof run === 'function' && (await run(modules))).toEqual(wanted);
  });
});
