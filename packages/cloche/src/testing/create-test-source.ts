import { createClock, createMemoryFileSystem, encodeText, type MemoryFileSystem } from '@cloche/system';
import {
  type AskApproval,
  createLocalToolHost,
  createMemoryRuleStore,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  describeTools,
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
  let names = 0;
  const listeners = new Map<string, (chunk: OutputChunk) => void>();
  const host = createLocalToolHost({
    files,
    clock,
    yieldIfDue: () => undefined,
    newName: () => `${names++}`,
    hash: (bytes) => bytes.join(),
    openShell: () =>
      openShell?.(files) ?? {
        async run(script, { descriptors, signal }) {
          await descriptors.get(1)?.write(encodeText(`ran ${script}\n`), signal);
          return { kind: 'exited', exitCode: script.startsWith('false') ? 1 : 0 };
        },
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
      };
    },
  };
}
