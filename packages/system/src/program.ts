import type { Clock } from './clock.ts';
import type { RandomBytes } from './devices.ts';
import type { FileSystem, OpenOptions } from './file-system.ts';
import type { OpenFile } from './open-file.ts';
import type { ProcessHost } from './process-host.ts';
import type { SignalName } from './signals.ts';
import type { YieldIfDue } from './yield.ts';

/**
 * A command: runs in its context and returns its exit status, 0 to 255.
 *
 * Programs write `name: path: reason` to standard error for a user's mistake; they do not throw for it. A `SystemError`
 * that escapes is reported like one, `EPIPE` ends the process as SIGPIPE does, and the abort reason of `signal` passes
 * through. Long loops await `yieldIfDue()`; reading and writing through `stdin`, `stdout`, `stderr` and files from
 * `open` does it for them.
 */
export type Program = (context: ProgramContext) => number | Promise<number>;

/** Reads bytes. A promise is returned only when the bytes are not there yet. */
export interface ByteReader {
  /** Returns 1 to `maxBytes` (default 65,536) bytes, or none at the end. They must not be changed. */
  read(maxBytes?: number): Uint8Array | Promise<Uint8Array>;
  /** Gives back bytes that were read too far. */
  unread(bytes: Uint8Array): void;
  readonly isTerminal: boolean;
}

/** Writes bytes. A promise is returned only when the writer must wait. */
export interface ByteWriter {
  /** Writes all of `bytes`; the buffer must not be changed afterwards. */
  write(bytes: Uint8Array): undefined | Promise<void>;
  readonly isTerminal: boolean;
}

/** A file that a program opened itself, and closes. */
export interface ProgramFile extends ByteReader, ByteWriter {
  readonly file: OpenFile;
  close(): void;
}

/** Everything a program may touch. */
export interface ProgramContext {
  /** The words of the command; `argv[0]` is the name it was called by. */
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** The current directory, absolute. */
  readonly cwd: string;
  /** Mode bits that new files do not get. */
  readonly umask: number;
  readonly stdin: ByteReader;
  readonly stdout: ByteWriter;
  readonly stderr: ByteWriter;
  /** All open descriptors of the process, 0, 1 and 2 among them. The process owns them; `retain` what must live on. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly process: ProcessIdentity;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Aborted when a signal ends the process; the reason is `TerminatedBySignal`. */
  readonly signal: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
  /**
   * Opens `path` relative to the current directory, as open(2) by this process: `/dev/stdin`, `/dev/fd/N` and the other
   * devices included. Throws `SystemError`.
   */
  open(path: string, options?: OpenOptions): ProgramFile;
}

/** Who a process is. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /**
   * Sets what happens on signals other than SIGKILL and SIGSTOP: the handler returns whether it took the signal; if
   * not, the default action follows. One handler a process; `undefined` removes it.
   */
  setSignalHandler(handler: ((signal: SignalName) => boolean) | undefined): void;
}

/** Where a machine's programs come from. Names are found at once; their code may load on first use. */
export interface ProgramTable {
  has(name: string): boolean;
  names(): Iterable<string>;
  /** Returns the program called `name`, which the table has. */
  load(name: string): Program | Promise<Program>;
}
