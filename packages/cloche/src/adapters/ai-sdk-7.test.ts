import { ShellSession } from '@cloche/shell';
import {
  createClock,
  createInProcessHost,
  createYielder,
  type MemoryFileSystem,
  type ProgramTable,
} from '@cloche/system';
import { type ApprovalRequest, createConfirmations, type HostShell } from '@cloche/tools';
import { type Experimental_SandboxSession, generateText, isStepCount, type ModelMessage, type ToolSet } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import { aiSdkApproval, aiSdkTools, createSandboxSession } from './ai-sdk.ts';

type Reply = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage: Reply['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const reply = (content: Reply['content'], unified: 'tool-calls' | 'stop'): Reply => ({
  content,
  finishReason: { unified, raw: undefined },
  usage,
  warnings: [],
});

const call = (toolCallId: string, toolName: string, input: object): Reply['content'][number] => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: JSON.stringify(input),
});

const done = reply([{ type: 'text', text: 'done' }], 'stop');

describe('AI SDK 7', () => {
  test('asks its own user about what the rules leave open, and runs what was approved without asking twice', async () => {
    const confirmations = createConfirmations();
    const asked: ApprovalRequest[] = [];
    const source = createTestSource('codingTools', {
      ask(request, options) {
        asked.push(request);
        return confirmations.ask(request, options);
      },
    });
    const replies = [
      reply(
        [
          call('1', 'list_dir', { path: '.' }),
          call('2', 'write', { file_path: 'a', content: 'x' }),
          call('3', 'write', { file_path: 'b', content: 'x' }),
        ],
        'tool-calls',
      ),
    ];
    const model = new MockLanguageModelV4({ doGenerate: async () => replies.shift() ?? done });
    // The tools are made with version 6; the shapes are the same.
    const tools: ToolSet = JSON.parse('{}');
    Object.assign(tools, aiSdkTools(source, { confirmations }));
    const settings = { model, tools, toolApproval: aiSdkApproval(source), stopWhen: isStepCount(5) };
    const messages: ModelMessage[] = [{ role: 'user', content: 'go' }];
    const first = await generateText({ ...settings, messages });
    const requests = first.content.filter((part) => part.type === 'tool-approval-request');
    expect(
      requests.filter(({ isAutomatic }) => isAutomatic !== true).map(({ toolCall }) => toolCall.toolCallId),
    ).toEqual(['2', '3']);
    messages.push(...first.response.messages, {
      role: 'tool',
      content: requests
        .filter(({ isAutomatic }) => isAutomatic !== true)
        .map(({ approvalId, toolCall }) => ({
          type: 'tool-approval-response' as const,
          approvalId,
          approved: toolCall.toolCallId === '2',
        })),
    });
    const second = await generateText({ ...settings, messages });
    expect(second.text).toBe('done');
    expect(asked.map(({ callId }) => callId)).toEqual(['2']);
    expect(source.files.readDirectory('/workspace').map(({ name }) => name)).toEqual(['a']);
  });

  test('hears of a denial by a rule without asking', async () => {
    const source = createTestSource('codingTools', { ask: async () => ({ action: 'deny' }) });
    const approval = aiSdkApproval(source);
    expect(await approval['bash']?.({ command: ':(){ :|:& };:' }, { toolCallId: '1' })).toEqual({
      type: 'denied',
      reason: 'bash: denied by the safety floor: it starts processes without end',
    });
    expect(await approval['read']?.({ file_path: 'a' }, { toolCallId: '2' })).toBe('approved');
    expect(await approval['write']?.({ file_path: 'a', content: '' }, { toolCallId: '3' })).toMatchObject({
      type: 'user-approval',
    });
  });
});

