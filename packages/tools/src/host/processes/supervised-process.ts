import {
  type Clock,
  createDeferred,
  createOwnerCount,
  createPipe,
  createPseudoTerminal,
  createWaitQueue,
  type ExitStatus,
  type OpenFile,
  type Pipe,
  type Process,
  type ProcessHost,
  type PseudoTerminal,
  type SignalName,
  statusCode,
  type TerminalSize,
  type WaitQueue,
} from '@cloche/system';
import type { OutputChunk } from '../../contract/tool.ts';
import { createWriteOnlyFile } from '../write-only-file.ts';
import type { OutputSpool } from './output-spool.ts';
import type { OutputWatch } from './output-watch.ts';
import { createPendingLine, type PendingLine } from './pending-line.ts';
import type { ProcessKind, ProcessOwner, ProcessState, ProcessView, StopMode } from './process-data.ts';

/** What a supervised process is made of. */
export interface SupervisedProcessOptions {
  readonly id: string;
  readonly owner: ProcessOwner;
  /** Grows from one to the next. */
  readonly order: number;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly spool: OutputSpool;
  /** Standard input stays open for what is given later; otherwise it is at its end. */
  readonly takesInput: boolean;
  readonly terminal?: TerminalSize;
  readonly watch?: OutputWatch;
  /** It has ended, once. */
  readonly onEnd: (process: SupervisedProcess) => void;
  /** All that it started has ended too, once. */
  readonly onSettled: (process: SupervisedProcess) => void;
}

/** Passes a foreground command's output on; a promise makes the writer wait. */
export type PassOutput = (chunk: OutputChunk, signal: AbortSignal) => undefined | Promise<void>;

/** Bytes that may wait to be read by a process. */
export const MAX_PENDING_INPUT_BYTES = 1_048_576;
/** How long the last output is awaited when a process ended and nothing else holds its streams. */
const LAST_OUTPUT_MS = 250;
const FIRST_TERMINAL = 100;

/** States that a signal which nobody asked for leads to. */
const STATE_OF_SIGNAL: Partial<Record<SignalName, ProcessState>> = {
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
  SIGKILL: 'killed',
};

const STATE_OF_REQUEST = { terminate: 'terminated', kill: 'killed', timeout: 'timed_out' } as const;

/** A process with its streams, its output and its one end. */
export class SupervisedProcess {
  readonly id: string;
  readonly owner: ProcessOwner;
  readonly order: number;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly spool: OutputSpool;
  /** Wakes at output and at the end. */
  readonly changed: WaitQueue = createWaitQueue();
  readonly screen: PseudoTerminal | undefined;
  /** What was typed and not sent, whoever typed it. */
  readonly pendingLine: PendingLine = createPendingLine();
  /** It goes on when the call that started it is over. */
  isBackground = false;
  /** How its stop was asked for; the strongest counts. */
  stopRequest: StopMode | 'timeout' | undefined;
  /** Hears the output while the call that started it is there. */
  pass: PassOutput | undefined;
  readonly #options: SupervisedProcessOptions;
  readonly #input: Pipe;
  readonly #outputs: readonly [OpenFile, OpenFile];
  readonly #closed = createDeferred<void>();
  readonly #settled = createDeferred<void>();
  /** Aborted when the process has ended: what is timed for it is given up. */
  readonly #life = new AbortController();
  readonly #startedAtMs: number;
  readonly #moved = createDeferred<void>();
  readonly #ended = createDeferred<void>();
  #session: number | undefined;
  #isInputOpen: boolean;
  #isSettled = false;
  #state: ProcessState = 'running';
  #end:
    | { readonly exitCode?: number; readonly reason?: string; readonly atMs: number; readonly monotonicMs: number }
    | undefined;
  #lastActiveMs: number;

