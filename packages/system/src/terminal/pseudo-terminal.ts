import { concatBytes, NO_BYTES } from '../bytes.ts';
import { createOwnerCount, type OpenFile, statOfUnnamed } from '../open-file.ts';
import type { SignalName } from '../signals.ts';
import { SystemError } from '../system-error.ts';
import { createWaitQueue } from '../wait-queue.ts';
import { createInnerTerminals } from './inner-terminals.ts';
import { createLineDiscipline, printedBytes } from './line-discipline.ts';
import { SANE_SETTINGS, type Terminal, type TerminalSettings, type TerminalSize } from './terminal.ts';

/** The person's side of a terminal. */
export interface PseudoTerminal {
  /** What its processes have as standard input, output and error. The creator owns it once, and releases it. */
  readonly file: OpenFile;
  readonly terminal: Terminal;
  /** Takes what was typed or pasted. Bytes beyond 1 MiB that no process reads are dropped, and the bell sounds. */
  type(bytes: Uint8Array): void;
  /** Bytes that were typed and that no process has read yet. */
  readonly unreadBytes: number;
  /** Ends the terminal: the foreground group gets SIGHUP, reads give the end, writes fail with `EIO`. */
  hangUp(): void;
}

/** What a pseudo-terminal is made of. */
export interface PseudoTerminalOptions {
  readonly name: string;
  readonly size: TerminalSize;
  /** Shows bytes; a promise makes the process that writes wait. Must copy what it keeps. */
  readonly show: (bytes: Uint8Array, signal: AbortSignal) => undefined | Promise<void>;
  /** Sends a signal to a process group; nothing happens when it has ended. */
  readonly signalGroup: (group: number, signal: SignalName) => void;
}

const MAX_UNREAD_BYTES = 1_048_576;
const BELL = Uint8Array.of(0x07);

/** Creates a terminal with a line discipline, as `posix_openpt` does. */
export function createPseudoTerminal(options: PseudoTerminalOptions): PseudoTerminal {
  const never = new AbortController().signal;
  const changed = createWaitQueue();
  let pieces: Uint8Array[] = [];
  let echoed: Uint8Array[] = [];
  let unread = 0;
  let settings: TerminalSettings = SANE_SETTINGS;
  let { size } = options;
  let isHungUp = false;
  let foregroundGroup = 0;
  const inner = createInnerTerminals();

  const signalForeground = (signal: SignalName): void => {
    if (foregroundGroup > 0) options.signalGroup(foregroundGroup, signal);
  };
  /** What was typed before is for the program that has the foreground now. */
  const handOver = (): void => {
    const reader = pieces.length > 0 ? inner.readerIn(foregroundGroup) : undefined;
    if (!reader?.isInput) return;
    const ahead = concatBytes(pieces);
    pieces = [];
    unread = 0;
    reader.type(ahead);
  };
  const discipline = createLineDiscipline({
    readable(piece) {
      if (unread + piece.length > MAX_UNREAD_BYTES) {
        void options.show(BELL, never);
        return;
      }
      pieces.push(piece);
      unread += piece.length;
      changed.wakeAll();
    },
    echo: (bytes) => void echoed.push(bytes),
    signal(name) {
      pieces = [];
      unread = 0;
      signalForeground(name);
    },
  });
  const terminal: Terminal = {
    name: options.name,
    get size() {
      return size;
    },
    set size(wanted) {
      if (wanted.columns === size.columns && wanted.rows === size.rows) return;
      size = wanted;
      inner.resize(size);
      signalForeground('SIGWINCH');
    },
    get settings() {
      return settings;
    },
    set settings(wanted) {
      settings = wanted;
      if (!wanted.isCanonical) discipline.releaseLine();
    },
    get foregroundGroup() {
      return foregroundGroup;
    },
    set foregroundGroup(group) {
      foregroundGroup = group;
      handOver();
    },
    attach(attached) {
      inner.add(attached);
      handOver();
      return {
        print(bytes, signal) {
          if (isHungUp) throw new SystemError('EIO', 'write');
          return bytes.length === 0 ? undefined : options.show(bytes, signal);
        },
        signalGroup: (signal) => options.signalGroup(attached.group, signal),
        detach(left) {
          inner.remove(attached);
          file.unread(left);
          if (left.length > 0) changed.wakeAll();
          handOver();
        },
      };
    },
  };

  const take = (maxBytes: number): Uint8Array => {
    const first = pieces[0] ?? NO_BYTES;
    const taken = first.subarray(0, maxBytes);
    unread -= taken.length;
    if (taken.length === first.length) pieces.shift();
    else pieces[0] = first.subarray(taken.length);
    return taken;
  };
  const waitAndRead = async (maxBytes: number, signal: AbortSignal): Promise<Uint8Array> => {
    while (pieces.length === 0 && !isHungUp) await changed.wait(signal);
    return take(maxBytes);
  };

  const owners = createOwnerCount(() => undefined);
  const file: OpenFile = {
    kind: 'terminal',
    terminal,
    canRead: true,
    canWrite: true,
    read: (maxBytes, signal) => (pieces.length > 0 || isHungUp ? take(maxBytes) : waitAndRead(maxBytes, signal)),
    unread(bytes) {
      if (bytes.length === 0) return;
      pieces.unshift(bytes);
      unread += bytes.length;
    },
    write(bytes, signal) {
      if (isHungUp) throw new SystemError('EIO', 'write');
      return bytes.length === 0 ? undefined : options.show(printedBytes(bytes, settings), signal);
    },
    seek() {
      throw new SystemError('ESPIPE', 'lseek');
    },
    stat: () => statOfUnnamed('character-device', 0),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };

  return {
    file,
    terminal,
    get unreadBytes() {
      return unread + inner.heldBytes();
    },
    type(bytes) {
      if (isHungUp) return;
      const reader = inner.readerIn(foregroundGroup);
      if (reader) {
        reader.type(bytes);
        return;
      }
      discipline.type(bytes, settings);
      const shown = concatBytes(echoed);
      echoed = [];
      if (shown.length > 0) void options.show(printedBytes(shown, settings), never);
    },
    hangUp() {
      if (isHungUp) return;
      isHungUp = true;
      changed.wakeAll();
      signalForeground('SIGHUP');
    },
  };
}
