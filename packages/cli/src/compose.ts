import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createNodeFetch, createNodeMachine, readCommandFacts } from '@cloche/node-machine';
import { analyzeAsShell, isShellState, ShellSession } from '@cloche/shell';
import type { Clock } from '@cloche/system';
import {
  type AskApproval,
  createLocalToolHost,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  type PermissionPolicy,
  presetTools,
  type RuleStore,
  type ToolHost,
  type ToolPreset,
  type ToolRunner,
} from '@cloche/tools';
import { readCommands } from '@cloche/tools/command-reading';
import { replayScreen } from '@cloche/tools/screen';
import { guardRulesFile, withRealPlaces } from './real-places.ts';

/** How the tools run on a person's own machine. */
export interface ToolRunnerRequest {
  /** Where relative paths start; the file tools stay in it unless `isTrusted`. */
  readonly root: string;
  readonly tools: ToolPreset;
  /** Tools that run without asking. */
  readonly allowed: readonly string[];
  /** Every tool runs without asking, files anywhere, with the person's whole environment. */
  readonly isTrusted: boolean;
  /** Asks the person; without it what must ask is refused. */
  readonly ask: AskApproval | undefined;
  readonly rules: RuleStore;
  /** The file that holds the rules, absolute: no tool may change it. */
  readonly rulesFile?: string;
}

/** Variables that a shell needs and that hold no secrets. */
const HARMLESS_VARIABLES = /^(?:PATH|HOME|LANG|LC_\w+|TERM|TMPDIR|TZ|USER|LOGNAME|SHELL)$/;

/** What of a person's machine the tools may use. */
export interface HostRequest {
  /** Where relative paths start; the file tools stay in it unless `isTrusted`. */
  readonly root: string;
  /** Files anywhere, with the person's whole environment. */
  readonly isTrusted: boolean;
}

/** Tools' half of this machine, with where its files are. */
export interface ComposedHost {
  readonly host: ToolHost;
  /** Absolute, without links. */
  readonly workdir: string;
  readonly clock: Clock;
}

/** Wires the tool host over this machine's files and programs. */
export function composeToolHost({ root, isTrusted }: HostRequest): ComposedHost {
  const machine = createNodeMachine({ fetch: createNodeFetch() });
  const workdir = realpathSync(root);
  const env = new Map(
    Object.entries(process.env).filter(
      (variable): variable is [string, string] =>
        variable[1] !== undefined && (isTrusted || HARMLESS_VARIABLES.test(variable[0])),
    ),
  );
  const host = createLocalToolHost({
    ...machine,
    replayScreen,
    openShell: (state) =>
      new ShellSession({ ...machine, cwd: workdir, env, ...(isShellState(state) ? { state } : {}) }),
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newName: randomUUID,
    terminals: { processes: machine.processes, env, cwd: workdir },
    commandFacts: readCommandFacts(machine.processes.programNames(), env),
    ...(isTrusted ? {} : { confinedTo: workdir }),
  });
  return { host, workdir, clock: machine.clock };
}

/**
 * Wires the tools over this machine's files and programs. Nothing outlasts its call: there is no later one to ask about it.
 * `close` ends what calls left running.
 */
export function composeToolRunner(request: ToolRunnerRequest): ToolRunner & { close(): Promise<void> } {
  const { tools: preset, allowed, isTrusted, ask, rules, rulesFile } = request;
  const { host, workdir, clock } = composeToolHost(request);
  const policyOf = (name: string): PermissionPolicy =>
    isTrusted || allowed.includes(name) ? 'always_allow' : 'always_ask';
  const tools = presetTools(preset, { processes: false });
  const runner = createToolRunner({
    tools,
    workdir,
    host: async () => host,
    gate: createPermissionGate({
      rules: createRuleBook(withRealPlaces(rules), rulesFile === undefined ? [] : guardRulesFile(rulesFile)),
      root: workdir,
      policies: Object.fromEntries(tools.map(({ name }) => [name, policyOf(name)])),
      now: () => clock.now(),
      newId: randomUUID,
      ...(ask ? { ask } : {}),
    }),
    analyzeCommand: async (command, facts) => readCommands(analyzeAsShell(command, facts)),
    persist: async () => ({ persisted: true }),
    onEvent: () => undefined,
    clock,
    newId: randomUUID,
  });
  return {
    ...runner,
    async close() {
      await host.call('processes_close', {}, { signal: new AbortController().signal });
    },
  };
}
