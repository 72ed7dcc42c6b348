import type { Clock } from '@cloche/system';
import type { Tool, ToolContext } from '../contract/tool.ts';
import { isToolResult } from '../contract/tool.ts';
import type { ToolFault } from '../contract/tool-fault.ts';
import { createToolRegistry } from '../contract/tool-registry.ts';
import { type ExtraMessage, failure, type ToolResult } from '../contract/tool-result.ts';
import type { ProcessView } from '../host/processes/process-data.ts';
import type { ShellFacts, ToolHost } from '../host/tool-host.ts';
import type { Loop } from '../loop/loop.ts';
import { createLoops } from '../loop/loops.ts';
import type { ReadEvidence } from '../loop/read-evidence.ts';
import { createMemoryRetainedOutput, type RetainedOutput } from '../loop/retained-output.ts';
import { describeLoss, describeNotice } from '../output/describe-notice.ts';
import type { CommandAnalysis } from '../permissions/command-analyzer.ts';
import type { GateDecision } from '../permissions/gate-call.ts';
import type { PermissionGate } from '../permissions/permission-gate.ts';
import type { AskUser } from '../planning/ask-user.ts';
import type { WebAccess } from '../web/web-access.ts';
import { asFault, idInUse, stoppedByPerson } from './call-failures.ts';
import { type Meter, measureCall } from './call-metrics.ts';
import { createCallQueue } from './call-queue.ts';
import { createOpenCalls, isSameCall, type WaitingCall } from './open-calls.ts';
import { gateCallOf, performCall } from './perform-call.ts';
import { prepareCall } from './prepare-call.ts';
import { createProcessFeed } from './process-feed.ts';
import type { CallEvent, PersistedToolResult, Persistence, ToolCall } from './tool-call.ts';
import { createTurns } from './turns.ts';

/** What a runner is made of. */
export interface ToolRunnerOptions {
  readonly tools: readonly Tool[];
  /** Tools whose schemas the model gets by `search_extra_tools` and that it calls by `execute_extra_tool`. */
  readonly deferredTools?: readonly Tool[];
  /** Why tools that models know are not there, by name. */
  readonly absentTools?: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** Returns the machine's host, starting a machine when there is none. Throws a `ToolFault`. */
  readonly host: (options: { signal: AbortSignal }) => Promise<ToolHost>;
  readonly gate: PermissionGate;
  /** Takes command lines apart; without it none is understood, and each one asks. */
  readonly analyzeCommand?: (command: string, facts: ShellFacts) => Promise<CommandAnalysis>;
  /** Commits what the machine changed; called once after every call that ran. Must not reject. */
  readonly persist: () => Promise<Persistence>;
  /** Hears every event; a promise for an `output` event asks the command to wait. */
  readonly onEvent: (event: CallEvent) => undefined | Promise<void>;
  /** Hears all processes in the background whenever one changes. */
  readonly onProcesses?: (processes: readonly ProcessView[]) => void;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  /** Returns a new UUID in lower case. */
  readonly newId: () => string;
  /** Keeps outputs that are too long for a result. Default: in memory. */
  readonly retained?: RetainedOutput;
  /** What `loopStates` gave, when the runner takes up an earlier one's work. */
  readonly loops?: Readonly<Record<string, unknown>>;
  /** Another place for what loops have read, by the loop's name. */
  readonly evidence?: (loop: string) => ReadEvidence;
  readonly askUser?: AskUser;
  readonly web?: WebAccess;
  /** A call began or ceased to wait for a person: `loopStates` gives another state, which should be kept. */
  readonly onWaiting?: () => void;
  readonly meter?: () => Meter | undefined;
}

/** How a call is stopped. */
export interface RunOptions {
  readonly signal: AbortSignal;
}

/** How a call would be decided on. */
export type CallPreview =
  | GateDecision
  /** Its input is wrong, or it cannot be made now: the result that it would have. */
  | { readonly kind: 'failed'; readonly result: ToolResult };

