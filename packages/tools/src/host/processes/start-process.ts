import type { Pattern } from '@cloche/search';
import {
  type Clock,
  describeError,
  errnoOf,
  type FileSystem,
  type ProcessHost,
  type RandomBytes,
} from '@cloche/system';
import { encodeBase64 } from '../../output/base64.ts';
import type { HostRun, HostShell } from '../host-shell.ts';
import { createOutputRelay } from '../output-relay.ts';
import { quoteForShell } from '../quote-for-shell.ts';
import type { HostCallOptions } from '../tool-host.ts';
import { createOutputSpool, MAX_SPOOL_BYTES, type SpoolBudget } from './output-spool.ts';
import { compileWatched, createOutputWatch } from './output-watch.ts';
import type { ProcessErrorCode, ProcessStartOutcome, ProcessStartParams } from './process-data.ts';
import type { ProcessRegistry } from './process-registry.ts';
import { stopProcess } from './stop-process.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** What starting a process needs. */
export interface StartResources {
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Returns a name that no file has yet. */
  readonly newName: () => string;
  readonly registry: ProcessRegistry;
  readonly budget: SpoolBudget;
}

/** Where the outputs of processes in the background are: outside the workspace, so that searches do not find them. */
const OUTPUT_DIRECTORY = '/tmp/process_outputs';
const ID_BYTES = 16;
/** Output that an answer has at most. */
const INLINE_BYTES = 32_768;

/** Starts a command in a session's shell and stays with it for a time. Rejects only for faults of the shell. */
export async function startProcess(
  resources: StartResources,
  shell: HostShell,
  params: ProcessStartParams,
  call: HostCallOptions,
): Promise<ProcessStartOutcome> {
  const { registry, clock } = resources;
  const isForeground = params.mode !== 'background';
  const problem = isForeground ? undefined : registry.quotaProblem(params);
  if (problem !== undefined) return refused('process_quota_exceeded', problem);
  const patterns = compileAll(params.patterns ?? []);
  if (typeof patterns === 'string') return refused('invalid_arguments', patterns);
  const process = createProcess(resources, params, patterns);
  registry.add(process);
  const relay = createOutputRelay(call.onOutput ?? (() => undefined), clock);
  process.pass = (chunk, signal) => relay.write(chunk, signal);
  let begun: BegunRun | undefined;
  try {
    const outcome = await begin(shell, params, process);
    if ('kind' in outcome) return outcome;
    begun = outcome;
    const waited = isForeground || params.waitMs > 0 ? await stayWith(process, begun.run, params, call, clock) : 'over';
    return await endCall(resources, params, process, begun.run, waited);
  } finally {
    relay.end();
    process.leaveCall();
    await begun?.leave();
    if (!process.isBackground) registry.forget(process);
  }
}

