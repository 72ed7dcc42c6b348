import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  encodeText,
  type MemoryFileSystem,
  type ProcessHost,
  ROOT_PID,
  statusCode,
} from '@cloche/system';
import {
  type AskApproval,
  createLocalToolHost,
  createMemoryRuleStore,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  describeTools,
  type HostRun,
  type HostRunOptions,
  type HostShell,
  type OutputChunk,
  presets,
  type ToolPreset,
} from '@cloche/tools';
import type { ToolSource } from '../adapters/tool-source.ts';

/** A source of tools over files in memory, for tests of adapters; its shell only echoes. */
export function createTestSource(
  preset: ToolPreset = 'codingTools',
  { ask, openShell }: { readonly ask?: AskApproval; readonly openShell?: (files: MemoryFileSystem) => HostShell } = {},
): ToolSource & { readonly files: MemoryFileSystem } {
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const files = createMemoryFileSystem({ now: () => Date.now() });
  files.makeDirectory('/workspace');
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
  const programs = { has: () => false, names: () => [], load: () => () => 127 };
  const yieldIfDue = (): undefined => undefined;
  const processes = createInProcessHost({ files, clock, random, yieldIfDue, programs, programDirectories: [] });
  let names = 0;
  const listeners = new Map<string, (chunk: OutputChunk) => void>();
  const host = createLocalToolHost({
    files,
    clock,
    yieldIfDue,
    newName: () => `${names++}`,
    hash: (bytes) => bytes.join(),
    processes,
    random,
    openShell: () =>
      openShell?.(files) ?? {
        run: (script, options) => startEcho(processes, script, options).ended,
        start: (script, options) => startEcho(processes, script, options),
        cwd: '/workspace',
        snapshot: () => ({}),
      },
  });
  const tools = presets[preset];
  const runner = createToolRunner({
    tools,
    workdir: '/workspace',
    host: async () => host,
    gate: createPermissionGate({
      policies: ask ? {} : Object.fromEntries(tools.map(({ name }) => [name, 'always_allow'])),
      ...(ask ? { ask } : {}),
      rules: createRuleBook(createMemoryRuleStore()),
      root: '/workspace',
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
    }),
    persist: async () => ({ persisted: true }),
    onEvent(event) {
      if (event.kind === 'output') listeners.get(event.callId)?.(event);
      return undefined;
    },
    clock,
    newId: () => crypto.randomUUID(),
  });
  return {
    files,
    tools: describeTools(tools),
    session(session = 'default', { loop = 'main' } = {}) {
      const opened = runner.session({ session, loop });
      return {
        run({ id = crypto.randomUUID(), ...call }, { signal = new AbortController().signal, onOutput } = {}) {
          if (onOutput) listeners.set(id, onOutput);
          return opened.run({ id, ...call }, { signal }).finally(() => listeners.delete(id));
        },
        preview: ({ id = crypto.randomUUID(), ...call }) =>
          runner.preview({ id, ...call, session, loop }, new AbortController()),
        takeNotices: () => opened.takeNotices(),
      };
    },
  };
}

/** A command that says its own text; `false` fails. */
function startEcho(processes: ProcessHost, script: string, { descriptors }: HostRunOptions): HostRun {
  const process = processes.startTask({
    argv: [script],
    parent: ROOT_PID,
    group: 'new',
    session: 'new',
    async run({ signal }) {
      await descriptors.get(1)?.write(encodeText(`ran ${script}\n`), signal);
      return script.startsWith('false') ? 1 : 0;
    },
  });
  const ended = process.exited.then((status) => ({ kind: 'exited', exitCode: statusCode(status) }) as const);
  return { process, ended, detach: () => undefined };
}
