import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { type AskApproval, createConfirmations, type ToolPreset } from '@cloche/tools';
import * as mcpClient from '@modelcontextprotocol/sdk/client/index.js';
import * as mcpInMemory from '@modelcontextprotocol/sdk/inMemory.js';
import * as ai from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
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

type Reply = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>> &
  Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** A model that writes a file and then says so. */
function scriptedReplies(): () => Promise<Reply> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const call: Reply = {
    content: [{ type: 'tool-call', toolCallId: 't', toolName: 'write', input: JSON.stringify(INPUT) }],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage,
    warnings: [],
  };
  const said: Reply = {
    content: [{ type: 'text', text: FINAL }],
    finishReason: { unified: 'stop', raw: undefined },
    usage,
    warnings: [],
  };
  let steps = 0;
  return async () => (steps++ === 0 ? call : said);
}

describe('docs/adapters.md', () => {
  test('has a snippet for each adapter', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(5);
  });

  test.each(snippets)('shows what it says: %#', async ({ code, shown }) => {
    const isVersion7 = code.includes('toolApproval');
    const doGenerate = scriptedReplies();
    const model = isVersion7 ? new MockLanguageModelV4({ doGenerate }) : new MockLanguageModelV3({ doGenerate });
    const modules: Readonly<Record<string, unknown>> = {
      cloche: {
        createConfirmations,
        openWorkspace: async ({ tools, onApproval }: { tools?: ToolPreset; onApproval?: AskApproval }) =>
          createTestSource(tools ?? 'agentToolset20260401', onApproval ? { ask: onApproval } : {}),
      },
      'cloche/anthropic': anthropicAdapter,
      'cloche/ai-sdk': aiSdkAdapter,
      'cloche/openai': openAiAdapter,
      'cloche/mcp': mcpAdapter,
      '@anthropic-ai/sdk': { default: ScriptedAnthropic },
      openai: { default: ScriptedOpenAI },
      // The snippet with `toolApproval` is for version 7.
      ai: isVersion7 ? ai7 : ai,
      './model.js': { model },
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