function createProcess(
  { files, processes, clock, random, registry, budget }: StartResources,
  { session, loop, kind, command, mode, terminal, spoolBytes = MAX_SPOOL_BYTES }: ProcessStartParams,
  patterns: ReadonlyMap<string, Pattern>,
): SupervisedProcess {
  const watch = createOutputWatch(patterns, (pattern) => registry.notify(process, { kind: 'matched', pattern }));
  const process: SupervisedProcess = new SupervisedProcess({
    id: encodeBase64(random(ID_BYTES)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    owner: { session, loop },
    order: registry.nextOrder(),
    kind,
    command,
    processes,
    clock,
    spool: createOutputSpool(files, budget, Math.min(Math.max(spoolBytes, 1), MAX_SPOOL_BYTES)),
    takesInput: mode === 'background',
    ...(terminal ? { terminal } : {}),
    ...(patterns.size > 0 ? { watch } : {}),
    onEnd(ended) {
      if (!ended.isBackground) return;
      const { state, exitCode, reason } = ended.view();
      const details = { ...(exitCode === undefined ? {} : { exitCode }), ...(reason === undefined ? {} : { reason }) };
      // Whoever stopped it knows. What outlived its time, or an interrupt, has ended by itself.
      const isStopped = ended.stopRequest === 'terminate' || ended.stopRequest === 'kill' || state === 'interrupted';
      if (isStopped) registry.changed();
      else registry.notify(ended, { kind: 'ended', state, ...details });
    },
    onSettled() {
      registry.forgetOldest();
      registry.changed();
    },
  });
  return process;
}

interface BegunRun {
  readonly run: HostRun;
  /** Takes the shell back to where it was. */
  leave(): Promise<void>;
}

/** What screens replay is an xterm's; a session has no terminal. */
const TERMINAL_KIND = 'export TERM=xterm-256color COLORTERM=truecolor; ';

async function begin(
  shell: HostShell,
  { command, cwd, mode, isReplaced }: ProcessStartParams,
  process: SupervisedProcess,
): Promise<BegunRun | ProcessStartOutcome> {
  const { descriptors, screen } = process;
  const before = shell.cwd;
  const enter = (path: string) =>
    shell.run(`cd -- ${quoteForShell(path)}`, { descriptors, signal: new AbortController().signal });
  if (cwd !== undefined) {
    const entered = await enter(cwd);
    if (entered.kind !== 'exited' || entered.exitCode !== 0) {
      // What stood in the way was printed.
      process.endUnstarted(entered.kind === 'exited' ? entered.exitCode : 1);
      return { kind: 'ended', process: process.view() };
    }
  }
  const leave = async (): Promise<void> => {
    if (cwd !== undefined)
      await shell.run(`cd -- ${quoteForShell(before)}`, {
        descriptors: new Map(),
        signal: new AbortController().signal,
      });
  };
  try {
    const text = isReplaced === true ? `exec ${command}` : command;
    const run = shell.start(screen ? TERMINAL_KIND + text : text, {
      descriptors,
      signal: new AbortController().signal,
      ...(screen ? { terminal: screen.file } : {}),
      ...(mode === 'background' ? { isUnbounded: true } : {}),
    });
    run.ended.catch(() => undefined);
    if (mode === 'background') run.detach();
    process.follow(run.process);
    return { run, leave };
  } catch (error) {
    process.release();
    await leave();
    if (errnoOf(error) === undefined) throw error;
    return refused('spawn_failed', `it could not be started: ${describeError(error)}`);
  }
}

/** Waits until the process has ended, the time is over or the call is cancelled. Rejects for a fault of the shell. */
async function stayWith(
  process: SupervisedProcess,
  { ended }: HostRun,
  { waitMs }: ProcessStartParams,
  { signal }: HostCallOptions,
  clock: Clock,
): Promise<'ended' | 'over' | 'cancelled'> {
  const timer = new AbortController();
  const onCancel = (): void => timer.abort(new Error('the call was cancelled'));
  signal.addEventListener('abort', onCancel, { once: true });
  if (signal.aborted) onCancel();
  const over = clock.sleep(waitMs, timer).then(
    () => 'over' as const,
    () => 'cancelled' as const,
  );
  try {
    return await Promise.race([ended.then(() => process.ended).then(() => 'ended' as const), over]);
  } finally {
    signal.removeEventListener('abort', onCancel);
    timer.abort(new Error('the call is over'));
    await over;
  }
}

/** Decides, in one step, whether the process belongs to the call or goes on without it. */
async function endCall(
  resources: StartResources,
  params: ProcessStartParams,
  process: SupervisedProcess,
  run: HostRun,
  waited: 'ended' | 'over' | 'cancelled',
): Promise<ProcessStartOutcome> {
  const { registry, clock } = resources;
  if (process.state !== 'running') {
    await run.ended;
    // What it left running stays in sight.
    if (process.members().length > 0) moveToBackground(resources, process, 0);
    const inline = params.mode === 'background' ? { output: lastOutput(process) } : {};
    return { kind: 'ended', process: process.view(), ...inline };
  }
  if (params.mode === 'background') {
    moveToBackground(resources, process, params.lifetimeMs);
    return { kind: 'running', process: process.view(), wasMoved: false, output: lastOutput(process) };
  }
  run.detach();
  if (waited === 'over' && params.mode === 'foreground' && registry.quotaProblem(params) === undefined) {
    moveToBackground(resources, process, params.lifetimeMs);
    return { kind: 'running', process: process.view(), wasMoved: true };
  }
  process.leaveCall();
  await stopProcess(process, { mode: 'kill', graceMs: 0 }, clock);
  return { kind: waited === 'cancelled' ? 'cancelled' : 'timed_out', process: process.view() };
}

function lastOutput({ spool }: SupervisedProcess): Uint8Array {
  return spool.read(Math.max(0, spool.totalBytes - INLINE_BYTES), INLINE_BYTES).bytes;
}

function moveToBackground(
  { clock, newName, registry }: StartResources,
  process: SupervisedProcess,
  lifetimeMs: number,
): void {
  process.isBackground = true;
  process.spool.startFile(`${OUTPUT_DIRECTORY}/${newName()}.output`);
  const { graceMs, idleTerminalMs } = registry.limits;
  const end = (): Promise<boolean> => stopProcess(process, { mode: 'timeout', graceMs }, clock);
  const untilIdle = async (): Promise<void> => {
    for (;;) {
      const rest = process.lastActiveMs + idleTerminalMs - clock.monotonic();
      if (rest <= 0) return;
      await clock.sleep(rest, { signal: process.life });
    }
  };
  // The process ends first, or it is ended.
  if (lifetimeMs > 0) clock.sleep(lifetimeMs, { signal: process.life }).then(end, () => undefined);
  if (process.kind === 'terminal') untilIdle().then(end, () => undefined);
  registry.changed();
}

function compileAll(texts: readonly string[]): ReadonlyMap<string, Pattern> | string {
  const patterns = new Map<string, Pattern>();
  for (const text of texts) {
    const compiled = compileWatched(text);
    if (compiled.kind === 'invalid') return compiled.message;
    patterns.set(text, compiled.pattern);
  }
  return patterns;
}

function refused(code: ProcessErrorCode, text: string): ProcessStartOutcome {
  return { kind: 'refused', code, text };
}
