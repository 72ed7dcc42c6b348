import type { TerminalFaults } from './runtime/terminal-faults.ts';

/** How a stand-in runtime behaves. Every field can be set by itself; `STRICT` is the set that is hardest for a host. */
export interface StandInOptions {
  /** The terminal writes what is typed ahead of the program's answer. */
  readonly echoesInput: boolean;
  /** The terminal turns each `\n` of a program into `\r\n`, also in a program's own `\r\n`. */
  readonly addsCarriageReturns: boolean;
  /** Errors carry their message, name and stack, but no `code`, `errno`, `syscall` or `path`. */
  readonly hidesErrorCodes: boolean;
  /** `/` of the file API is the working directory, and nothing above it can be named. */
  readonly rootIsWorkdir: boolean;
  /** Programs are the few of `CONTAINER_COMMANDS`, instead of all that the host has. */
  readonly hasFewCommands: boolean;
  /** `kill` waits until the program waits for something: a busy loop runs on until teardown. */
  readonly killWaitsForPause: boolean;
  /** `node` refuses descriptors beyond 2 for children (EBADF), native addons, and loses an AsyncLocalStorage's store over `await`. */
  readonly limitsNode: boolean;
  /** A program that asks for a raw terminal keeps the cooked one: lines, echo, Ctrl-C. Nobody has seen what the real one does. */
  readonly staysCooked: boolean;
  /** Chunks of output end where the bytes came to an end, also inside a character. */
  readonly splitsCharacters: boolean;
  /** Bytes that get lost, doubled or inserted between programs and the host. */
  readonly terminalFaults?: TerminalFaults | undefined;
  /** How starting goes wrong. */
  readonly boot?: BootBehaviour | undefined;
  /** After so many calls of the instance and its parts the runtime dies: that call and all later ones never settle. */
  readonly crashAtCall?: number | undefined;
}

/** What goes on between asking for an instance and having one. */
export interface BootBehaviour {
  /** Milliseconds that `build` takes longer. */
  readonly delayMs?: number;
  /** `page`: the page of the runtime never says that it is there; `build`: asking for an instance never settles. */
  readonly hangs?: 'page' | 'build';
  /** The page of the runtime is not found. */
  readonly isBlocked?: boolean;
  /** The only keys with which, when any are given, the page is found. */
  readonly apiKeys?: readonly string[];
}

/** A pleasant runtime: what a host meets where nothing is in its way. */
export const PLAIN: StandInOptions = {
  echoesInput: false,
  addsCarriageReturns: false,
  hidesErrorCodes: false,
  rootIsWorkdir: false,
  hasFewCommands: false,
  killWaitsForPause: false,
  limitsNode: false,
  staysCooked: false,
  splitsCharacters: false,
};

/** Every awkward side that is known, or must be feared, of the real runtime. */
export const STRICT: StandInOptions = {
  echoesInput: true,
  addsCarriageReturns: true,
  hidesErrorCodes: true,
  rootIsWorkdir: true,
  hasFewCommands: true,
  killWaitsForPause: true,
  limitsNode: true,
  staysCooked: true,
  splitsCharacters: true,
};
