/** Where a process stands; all but `running` are final. */
export type ProcessState =
  | 'running'
  /** It ended by itself; its exit code says how. */
  | 'exited'
  /** It could not start, or a signal that nobody asked for ended it. */
  | 'failed'
  | 'timed_out'
  | 'interrupted'
  | 'terminated'
  | 'killed'
  /** The machine that it ran in is gone. */
  | 'lost_on_restore';

/** What a process was started as. */
export type ProcessKind = 'command' | 'monitor' | 'terminal';

/** Stable codes of what can go wrong with a process. */
export type ProcessErrorCode =
  | 'invalid_arguments'
  | 'process_quota_exceeded'
  | 'spawn_failed'
  | 'pty_unavailable'
  | 'not_found'
  | 'stdin_closed'
  | 'input_backpressure'
  | 'cursor_ahead'
  | 'lost_on_restore'
  | 'supervisor_shutting_down'
  | 'teardown_failed';

/** The conversation that a process belongs to. */
export interface ProcessOwner {
  readonly session: string;
  readonly loop: string;
}

/** A process as lists show it. Plain data. */
export interface ProcessView extends ProcessOwner {
  /** 16 random bytes, base64url. */
  readonly id: string;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly state: ProcessState;
  /** 128 and the signal's number for what a signal ended; `undefined` while it runs. */
  readonly exitCode?: number;
  /** Why it is in this state, for people and models. */
  readonly reason?: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly finishedAtMs?: number;
  /** Milliseconds since anything was printed or typed. */
  readonly idleMs: number;
  readonly totalBytes: number;
  /** Cursor of the oldest byte that is kept. */
  readonly firstByte: number;
  /** Where the output is, while it is kept in a file. */
  readonly outputPath?: string;
  /** Processes that it started and that still run after its own end; 0 while it runs. */
  readonly childrenRunning: number;
  readonly hasTerminal: boolean;
  readonly canInput: boolean;
}

/** What is to be told to a conversation once. Plain data. */
export interface ProcessNotice {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly event:
    | { readonly kind: 'ended'; readonly state: ProcessState; readonly exitCode?: number; readonly reason?: string }
    /** A pattern that is watched for came up for the first time. */
    | { readonly kind: 'matched'; readonly pattern: string };
  readonly childrenRunning: number;
  readonly outputPath?: string;
}

/** How a process is started. */
export interface ProcessStartParams extends ProcessOwner {
  readonly kind: ProcessKind;
  readonly command: string;
  /** The command is one program, which takes the place of the shell that starts it, so that keys reach it alone. */
  readonly isReplaced?: boolean;
  /** Where it starts, for this command only. */
  readonly cwd?: string;
  /** How long the call stays with it. */
  readonly waitMs: number;
  /**
   * What happens when it outlasts `waitMs`: it goes on in the background, or it is killed. A `foreground` command reads
   * no input, changes the session's shell when it ends in time, and is killed when the call is cancelled.
   */
  readonly mode: 'background' | 'foreground' | 'foreground_or_killed';
  /** Longest that it may run in the background; 0 for as long as the machine. */
  readonly lifetimeMs: number;
  /** Runs it at a terminal of this size. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
  /** Bytes of output that are kept. Default 64 MiB. */
  readonly spoolBytes?: number;
  /** Regular expressions whose first match in a line of output is told. */
  readonly patterns?: readonly string[];
}

/** How a start went. */
export type ProcessStartOutcome =
  /** It ended while the call waited. Its id means something only when children of it still run. */
  | { readonly kind: 'ended'; readonly process: ProcessView; readonly output?: Uint8Array }
  /** `output` is the last of what it printed, up to 32 KiB, unless it was moved. */
  | {
      readonly kind: 'running';
      readonly process: ProcessView;
      readonly wasMoved: boolean;
      readonly output?: Uint8Array;
    }
  | { readonly kind: 'timed_out' | 'cancelled'; readonly process: ProcessView }
  | { readonly kind: 'refused'; readonly code: ProcessErrorCode; readonly text: string };

/** Which output is wanted. */
export interface ProcessOutputParams {
  /** Whose processes; without it those of all. */
  readonly owner?: ProcessOwner;
  readonly ids: readonly string[];
  readonly cursor: number;
  readonly limitBytes: number;
  /** Returns at once, when one of the processes has ended, or when all have. */
  readonly wait: 'poll' | 'any' | 'all';
  /** Longest wait; 0 for as long as it takes. */
  readonly timeoutMs: number;
}

