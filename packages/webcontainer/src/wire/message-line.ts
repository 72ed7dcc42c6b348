import { decodeText, encodeText } from '@cloche/system';
import { MAX_MESSAGE_BYTES } from '@cloche/tools';
import { crc32 } from './crc32.ts';
import type { WireSide } from './frame.ts';
import { createTerminalWire, MAX_FRAMED_BYTES, type Parcel, type TerminalWireOptions } from './terminal-wire.ts';

/** A folder that both ends reach, for messages that are too long for frames. */
export interface Mailbox {
  /** Writes a new file; `undefined` when it is written already. */
  put(name: string, bytes: Uint8Array): Promise<void> | undefined;
  /** Returns what a file holds and removes it. */
  take(name: string): Promise<Uint8Array> | Uint8Array;
}

/** A line of whole messages, of any length, over a terminal and a mailbox. */
export interface MessageLine {
  /** Sends a message; the buffer must not be changed afterwards. Messages arrive in the order in which they were sent. */
  send(message: Uint8Array): void;
  /** Takes what the terminal gave. */
  receive(text: string): void;
  /** Says that this end lives. */
  beat(): void;
  /** Asks whether the other end lives. */
  probe(): void;
  close(): void;
}

/** What a line is made of. */
export interface MessageLineOptions extends Omit<TerminalWireOptions, 'onParcel'> {
  readonly mailbox: Mailbox;
  readonly onMessage: (message: Uint8Array) => void;
  /** The line is of no use any more: a file was not what was sent. */
  readonly onFault: (reason: string) => void;
}

/** What a note says of a file. */
interface MailNote {
  readonly file: string;
  readonly length: number;
  readonly checksum: number;
}

/** Creates one end of a line. */
export function createMessageLine(options: MessageLineOptions): MessageLine {
  const { mailbox, side, onMessage, onFault } = options;
  let isClosed = false;
  let files = 0;
  const fail = (error: unknown): void => {
    if (isClosed) return;
    isClosed = true;
    onFault(error instanceof Error ? error.message : String(error));
  };
  const outgoing = createQueue(fail);
  const incoming = createQueue(fail);

  const deliver = (message: Uint8Array): void => {
    if (!isClosed) onMessage(message);
  };
  const wire = createTerminalWire({
    ...options,
    onParcel({ kind, bytes }) {
      if (kind === 'message') {
        incoming.add(undefined, () => deliver(bytes));
        return;
      }
      const note = parseNote(bytes, side);
      if (!note) {
        fail('a note about a file was malformed');
        return;
      }
      let message: Uint8Array | undefined;
      const taken = mailbox.take(note.file);
      const reading = taken instanceof Uint8Array ? undefined : taken.then((read) => void (message = read));
      if (taken instanceof Uint8Array) message = taken;
      incoming.add(reading, () => {
        if (message?.length !== note.length || crc32(message) !== note.checksum) {
          throw new Error(`the file of a message has ${message?.length} bytes that are not the ${note.length} sent`);
        }
        deliver(message);
      });
    },
  });

  return {
    send(message) {
      if (isClosed) return;
      if (message.length <= MAX_FRAMED_BYTES) {
        outgoing.add(undefined, () => wire.send({ kind: 'message', bytes: message }));
        return;
      }
      const note: MailNote = { file: nameOf(side, files++), length: message.length, checksum: crc32(message) };
      const parcel: Parcel = { kind: 'mail', bytes: encodeText(JSON.stringify(note)) };
      outgoing.add(mailbox.put(note.file, message), () => wire.send(parcel));
    },
    receive: (text) => wire.receive(text),
    beat: () => wire.beat(),
    probe: () => wire.probe(),
    close() {
      isClosed = true;
      wire.close();
    },
  };
}

/** Names of files are the sender's, so that the two never meet. */
function nameOf(side: WireSide, number: number): string {
  return `${side}-${number}`;
}

function parseNote(bytes: Uint8Array, receiver: WireSide): MailNote | undefined {
  const sender = receiver === 'host' ? 'guest' : 'host';
  let note: unknown;
  try {
    note = JSON.parse(decodeText(bytes));
  } catch {
    return undefined;
  }
  if (typeof note !== 'object' || note === null) return undefined;
  const file = 'file' in note ? note.file : undefined;
  const length = 'length' in note ? note.length : undefined;
  const checksum = 'checksum' in note ? note.checksum : undefined;
  if (typeof file !== 'string' || typeof length !== 'number' || typeof checksum !== 'number') return undefined;
  const [start, number = ''] = file.split('-', 2);
  const isName = start === sender && /^[0-9]{1,10}$/.test(number) && file === `${sender}-${number}`;
  return isName && length > 0 && length <= MAX_MESSAGE_BYTES ? { file, length, checksum } : undefined;
}

/** Runs steps in the order in which they were added, each once what it waits for is there; at once when nothing waits. */
function createQueue(onError: (error: unknown) => void): {
  add(ready: Promise<void> | undefined, step: () => void): void;
} {
  let tail = Promise.resolve();
  let waiting = 0;
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      onError(error);
    }
  };
  return {
    add(ready, step) {
      if (waiting === 0 && !ready) {
        attempt(step);
        return;
      }
      waiting++;
      // Heard here, so that a rejection before its turn is not unhandled.
      const settled = Promise.resolve(ready).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      tail = tail.then(async () => {
        const failure = await settled;
        waiting--;
        if (failure) onError(failure.error);
        else attempt(step);
      });
    },
  };
}