describe('createSandboxSession', () => {
  const noPrograms: ProgramTable = {
    has: () => false,
    names: () => [],
    load: () => Promise.reject(new Error('there is none')),
  };

  function openShell(files: MemoryFileSystem): HostShell {
    const clock = createClock({
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    const platform = {
      files,
      clock,
      random: (length: number) => new Uint8Array(length),
      yieldIfDue: createYielder(clock, () => new Promise((done) => setTimeout(done))),
    };
    const processes = createInProcessHost({ ...platform, programs: noPrograms, programDirectories: ['/bin'] });
    return new ShellSession({ ...platform, processes, cwd: '/workspace', env: new Map() });
  }

  function create(): { sandbox: Experimental_SandboxSession; source: ReturnType<typeof createTestSource> } {
    const source = createTestSource('agentToolset20260401', { openShell });
    const { files } = source;
    const sandbox = createSandboxSession({
      root: '/workspace',
      files: {
        read: async (path) => files.readFile(path),
        async write(path, content) {
          files.writeFile(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
          return { kind: 'saved' };
        },
        list: async (path) =>
          files.readDirectory(path).map(({ name, kind }) => ({
            path: `${path}/${name}`,
            kind: kind === 'file' || kind === 'directory' || kind === 'symlink' ? kind : 'other',
            size: 0,
            mtimeMs: 0,
          })),
        async remove(path) {
          files.unlink(path);
          return { kind: 'saved' };
        },
      },
      session: (name, options) => {
        const session = source.session(name, options);
        return {
          run: async (made, given) => ({ ...(await session.run(made, given)), persistence: { persisted: true } }),
        };
      },
    });
    return { sandbox, source };
  }

  test('runs commands with their streams apart, a directory and variables that stay theirs, and exit codes', async () => {
    const { sandbox, source } = create();
    source.files.makeDirectory('/workspace/sub');
    const command = 'echo "$PWD $A"; echo wrong >&2; exit 3';
    expect(await sandbox.run({ command, workingDirectory: 'sub', env: { A: "it's" } })).toEqual({
      exitCode: 3,
      stdout: "/workspace/sub it's\n",
      stderr: 'wrong\n',
    });
    expect(await sandbox.run({ command: 'echo "$PWD [$A]"' })).toMatchObject({ stdout: '/workspace []\n' });
  });

  test('starts a command whose output is read as it comes, and kills it', async () => {
    const { sandbox } = create();
    const running = await sandbox.spawn({ command: 'echo first; while :; do :; done' });
    const reader = running.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first\n');
    await running.kill();
    expect(await running.wait()).toEqual({ exitCode: 143 });
    expect((await reader.read()).done).toBe(true);
  });

  test('refuses standard input before anything starts', async () => {
    const { sandbox } = create();
    await expect(sandbox.spawn({ command: 'echo x > started', stdin: true })).rejects.toThrow(
      'standard input is not supported',
    );
    expect(await sandbox.stat({ path: 'started' })).toBeNull();
  });

  test('reads, writes, lists and deletes files, and answers null for what is not there', async () => {
    const { sandbox } = create();
    await sandbox.writeTextFile({ path: 'a.txt', content: 'one\ntwo\nthree\n' });
    expect(await sandbox.readTextFile({ path: '/workspace/a.txt', startLine: 2, endLine: 2 })).toBe('two');
    expect(await new Response(await sandbox.readFile({ path: 'a.txt' })).text()).toBe('one\ntwo\nthree\n');
    await sandbox.writeFile({ path: 'b', content: new Response('bytes').body ?? new ReadableStream() });
    expect(await sandbox.listDirectory({ path: '.' })).toEqual([
      { name: 'a.txt', type: 'file' },
      { name: 'b', type: 'file' },
    ]);
    expect(await sandbox.stat({ path: 'a.txt' })).toMatchObject({ type: 'file' });
    expect(await sandbox.deleteFile({ path: 'b' })).toBe(true);
    expect(await sandbox.deleteFile({ path: 'b' })).toBe(false);
    expect(await sandbox.readBinaryFile({ path: 'b' })).toBeNull();
    expect(await sandbox.listDirectory({ path: 'none' })).toBeNull();
  });
});