/** The calls of one loop of one session. */
export interface RunnerSession {
  run(call: Omit<ToolCall, 'session' | 'loop'>, options: RunOptions): Promise<PersistedToolResult>;
  /**
   * Runs the calls of one turn, side by side where they may be, and resolves with their results in the order of the
   * calls. A `ToolFault` of one becomes its own entry.
   */
  runAll(
    calls: readonly Omit<ToolCall, 'session' | 'loop'>[],
    options: RunOptions,
  ): Promise<readonly (PersistedToolResult | ToolFault)[]>;
  /**
   * Counts a turn of the model and resolves with the messages that are due before the next one: what became of processes
   * in the background, each once, and reminders.
   */
  nextTurn(): Promise<readonly ExtraMessage[]>;
  /** Resolves with what became of processes in the background and was not told yet, without counting a turn. */
  takeNotices(): Promise<readonly ExtraMessage[]>;
}

/** Runs tool calls: validate, queue, prepare, gate, run, persist. */
export interface ToolRunner {
  readonly tools: readonly Tool[];
  readonly deferredTools: readonly Tool[];
  /**
   * Runs one call and resolves with its result, released after its changes were committed. Aborting the signal ends
   * the call, wherever it is, with a `cancelled` result. Rejects only with a `ToolFault`.
   */
  run(call: ToolCall, options: RunOptions): Promise<PersistedToolResult>;
  /** Says how a call would be decided on now, by everything but a person; nothing is run and nobody is asked. */
  preview(call: ToolCall, options: RunOptions): Promise<CallPreview>;
  session(names?: { readonly session?: string; readonly loop?: string }): RunnerSession;
  /** Returns an output that a call retained (`details.captureId`), for the app; `undefined` when it is gone. */
  readOutput(
    captureId: string,
    names?: { readonly session?: string; readonly loop?: string },
  ): Promise<RetainedOutputText | undefined>;
  /**
   * Takes up the calls that waited for a person when an earlier runner ended: they are prepared again, and asked about
   * again. One who makes such a call again, with its id and its input, gets its result; for others it is kept.
   */
  resumeWaiting(): void;
  /** Why calls that waited when an earlier runner ended are lost; `undefined` when none are. */
  readonly waitingProblem: string | undefined;
  /** Lets them go instead: whoever made them is still there, and has heard that they failed. */
  forgetWaiting(): void;
  /** Returns the processes in the background as they stand, and those that ended with an earlier machine. */
  processes(): readonly ProcessView[];
  /** Returns what the loops remember, and the waiting calls, to be kept and given to the next runner. Plain data. */
  loopStates(): Readonly<Record<string, unknown>>;
}

/** What is known of a command line that nobody takes apart. */
const UNREAD: CommandAnalysis = {
  parts: [],
  isUnderstood: false,
  problems: [{ kind: 'not-analysed', message: 'command lines are not taken apart here' }],
};

/** A retained output. */
export interface RetainedOutputText {
  readonly bytes: Uint8Array;
  readonly totalBytes: number;
}