  constructor(options: SupervisedProcessOptions) {
    const { id, owner, kind, command, spool, clock, terminal, processes } = options;
    this.#options = options;
    this.id = id;
    this.owner = owner;
    this.order = options.order;
    this.kind = kind;
    this.command = command;
    this.spool = spool;
    this.#startedAtMs = clock.now();
    this.#lastActiveMs = clock.monotonic();
    this.#isInputOpen = options.takesInput;
    this.#input = createPipe(MAX_PENDING_INPUT_BYTES);
    if (!options.takesInput) this.#input.writer.release();
    const owners = createOwnerCount(() => this.#closed.resolve());
    owners.retain();
    const write = (stream: OutputChunk['stream']) => (bytes: Uint8Array, signal: AbortSignal) =>
      this.#take({ stream, bytes }, signal);
    this.#outputs = [createWriteOnlyFile(owners, write('stdout')), createWriteOnlyFile(owners, write('stderr'))];
    this.screen =
      terminal &&
      createPseudoTerminal({
        name: `/dev/pts/${FIRST_TERMINAL + this.order}`,
        size: terminal,
        show: write('stdout'),
        signalGroup: (group, signal) => signalGroup(processes, group, signal),
      });
  }

  get state(): ProcessState {
    return this.#state;
  }

  /** Resolves when it has ended and its state is final. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Resolves when it and all that it started has ended. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Aborted when it has ended. */
  get life(): AbortSignal {
    return this.#life.signal;
  }

  get lastActiveMs(): number {
    return this.#lastActiveMs;
  }

  /** The descriptors that it starts with; `release` them when it was started. */
  get descriptors(): ReadonlyMap<number, OpenFile> {
    const { screen } = this;
    const [stdout, stderr] = this.#outputs;
    return new Map(
      screen
        ? [0, 1, 2].map((descriptor): [number, OpenFile] => [descriptor, screen.file])
        : [
            [0, this.#input.reader],
            [1, stdout],
            [2, stderr],
          ],
    );
  }

  /** Follows what was started with the descriptors; they belong to it from now on. */
  follow(process: Process): void {
    this.#session = process.session;
    if (this.screen) this.screen.terminal.foregroundGroup = process.group;
    this.release();
    void this.#untilEnd(process);
  }

  /** Ends before anything was started. */
  endUnstarted(exitCode: number): void {
    this.release();
    this.#finish('exited', { exitCode });
    this.#settle();
  }

  /** Gives the descriptors up. */
  release(): void {
    this.#input.reader.release();
    for (const output of this.#outputs) output.release();
    this.screen?.file.release();
  }

  /** Lets writers go on that wait for the listener of a call that is over. */
  leaveCall(): void {
    this.pass = undefined;
    this.#moved.resolve();
  }

  /** Everything that it started and that has not ended, itself included. */
  members(): Process[] {
    const session = this.#session;
    if (session === undefined || this.#isSettled) return [];
    return this.#options.processes.list().filter((process) => process.session === session);
  }

  /** Says whether `bytes` more of input would fit. */
  hasRoomFor(bytes: number): boolean {
    const pending = this.screen ? this.screen.unreadBytes : this.#input.heldBytes;
    return pending + bytes <= MAX_PENDING_INPUT_BYTES;
  }

  /** Gives input that fits. Returns false when nobody can read it any more. */
  give(bytes: Uint8Array): boolean {
    this.#lastActiveMs = this.#options.clock.monotonic();
    if (!this.canInput) return false;
    this.pendingLine.add(bytes);
    if (this.screen) {
      this.screen.type(bytes);
      return true;
    }
    try {
      void this.#input.writer.write(bytes, this.life);
      return true;
    } catch {
      return false;
    }
  }

  /** Ends the input: for a pipe once and for all, at a terminal as Ctrl-D does. */
  endInput(): void {
    if (this.screen) this.screen.type(Uint8Array.of(0x04));
    else if (this.#isInputOpen) {
      this.#isInputOpen = false;
      this.#input.writer.release();
    }
  }

  get canInput(): boolean {
    return this.#state === 'running' && (this.screen !== undefined || this.#isInputOpen);
  }

  /** All of it was stopped: later output does not count. */
  seal(): void {
    this.spool.finish();
  }

  view(): ProcessView {
    const { clock } = this.#options;
    const end = this.#end;
    return {
      ...this.owner,
      id: this.id,
      kind: this.kind,
      command: this.command,
      state: this.#state,
      startedAtMs: this.#startedAtMs,
      idleMs: Math.max(0, Math.round((end?.monotonicMs ?? clock.monotonic()) - this.#lastActiveMs)),
      totalBytes: this.spool.totalBytes,
      firstByte: this.spool.firstByte,
      childrenRunning: end ? this.#countChildren() : 0,
      hasTerminal: this.screen !== undefined,
      canInput: this.canInput,
      ...(end ? { finishedAtMs: end.atMs } : {}),
      ...(end?.exitCode === undefined ? {} : { exitCode: end.exitCode }),
      ...(end?.reason === undefined ? {} : { reason: end.reason }),
      ...(this.spool.path === undefined ? {} : { outputPath: this.spool.path }),
    };
  }

  /** What a started process started in turn is part of it. */
  #countChildren(): number {
    const members = this.members();
    const pids = new Set(members.map(({ pid }) => pid));
    return members.filter(({ parent }) => !pids.has(parent)).length;
  }

  #take(chunk: OutputChunk, signal: AbortSignal): undefined | Promise<void> {
    this.#lastActiveMs = this.#options.clock.monotonic();
    this.spool.append(chunk.bytes);
    this.#options.watch?.feed(chunk.bytes);
    this.changed.wakeAll();
    const taken = this.pass?.(chunk, signal);
    return taken && Promise.race([taken, this.#moved.promise]);
  }

  async #untilEnd(process: Process): Promise<void> {
    const status = await process.exited;
    if (this.screen) this.screen.hangUp();
    if (this.members().length === 0) {
      const timer = new AbortController();
      const late = this.#options.clock.sleep(LAST_OUTPUT_MS, timer).catch(() => undefined);
      await Promise.race([this.#closed.promise, late]);
      timer.abort(new Error('the output is complete'));
    }
    this.#options.watch?.end();
    this.#finish(this.#stateOf(status), this.#describe(status));
    for (;;) {
      const left = this.members();
      if (left.length === 0) break;
      await Promise.all(left.map(({ exited }) => exited));
    }
    this.#settle();
  }

  #stateOf(status: ExitStatus): ProcessState {
    const { stopRequest } = this;
    if (stopRequest !== undefined && stopRequest !== 'interrupt') return STATE_OF_REQUEST[stopRequest];
    if (status.kind === 'exited') return stopRequest === 'interrupt' && status.code === 130 ? 'interrupted' : 'exited';
    return STATE_OF_SIGNAL[status.signal] ?? 'failed';
  }

  #describe(status: ExitStatus): { exitCode: number; reason?: string } {
    const exitCode = statusCode(status);
    return status.kind === 'signaled' ? { exitCode, reason: `ended by ${status.signal}` } : { exitCode };
  }

  #finish(state: ProcessState, end: { readonly exitCode?: number; readonly reason?: string }): void {
    if (this.#end) return;
    this.#state = state;
    const { clock } = this.#options;
    this.#end = { ...end, atMs: clock.now(), monotonicMs: clock.monotonic() };
    this.endInput();
    this.#life.abort(new Error('the process has ended'));
    this.#options.onEnd(this);
    this.#ended.resolve();
    this.changed.wakeAll();
  }

  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (this.stopRequest !== undefined) this.spool.finish();
    else void this.#closed.promise.then(() => this.spool.finish());
    this.#settled.resolve();
    this.#options.onSettled(this);
  }
}

/** Sends a signal to a group; nothing happens when it has ended. */
function signalGroup(processes: ProcessHost, group: number, signal: SignalName): void {
  try {
    processes.kill(-group, signal);
  } catch {
    // The group has ended.
  }
}
