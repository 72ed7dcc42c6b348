import { type Clock, SystemError } from '@cloche/system';
import type { HostShell } from '../host-shell.ts';
import type { HostCallOptions } from '../tool-host.ts';
import { createSpoolBudget } from './output-spool.ts';
import { compileWatched } from './output-watch.ts';
import type {
  ProcessInputOutcome,
  ProcessInputParams,
  ProcessMethods,
  ProcessOutputEntry,
  ProcessOutputParams,
  ProcessOwner,
  ProcessView,
  ReplayScreen,
} from './process-data.ts';
import { createProcessRegistry, type ProcessLimits, type ProcessRegistry } from './process-registry.ts';
import { type StartResources, startProcess } from './start-process.ts';
import { stopProcess } from './stop-process.ts';
import { MAX_PENDING_INPUT_BYTES, type SupervisedProcess } from './supervised-process.ts';
import { talkTo } from './talk-to-process.ts';

/** What a machine gives to its supervisor. */
export interface SupervisorOptions extends Omit<StartResources, 'registry' | 'budget'> {
  readonly limits?: Partial<ProcessLimits>;
  readonly replayScreen?: ReplayScreen;
  /** Says why no terminal can be opened here, and what to do; `undefined` when one can. */
  readonly terminalProblem?: () => Promise<string | undefined>;
}

/** The host's methods for processes, by name. */
export type ProcessMethodTable = {
  readonly [Method in keyof ProcessMethods]: (
    params: ProcessMethods[Method]['params'],
    call: HostCallOptions,
  ) => ProcessMethods[Method]['result'] | Promise<ProcessMethods[Method]['result']>;
};

const INPUT_RETRY_MS = 10;
const ATTACH_BYTES = 65_536;
/** Output that a screen is made of; what draws draws all of it again within that. */
const SCREEN_BYTES = 1_048_576;
const MAX_SIDE = 65_535;

/** Creates the supervisor of a machine's processes, in the form of the host's methods. */
export function createProcessSupervisor(
  options: SupervisorOptions,
  shellOf: (session: string) => HostShell,
): ProcessMethodTable {
  const { clock } = options;
  const registry = createProcessRegistry(options.limits);
  const resources = { ...options, registry, budget: createSpoolBudget() };
  let waiters = 0;
  let isClosed = false;
  const lists = (owner?: ProcessOwner): ProcessView[] => registry.list(owner).map((process) => process.view());

  return {
    async process_start(params, call) {
      const noTerminal = params.terminal && (await options.terminalProblem?.());
      if (noTerminal !== undefined) return { kind: 'refused', code: 'pty_unavailable', text: noTerminal };
      if (isClosed) return { kind: 'refused', code: 'supervisor_shutting_down', text: 'the machine is being closed' };
      return startProcess(resources, shellOf(params.session), params, call);
    },
    async process_output(params, { signal }) {
      if (params.wait !== 'poll') {
        if (waiters >= registry.limits.maxWaiters)
          return { entries: params.ids.map((id) => ({ id, error: 'process_quota_exceeded' })) };
        waiters++;
        try {
          await untilEnded(registry, params, clock, signal);
        } finally {
          waiters--;
        }
      }
      return { entries: params.ids.map((id) => readOutput(registry, params, id)) };
    },
    process_input: (params, { signal }) => giveInput(registry, params, clock, signal),
    async process_stop({ owner, id, mode, graceMs = registry.limits.graceMs }) {
      const process = registry.find(id, owner);
      if (!process) return { kind: 'refused', code: 'not_found' };
      if (!(await stopProcess(process, { mode, graceMs }, clock))) return { kind: 'refused', code: 'teardown_failed' };
      return { kind: 'done', process: process.view() };
    },
    process_list: ({ owner }) => ({ version: registry.version, processes: lists(owner) }),
    async process_changes({ version }, { signal }) {
      if (version === registry.version) await registry.untilChanged(signal);
      return { version: registry.version, processes: lists() };
    },
    process_notices: (owner) => ({ notices: registry.takeNotices(owner) }),
    async process_attach({ id, cursor }, { signal, onOutput }) {
      const process = registry.find(id);
      if (!process) throw new SystemError('ENXIO', 'open', id);
      for (let at = cursor; !signal.aborted; ) {
        const { start, bytes } = process.spool.read(at, ATTACH_BYTES);
        at = start + bytes.length;
        if (bytes.length > 0) await onOutput?.({ stream: 'stdout', bytes });
        else if (process.isSettled) break;
        else await untilChanged(process, signal);
      }
      return { process: process.view() };
    },
    async process_talk(params, { signal }) {
      const process = registry.find(params.id, params.owner);
      if (!process) return { error: 'not_found' };
      const end = await talkTo(process, params, clock, signal);
      return { end, process: process.view() };
    },
    async process_screen({ owner, id }) {
      const process = registry.find(id, owner);
      if (!process) return { error: 'not_found' };
      const { screen, spool } = process;
      if (!screen || !options.replayScreen) return { error: 'pty_unavailable' };
      const { columns, rows } = screen.terminal.size;
      const from = Math.max(spool.firstByte, spool.totalBytes - SCREEN_BYTES);
      const shown = await options.replayScreen(spool.read(from, SCREEN_BYTES).bytes, { columns, rows });
      return { ...shown, columns, rows, process: process.view() };
    },
    process_pending_line({ owner, id }) {
      const process = registry.find(id, owner);
      return process ? process.pendingLine.read() : { error: 'not_found' };
    },
    check_patterns({ patterns }) {
      const problems = patterns.map(compileWatched).flatMap((watched) => (watched.kind === 'invalid' ? [watched] : []));
      return { problem: problems[0]?.message };
    },
    async processes_close() {
      isClosed = true;
      const running = registry.all().filter(({ isSettled }) => !isSettled);
      await Promise.all(running.map((process) => stopProcess(process, { mode: 'kill', graceMs: 0 }, clock)));
      for (const process of registry.all()) registry.forget(process);
      return { stopped: running.length };
    },
  };
}