/** A piece of a process's output, or what is wrong with the question. */
export type ProcessOutputEntry =
  | { readonly id: string; readonly error: ProcessErrorCode }
  | {
      readonly id: string;
      readonly process: ProcessView;
      readonly bytes: Uint8Array;
      readonly startCursor: number;
      readonly nextCursor: number;
      /** Bytes from the cursor on are gone. */
      readonly hasGap: boolean;
    };

/** What a process gets; done in this order: resize, data, eof. */
export interface ProcessInputParams {
  readonly owner?: ProcessOwner;
  readonly id: string;
  readonly bytes?: Uint8Array;
  readonly eof?: boolean;
  readonly size?: { readonly columns: number; readonly rows: number };
}

/** How giving it went; `cursor` is where the output ended before. */
export type ProcessInputOutcome =
  | { readonly kind: 'given'; readonly cursor: number }
  | { readonly kind: 'refused'; readonly code: ProcessErrorCode };

/** How a process is stopped. */
export type StopMode = 'interrupt' | 'terminate' | 'kill';

/** What became of it. */
export type ProcessStopOutcome =
  | { readonly kind: 'done'; readonly process: ProcessView }
  | { readonly kind: 'refused'; readonly code: ProcessErrorCode };

/** What to wait for at a process that is talked to. */
export interface ProcessTalkParams {
  readonly owner?: ProcessOwner;
  readonly id: string;
  /** Where the output to look at begins. */
  readonly cursor: number;
  /** Shows that it waits for input, at the end of the last line. Without it the usual prompts do. */
  readonly promptPattern?: string;
  /** So long without output counts as an answer. */
  readonly quietMs: number;
  readonly timeoutMs: number;
}

/** Why waiting at a process is over. */
export type TalkEnd = 'prompt' | 'quiet' | 'exited' | 'timeout';

/** Returns what a terminal of some size shows after an output. */
export type ReplayScreen = (
  output: Uint8Array,
  size: { readonly columns: number; readonly rows: number },
) => Promise<ScreenContent>;

/** What a terminal shows. */
export interface ScreenContent {
  /** From top to bottom, spaces at their ends left out. */
  readonly lines: string[];
  /** 0-based. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** Every method for processes with its parameters and result. */
export interface ProcessMethods {
  /** Starts a command; what it prints while the call waits comes as output. A cancelled call leaves the background alone. */
  process_start: { params: ProcessStartParams; result: ProcessStartOutcome };
  process_output: { params: ProcessOutputParams; result: { entries: ProcessOutputEntry[] } };
  process_input: { params: ProcessInputParams; result: ProcessInputOutcome };
  process_stop: {
    params: { owner?: ProcessOwner; id: string; mode: StopMode; graceMs?: number };
    result: ProcessStopOutcome;
  };
  process_list: { params: { owner?: ProcessOwner }; result: { version: number; processes: ProcessView[] } };
  /** Answers when the list is not any more what it was at `version`. */
  process_changes: { params: { version: number }; result: { version: number; processes: ProcessView[] } };
  /** Hands over what a conversation was not told yet: each notice once. */
  process_notices: { params: ProcessOwner; result: { notices: ProcessNotice[] } };
  /** Passes a process's output on from a cursor, as fast as it is taken, until it and all it started has ended. `ENXIO`. */
  process_attach: { params: { id: string; cursor: number }; result: { process: ProcessView } };
  /** Waits until a process seems to be done with what it got; `not_found`. */
  process_talk: {
    params: ProcessTalkParams;
    result: { end: TalkEnd; process: ProcessView } | { error: ProcessErrorCode };
  };
  /** Returns what the terminal of a process shows; `not_found`, `pty_unavailable`. */
  process_screen: {
    params: { owner?: ProcessOwner; id: string };
    result: (ScreenContent & { columns: number; rows: number; process: ProcessView }) | { error: ProcessErrorCode };
  };
  /** Returns what was typed at a process and not sent yet; `not_found`. */
  process_pending_line: {
    params: { owner?: ProcessOwner; id: string };
    result: { bytes: Uint8Array; isCut: boolean } | { error: ProcessErrorCode };
  };
  /** Says what stands in the way of watching for patterns; `undefined` when nothing does. */
  check_patterns: { params: { patterns: string[] }; result: { problem: string | undefined } };
  /** Kills every process and starts none any more. */
  processes_close: { params: Record<never, never>; result: { stopped: number } };
}