/** Creates the runner of a workspace. Throws a `TypeError` for tools that cannot be together. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { clock, onEvent, newId, retained = createMemoryRetainedOutput() } = options;
  const registry = createToolRegistry(options.tools, options.deferredTools, options.absentTools);
  const { evidence } = options;
  const loops = createLoops({ retained, newId, ...(evidence ? { evidence } : {}) }, options.loops ?? {});
  const queue = createCallQueue();
  const feed = createProcessFeed(loops, options.onProcesses ?? (() => undefined));
  const turns = createTurns();
  const openCalls = createOpenCalls(options.loops?.[OPEN_CALLS]);
  const resumedCalls = new Map<string, ResumedCall>();
  const runningIds = new Set<string>();

  const finish = (call: ToolCall, startedAt: number | undefined, result: PersistedToolResult): PersistedToolResult => {
    const durationMs = startedAt === undefined ? 0 : clock.monotonic() - startedAt;
    measureCall(options.meter, { tool: call.name, durationMs, ...(result.isError ? { errorType: 'tool_error' } : {}) });
    void onEvent({ kind: 'finished', callId: call.id, result, durationMs });
    return result;
  };

  const contextOf = (call: ToolCall, host: ToolHost, loop: Loop, signal: AbortSignal): ToolContext => {
    const { id: callId, session = DEFAULT_SESSION } = call;
    return {
      callId,
      session,
      loop,
      workdir: options.workdir,
      host,
      signal,
      onOutput: (chunk) => onEvent({ kind: 'output', callId, ...chunk }),
      async analyzeCommand(command, { isRestarted }) {
        if (!options.analyzeCommand) return UNREAD;
        const facts = await host.call('shell_facts', { session }, { signal });
        return options.analyzeCommand(command, isRestarted ? { ...facts, state: undefined } : facts);
      },
      onProgress: (progress) => void onEvent({ kind: 'progress', callId, ...progress }),
      ...(options.askUser ? { askUser: options.askUser } : {}),
      ...(options.web ? { web: options.web } : {}),
      sleep: (ms, sleeping) => clock.sleep(ms, sleeping),
      newId,
      deferredTools: registry.deferred,
    };
  };

  const runNow = async (
    call: ToolCall,
    waited: WaitingCall | undefined,
    given: AbortSignal,
  ): Promise<PersistedToolResult> => {
    let startedAt: number | undefined;
    const { session = DEFAULT_SESSION, loop: loopName = DEFAULT_LOOP, evaluatedPermission } = call;
    const { id: callId, name, input } = call;
    void onEvent({ kind: 'queued', callId, session, loop: loopName, tool: name, input, atMs: clock.now() });
    const unchanged = (result: ToolResult): PersistedToolResult =>
      finish(call, startedAt, { ...result, persistence: { persisted: true } });
    if (runningIds.has(call.id)) return unchanged(idInUse(call));
    const tool = registry.find(call.name);
    if (!tool) return unchanged(registry.unknown(call.name));
    const accepted = tool.accept(call.input);
    if (isToolResult(accepted)) return unchanged(accepted);
    runningIds.add(call.id);
    const turn = turns.join(JSON.stringify([session, loopName]));
    const signal = AbortSignal.any([given, turn.signal]);
    const settle = (): void => {
      openCalls.remove(callId);
      options.onWaiting?.();
    };
    try {
      let leave = await queue.enter(accepted.scope(options), { signal });
      let isAsking = false;
      const endQuestion = (): void => {
        if (isAsking) settle();
        isAsking = false;
      };
      try {
        const host = await options.host({ signal });
        const result = await performCall({
          tool,
          accepted,
          context: contextOf(call, host, loops.open(session, loopName), signal),
          gate: options.gate,
          asking: {
            ...(waited ? { askedBefore: waited } : {}),
            onAsk(asked) {
              isAsking = true;
              openCalls.add({ call, ...asked });
              options.onWaiting?.();
            },
          },
          onPrepared: (subject) => void onEvent({ kind: 'prepared', callId, subject }),
          ...(evaluatedPermission === undefined ? {} : { evaluatedPermission }),
          async moveTo(scope) {
            leave();
            leave = () => undefined;
            leave = await queue.enter(scope, { signal });
          },
          onStart(decidedBy) {
            endQuestion();
            startedAt = clock.monotonic();
            void onEvent({ kind: 'running', callId, decidedBy, atMs: clock.now() });
          },
        });
        if (result.details.stop === true) {
          turn.end();
          void onEvent({ kind: 'stopped', callId, session, loop: loopName });
        }
        if (startedAt === undefined) return unchanged(result);
        if (result.details.processId !== undefined) feed.watch(host);
        const persistence = await options.persist();
        return finish(call, startedAt, { ...result, persistence });
      } finally {
        endQuestion();
        leave();
      }
    } catch (error) {
      if (turn.signal.aborted && !given.aborted) return unchanged(stoppedByPerson(name));
      if (signal.aborted) {
        const persistence = await options.persist();
        return finish(call, startedAt, {
          ...failure('cancelled', `${call.name}: the call was cancelled`),
          persistence,
        });
      }
      const fault = asFault(call.name, error);
      const durationMs = startedAt === undefined ? 0 : clock.monotonic() - startedAt;
      measureCall(options.meter, { tool: name, durationMs, errorType: error instanceof Error ? error.name : 'fault' });
      void onEvent({ kind: 'faulted', callId: call.id, message: fault.message });
      throw fault;
    } finally {
      turn.leave();
      runningIds.delete(call.id);
    }
  };

  const run: ToolRunner['run'] = (call, { signal }) => {
    const resumed = resumedCalls.get(call.id);
    if (resumed && isSameCall(resumed.call, call)) {
      resumed.isWanted = true;
      signal.addEventListener('abort', () => resumed.cancel.abort(signal.reason), { once: true });
      if (signal.aborted) resumed.cancel.abort(signal.reason);
      return resumed.result;
    }
    const kept = openCalls.takeResult(call);
    if (!kept) return runNow(call, undefined, signal);
    options.onWaiting?.();
    void onEvent({ kind: 'finished', callId: call.id, result: kept, durationMs: 0 });
    return Promise.resolve(kept);
  };

  const preview: ToolRunner['preview'] = async (call, { signal }) => {
    const tool = registry.find(call.name);
    if (!tool) return { kind: 'failed', result: registry.unknown(call.name) };
    const accepted = tool.accept(call.input);
    if (isToolResult(accepted)) return { kind: 'failed', result: accepted };
    const host = await options.host({ signal });
    const { session = DEFAULT_SESSION, loop = DEFAULT_LOOP, evaluatedPermission } = call;
    const context = contextOf(call, host, loops.open(session, loop), signal);
    const ready = await prepareCall({ tool, accepted }, context);
    if (isToolResult(ready)) return { kind: 'failed', result: ready };
    return options.gate.decide(gateCallOf(ready, context, evaluatedPermission), { signal, isPreview: true });
  };

  const takeNotices = async (session: string, loop: string): Promise<readonly ExtraMessage[]> => {
    const lost = loops.open(session, loop).processes.takeLost();
    const notices = await feed.takeNotices({ session, loop });
    const texts = [...lost.map(describeLoss), ...notices.map(describeNotice)];
    return texts.map((text): ExtraMessage => ({ role: 'user', text }));
  };

  return {
    tools: registry.tools,
    deferredTools: registry.deferred,
    run,
    preview,
    session({ session = DEFAULT_SESSION, loop = DEFAULT_LOOP } = {}) {
      return {
        run: (call, running) => run({ ...call, session, loop }, running),
        runAll: (calls, running) =>
          Promise.all(
            calls.map((call) =>
              run({ ...call, session, loop }, running).catch((error: unknown) => asFault(call.name, error)),
            ),
          ),
        async nextTurn() {
          const reminder = loops.open(session, loop).todos.nextTurn();
          const notices = await takeNotices(session, loop);
          return reminder === undefined ? notices : [...notices, { role: 'user', text: reminder }];
        },
        takeNotices: () => takeNotices(session, loop),
      };
    },
    async readOutput(captureId, { session = DEFAULT_SESSION, loop = DEFAULT_LOOP } = {}) {
      return loops.open(session, loop).outputs.read(captureId);
    },
    waitingProblem: openCalls.problem,
    processes: () => feed.list(),
    forgetWaiting() {
      for (const { call } of openCalls.takeWaiting()) openCalls.remove(call.id);
    },
    resumeWaiting() {
      for (const waited of openCalls.takeWaiting()) {
        const cancel = new AbortController();
        const result = runNow(waited.call, waited, cancel.signal);
        const resumed: ResumedCall = { call: waited.call, result, cancel, isWanted: false };
        resumedCalls.set(waited.call.id, resumed);
        result
          .then((given) => {
            if (!resumed.isWanted) openCalls.keepResult(waited.call, given);
          })
          // Who made the call hears of the fault; when nobody does, the event has told it.
          .catch(() => undefined)
          .finally(() => {
            resumedCalls.delete(waited.call.id);
            options.onWaiting?.();
          });
      }
    },
    loopStates() {
      const calls = openCalls.state();
      return { ...loops.states(), ...(calls === undefined ? {} : { [OPEN_CALLS]: calls }) };
    },
  };
}

const DEFAULT_SESSION = 'default';
const DEFAULT_LOOP = 'main';
/** Where the waiting calls stand among the states of the loops, whose own names are JSON. */
const OPEN_CALLS = 'calls';

/** A call that was taken up after a reload. */
interface ResumedCall {
  readonly call: ToolCall;
  readonly result: Promise<PersistedToolResult>;
  readonly cancel: AbortController;
  /** Someone has made the call again and waits for it. */
  isWanted: boolean;
}
