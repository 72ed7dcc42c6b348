import type { SignalName } from '../signals.ts';

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** How a terminal treats what is typed and printed (POSIX XBD 11, General Terminal Interface). */
export interface TerminalSettings {
  /** Input comes line by line, with erase, word erase and kill (ICANON). */
  readonly isCanonical: boolean;
  /** What is typed is shown (ECHO). */
  readonly echoes: boolean;
  /** Ctrl-C, Ctrl-\ and Ctrl-Z send signals to the foreground group (ISIG). */
  readonly sendsSignals: boolean;
  /** A carriage return from the keyboard becomes a newline (ICRNL). */
  readonly mapsReturn: boolean;
  /** A newline that is printed becomes carriage return and newline (OPOST, ONLCR). */
  readonly mapsNewline: boolean;
}

/** The settings of a new terminal, `stty sane`. */
export const SANE_SETTINGS: TerminalSettings = {
  isCanonical: true,
  echoes: true,
  sendsSignals: true,
  mapsReturn: true,
  mapsNewline: true,
};

/** The settings for a program that takes every key itself and prints lines as usual. */
export const KEY_SETTINGS: TerminalSettings = {
  isCanonical: false,
  echoes: false,
  sendsSignals: false,
  mapsReturn: false,
  mapsNewline: true,
};

/** A terminal as its processes control it, besides reading and writing: what `stty`, a shell and an editor need. */
export interface Terminal {
  /** Its path, such as `/dev/pts/0`. */
  readonly name: string;
  /** Changing it tells the foreground group with SIGWINCH. */
  size: TerminalSize;
  /** Changing them takes effect at once; a line that is being typed becomes readable when lines are turned off. */
  settings: TerminalSettings;
  /** The process group that reads from the terminal and gets the signals of its keys; 0 for none. */
  foregroundGroup: number;
  /** Puts another terminal behind this one: a host's own, for a program that this machine cannot give its terminal. */
  attach(inner: InnerTerminal): TerminalAttachment;
}

/** A terminal behind another one, with a discipline of its own. */
export interface InnerTerminal {
  /** Process group of the program at it: what is typed is for it while this group has the foreground. */
  readonly group: number;
  /** Its program reads it as standard input, and so comes before one that only prints there. */
  readonly isInput: boolean;
  /** Bytes that it was given and has not taken. */
  readonly heldBytes: number;
  /** Takes what was typed, as it is. */
  type(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
}

/** The outer terminal, as the one behind it uses it. */
export interface TerminalAttachment {
  /** Shows bytes as they are: the inner terminal has made them ready. */
  print(bytes: Uint8Array, signal: AbortSignal): undefined | Promise<void>;
  /** Sends the signal of a key, which the inner terminal has seen, to the group. */
  signalGroup(signal: SignalName): void;
  /** Takes the inner terminal away; what was typed there and nobody has read can be read here. */
  detach(unread: Uint8Array): void;
}
