import {
  createInProcessHost,
  createMemoryFileSystem,
  decodeText,
  encodeText,
  type FileSystem,
  type ProcessHost,
  ROOT_PID,
  statusCode,
} from '@cloche/system';
import { toolTestMachine } from '../conformance/tool-test-machine.ts';
import type { Tool } from '../contract/tool.ts';
import { resultText } from '../contract/tool-result.ts';
import type { HostRun, HostRunOptions } from '../host/host-shell.ts';
import { createLocalToolHost } from '../host/local-tool-host.ts';
import type { ToolHost } from '../host/tool-host.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../permissions/approval.ts';
import { createPermissionGate, type PermissionPolicy } from '../permissions/permission-gate.ts';
import { parseRule } from '../permissions/permission-rule.ts';
import { createMemoryRuleStore, createRuleBook } from '../permissions/rule-book.ts';
import type { CallEvent, PersistedToolResult } from '../runner/tool-call.ts';
import { createToolRunner, type ToolRunner, type ToolRunnerOptions } from '../runner/tool-runner.ts';
import { agentToolset20260401 } from '../toolset/agent-toolset.ts';
import { placeFiles, placeHost } from './placed-machine.ts';
import { createTestClock } from './test-clock.ts';

/** A script for the fake shell: what `run` does with its streams. */
export type FakeScript = (streams: {
  stdout: (text: string) => Promise<void>;
  stderr: (text: string) => Promise<void>;
  signal: AbortSignal;
}) => number | Promise<number>;

/**
 * A runner with a shell whose commands the test defines, over files in memory or, where the test's project says so, those of
 * a machine, which its tool host then reads and changes.
 */
export interface TestWorkspace {
  readonly files: FileSystem;
  readonly host: ToolHost;
  readonly runner: ToolRunner;
  readonly events: CallEvent[];
  /** Calls of `persist`. */
  readonly commits: { count: number };
  run(name: string, input: unknown, options?: { id?: string; signal?: AbortSignal }): Promise<PersistedToolResult>;
  /** Runs a call and returns `E` or `OK` and its text. */
  say(name: string, input: unknown): Promise<string>;
  write(path: string, content: string | Uint8Array): void;
  text(path: string): string;
}

/** Creates a workspace in which every tool runs without asking, unless `policies` or `answer` say otherwise. */
export function createTestWorkspace(
  options: {
    scripts?: Record<string, FakeScript>;
    policies?: Record<string, PermissionPolicy>;
    /** Rules that count beside them, such as `write(/secrets/**)`. */
    denied?: readonly string[];
    /** Rules that ask, and that allow. */
    asked?: readonly string[];
    allowed?: readonly string[];
    answer?: (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;
    maxBytes?: number;
    tools?: readonly Tool[];
    /** Stands between the runner and the host. */
    around?: (host: ToolHost) => ToolHost;
    runner?: Partial<ToolRunnerOptions>;
  } = {},
): TestWorkspace {
  const limits = options.maxBytes ? { maxBytes: options.maxBytes } : {};
  const placed = toolTestMachine()?.openFiles(limits);
  const files = placed ? placeFiles(placed.files, placed.base) : openFilesInMemory(limits);
  const clock = createTestClock();
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
  const programs = { has: () => false, names: () => [], load: () => () => 127 };
  const yieldIfDue = (): undefined => undefined;
  const processes = createInProcessHost({ files, clock, random, yieldIfDue, programs, programDirectories: [] });
  let nextName = 0;
  let nextRequest = 1;
  const local = createLocalToolHost({
    files,
    clock,
    yieldIfDue,
    newName: () => String(nextName++),
    // Enough to tell contents apart; the machines use SHA-256.
    hash: (bytes) => `${bytes.length}:${bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 7)}`,
    processes,
    random,
    openShell: () => ({
      run: (script, running) => startScript(processes, options.scripts?.[script], script, running).ended,
      start: (script, running) => startScript(processes, options.scripts?.[script], script, running),
      cwd: '/workspace',
      snapshot: () => ({}),
    }),
  });
  const host = placed ? placeHost(placed.host, placed.base, local) : local;
  const tools = options.tools ?? agentToolset20260401;
  const runnerHost = options.around?.(host) ?? host;
  const events: CallEvent[] = [];
  const commits = { count: 0 };
  const { answer } = options;
  const policies = options.policies ?? Object.fromEntries(tools.map(({ name }) => [name, 'always_allow' as const]));
  const rules = createRuleBook(createMemoryRuleStore());
  const { denied: deny = [], asked: ask = [], allowed: allow = [] } = options;
  const rulesAdded = rules.add(
    [
      ...deny.map((text) => parseRule('deny', text, '/workspace')),
      ...ask.map((text) => parseRule('ask', text, '/workspace')),
      ...allow.map((text) => parseRule('allow', text, '/workspace')),
    ],
    { scope: 'workspace' },
  );
  const gate = createPermissionGate({
    policies,
    rules,
    root: '/workspace',
    now: Date.now,
    newId: () => `request ${nextRequest++}`,
    ...(answer ? { ask: (request, { signal }) => answer(request, signal) } : {}),
  });
  const runner = createToolRunner({
    tools,
    workdir: '/workspace',
    async host() {
      await rulesAdded;
      return runnerHost;
    },
    gate,
    async persist() {
      commits.count++;
      return { persisted: true };
    },
    onEvent(event) {
      events.push(event);
      return undefined;
    },
    clock,
    newId: () => crypto.randomUUID(),
    ...options.runner,
  });
  let nextId = 1;
  const run: TestWorkspace['run'] = (name, input, { id, signal = new AbortController().signal } = {}) =>
    runner.run({ id: id ?? `call_${nextId++}`, name, input }, { signal });
  return {
    files,
    host,
    runner,
    events,
    commits,
    run,
    async say(name, input) {
      const result = await run(name, input);
      return `${result.isError ? 'E' : 'OK'} ${resultText(result)}`;
    },
    write(path, content) {
      files.writeFile(`/workspace/${path}`, typeof content === 'string' ? encodeText(content) : content);
    },
    text: (path) => decodeText(files.readFile(`/workspace/${path}`)),
  };
}

function openFilesInMemory(limits: { readonly maxBytes?: number }): FileSystem {
  const files = createMemoryFileSystem({ now: Date.now, ...limits });
  files.makeDirectory('/workspace');
  files.makeDirectory('/tmp');
  return files;
}

/** Runs a script of the test as a process; a script that throws is a fault of the shell. */
function startScript(
  processes: ProcessHost,
  script: FakeScript = () => 127,
  name: string,
  { descriptors, signal }: HostRunOptions,
): HostRun {
  let fault: unknown;
  const process = processes.startTask({
    argv: [name],
    parent: ROOT_PID,
    group: 'new',
    session: 'new',
    async run({ signal: stopped }) {
      const write = (descriptor: number) => async (text: string) =>
        descriptors.get(descriptor)?.write(encodeText(text), stopped);
      try {
        return await script({ stdout: write(1), stderr: write(2), signal: stopped });
      } catch (error) {
        if (!stopped.aborted) fault = error;
        throw error;
      }
    },
  });
  const stop = (): void => void process.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const ended = process.exited.then((status) => {
    signal.removeEventListener('abort', stop);
    if (fault !== undefined) throw fault;
    return signal.aborted
      ? ({ kind: 'aborted' } as const)
      : ({ kind: 'exited', exitCode: statusCode(status) } as const);
  });
  return { process, ended, detach: () => undefined };
}
