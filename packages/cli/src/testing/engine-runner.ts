import { randomUUID } from 'node:crypto';
import { analyzeAsShell } from '@cloche/shell';
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  codingTools,
  createMemoryRuleStore,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  type PermissionMode,
  type PermissionPolicy,
  type PersistedToolResult,
  type ProcessView,
  parseRule,
  type RuleBook,
  type RunnerSession,
  resultText,
  type Tool,
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

/** Adds rules such as `allow bash(ls:*)`, whose paths are below `root`. */
export async function addRules(book: RuleBook, texts: readonly string[], root: string): Promise<void> {
  for (const text of texts) {
    const [, effect, rest = ''] = /^(deny|ask|allow) ([^]*)$/.exec(text) ?? [];
    if (effect !== 'deny' && effect !== 'ask' && effect !== 'allow') throw new Error(`no effect in ${text}`);
    await book.add([parseRule(effect, rest, root)], { scope: 'workspace' });
  }
}

/** Creates a runner in which everything that asks is allowed, and noted. */
export function createEngineRunner(
  { host, clock, workdir }: EngineMachine,
  options: {
    readonly loops?: Readonly<Record<string, unknown>>;
    readonly host?: ToolHost;
    readonly asks?: boolean;
    readonly tools?: readonly Tool[];
    readonly mode?: PermissionMode;
    readonly policies?: Readonly<Record<string, PermissionPolicy>>;
    /** Such as `deny read(secrets/**)`. */
    readonly rules?: readonly string[];
    /** By default everything is allowed. */
    readonly answer?: (request: ApprovalRequest, rules: RuleBook) => ApprovalAnswer | Promise<ApprovalAnswer>;
  } = {},
): EngineRunner {
  const asked: ApprovalRequest[] = [];
  const heard: (readonly ProcessView[])[] = [];
  const { tools = codingTools, mode = 'default', answer = () => ({ action: 'allow' }) } = options;
  const policies =
    options.policies ??
    (options.asks ? {} : Object.fromEntries(tools.map(({ name }) => [name, 'always_allow' as const])));
  const rules = createRuleBook(createMemoryRuleStore());
  const stored = addRules(rules, options.rules ?? [], workdir);
  const runner = createToolRunner({
    tools,
    workdir,
    async host() {
      await stored;
      return options.host ?? host;
    },
    gate: createPermissionGate({
      policies,
      rules,
      mode: () => mode,
      root: workdir,
      now: () => clock.now(),
      newId: randomUUID,
      async ask(request) {
        asked.push(request);
        return answer(request, rules);
      },
    }),
    analyzeCommand: async (command, facts) => readCommands(analyzeAsShell(command, facts)),
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
