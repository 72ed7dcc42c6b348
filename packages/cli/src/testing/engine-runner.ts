import { randomUUID } from 'node:crypto';
import { analyzeAsShell } from '@cloche/shell';
import {
  type ApprovalRequest,
  codingTools,
  createMemoryRuleStore,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  type PersistedToolResult,
  type ProcessView,
  parseRule,
  type RunnerSession,
  resultText,
  type ToolHost,
  type ToolRunner,
} from '@cloche/tools';
import { readCommands } from '@cloche/tools/command-reading';
import type { EngineMachine } from './engine-machines.ts';

/** The coding tools over a machine of the tests. */
export interface EngineRunner {
  readonly runner: ToolRunner;
  readonly asked: ApprovalRequest[];
  readonly heard: (readonly ProcessView[])[];
  session(loop?: string): RunnerSession;
  run(name: string, input: object, loop?: string): Promise<PersistedToolResult>;
  /** Runs a call whose answer is JSON. */
  json(name: string, input: object, loop?: string): Promise<Record<string, unknown>>;
  /** Runs a call and returns `E` or `OK` and its text. */
  say(name: string, input: object, loop?: string): Promise<string>;
}

/** Creates a runner in which everything that asks is allowed, and noted. */
export function createEngineRunner(
  { host, clock, workdir }: EngineMachine,
  options: {
    readonly loops?: Readonly<Record<string, unknown>>;
    readonly host?: ToolHost;
    readonly asks?: boolean;
    /** Rules of the workspace, such as `bash(ls:*)`. */
    readonly rules?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
  } = {},
): EngineRunner {
  const asked: ApprovalRequest[] = [];
  const heard: (readonly ProcessView[])[] = [];
  const policies = options.asks
    ? {}
    : Object.fromEntries(codingTools.map(({ name }) => [name, 'always_allow' as const]));
  const rules = createRuleBook(createMemoryRuleStore());
  const { allow = [], deny = [] } = options.rules ?? {};
  const rulesAdded = rules.add(
    [
      ...allow.map((text) => parseRule('allow', text, workdir)),
      ...deny.map((text) => parseRule('deny', text, workdir)),
    ],
    { scope: 'workspace' },
  );
  const runner = createToolRunner({
    tools: codingTools,
    workdir,
    async host() {
      await rulesAdded;
      return options.host ?? host;
    },
    analyzeCommand: async (command, facts) => readCommands(analyzeAsShell(command, facts)),
    gate: createPermissionGate({
      policies,
      rules,
      root: workdir,
      now: () => clock.now(),
      newId: randomUUID,
      async ask(request) {
        asked.push(request);
        return { action: 'allow' };
      },
    }),
    persist: async () => ({ persisted: true }),
    onEvent: () => undefined,
    onProcesses: (processes) => heard.push(processes),
    clock,
    newId: randomUUID,
    ...(options.loops ? { loops: options.loops } : {}),
  });
  const { signal } = new AbortController();
  const session = (loop = 'main'): RunnerSession => runner.session({ session: 's', loop });
  const run: EngineRunner['run'] = (name, input, loop) =>
    session(loop).run({ id: randomUUID(), name, input }, { signal });
  return {
    runner,
    asked,
    heard,
    session,
    run,
    async json(name, input, loop) {
      const text = resultText(await run(name, input, loop));
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? { ...value } : {};
    },
    async say(name, input, loop) {
      const result = await run(name, input, loop);
      return `${result.isError ? 'E' : 'OK'} ${resultText(result)}`;
    },
  };
}