async function untilEnded(
  registry: ProcessRegistry,
  { owner, ids, wait, timeoutMs }: ProcessOutputParams,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const running = ids.flatMap((id) => {
    const process = registry.find(id, owner);
    return process?.state === 'running' ? [process.ended] : [];
  });
  // What is not there, or has ended, never makes anybody wait.
  if (running.length === 0 || (wait === 'any' && running.length < ids.length)) return;
  const timer = new AbortController();
  const stop = (): void => timer.abort(new Error('the wait is over'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const over = timeoutMs > 0 ? clock.sleep(timeoutMs, timer).catch(() => undefined) : untilAborted(timer.signal);
  try {
    await Promise.race([wait === 'any' ? Promise.race(running) : Promise.all(running), over]);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  signal.throwIfAborted();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function readOutput(
  registry: ProcessRegistry,
  { owner, cursor, limitBytes }: ProcessOutputParams,
  id: string,
): ProcessOutputEntry {
  const process = registry.find(id, owner);
  if (!process) return { id, error: 'not_found' };
  const { spool } = process;
  if (cursor > spool.totalBytes) return { id, error: 'cursor_ahead' };
  const { start, bytes } = spool.read(cursor, limitBytes);
  const view = process.view();
  return { id, process: view, bytes, startCursor: start, nextCursor: start + bytes.length, hasGap: start > cursor };
}

async function giveInput(
  registry: ProcessRegistry,
  { owner, id, bytes, eof = false, size }: ProcessInputParams,
  clock: Clock,
  signal: AbortSignal,
): Promise<ProcessInputOutcome> {
  const process = registry.find(id, owner);
  if (!process) return { kind: 'refused', code: 'not_found' };
  const cursor = process.spool.totalBytes;
  if (size) {
    if (!process.screen) return { kind: 'refused', code: 'pty_unavailable' };
    if (![size.columns, size.rows].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE))
      return { kind: 'refused', code: 'invalid_arguments' };
    process.screen.terminal.size = size;
  }
  if (bytes && bytes.length > 0) {
    if (!process.canInput) return { kind: 'refused', code: 'stdin_closed' };
    if (bytes.length > MAX_PENDING_INPUT_BYTES) return { kind: 'refused', code: 'input_backpressure' };
    const giveUpAt = clock.monotonic() + registry.limits.inputWaitMs;
    while (!process.hasRoomFor(bytes.length) && process.canInput) {
      if (clock.monotonic() >= giveUpAt) return { kind: 'refused', code: 'input_backpressure' };
      await clock.sleep(INPUT_RETRY_MS, { signal });
    }
    if (!process.give(bytes)) return { kind: 'refused', code: 'stdin_closed' };
  }
  if (eof) process.endInput();
  return { kind: 'given', cursor };
}

/** Resolves when the process printed or ended, and at once when the signal is aborted. */
function untilChanged(process: SupervisedProcess, signal: AbortSignal): Promise<void> {
  return process.changed.wait(signal).catch(() => undefined);
}
