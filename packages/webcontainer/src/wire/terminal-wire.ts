import { concatBytes } from '@cloche/system';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { FRAME_BYTES, type Frame, type FrameKind, formatFrame, MAX_PAYLOAD_UNITS, type WireSide } from './frame.ts';
import { createFrameScanner } from './frame-scanner.ts';
import { createReceiveWindow } from './receive-window.ts';
import { createSendWindow } from './send-window.ts';

/** What arrives over the wire, each once, in the order in which it was sent. */
export type Parcel =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  /** A note that a message lies in a file: a text of at most `MAX_NOTE_BYTES`. */
  | { readonly kind: 'mail'; readonly bytes: Uint8Array };

/** Messages above this many bytes go through a file. */
export const MAX_FRAMED_BYTES = 8192;
/** Longest note about a file. */
const MAX_NOTE_BYTES = FRAME_BYTES;

/** One end of the wire. */
export interface TerminalWire {
  /** Sends a parcel: a message of at most `MAX_FRAMED_BYTES`, or a note. */
  send(parcel: Parcel): void;
  /** Takes what the terminal gave, in pieces of any size. */
  receive(text: string): void;
  /** Says that this end lives. */
  beat(): void;
  /** Asks whether the other end lives, with more than a terminal may lose at a stroke; so does the answer come. */
  probe(): void;
  /** Frames that were sent and are not acknowledged. */
  readonly underWay: number;
  /** Stops all timers; nothing is sent or heard any more. */
  close(): void;
}

/** What an end is made of. */
export interface TerminalWireOptions {
  /** `NONCE_UNITS` letters and digits, new for each boot, that both ends know and no program does. */
  readonly nonce: string;
  readonly side: WireSide;
  /** Writes lines to the terminal, in order. */
  readonly write: (text: string) => void;
  readonly onParcel: (parcel: Parcel) => void;
  /** A frame of the other end was heard. */
  readonly onHeard?: () => void;
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** How long an acknowledgement waits for a frame that takes it along. */
const ACKNOWLEDGE_AFTER_MS = 10;
/** Frames after which one is sent at once. */
const ACKNOWLEDGE_EVERY = 8;
const RESEND_AFTER_MS = 100;
const LONGEST_RESEND_MS = 1000;
/** What a terminal may lose at a stroke: when one frame was not enough, so much is sent that something comes through. */
const LOST_UNITS = 4096;

/**
 * Creates one end of a wire over a terminal: parcels in frames of one line each, numbered, with a checksum, acknowledged and
 * sent again when they got lost. A terminal keeps the order, so a frame is lost when one that was sent after it has arrived;
 * for the last ones there is a timer.
 */
export function createTerminalWire(options: TerminalWireOptions): TerminalWire {
  const { nonce, side, write, after } = options;
  const scan = createFrameScanner(nonce, side === 'host' ? 'guest' : 'host');
  const sending = createSendWindow();
  const receiving = createReceiveWindow();
  let isClosed = false;
  let parts: Uint8Array[] = [];
  let partBytes = 0;
  let unacknowledged = 0;
  let cancelAcknowledge: (() => void) | undefined;
  let cancelResend: (() => void) | undefined;
  let resendMs = RESEND_AFTER_MS;
  let failures = 0;

  const put = (frames: readonly Pick<Frame, 'kind' | 'sequence' | 'payload'>[]): void => {
    if (frames.length === 0 || isClosed) return;
    unacknowledged = 0;
    cancelAcknowledge?.();
    cancelAcknowledge = undefined;
    const { acknowledged } = receiving;
    write(frames.map((frame) => formatFrame({ ...frame, acknowledged }, nonce, side)).join(''));
  };

  const acknowledge = (): void => put([{ kind: 'acknowledge', sequence: 0, payload: receiving.describeGaps() }]);

  const watchForLoss = (): void => {
    cancelResend?.();
    cancelResend = undefined;
    if (sending.underWay === 0 || isClosed) return;
    cancelResend = after(resendMs, () => {
      cancelResend = undefined;
      resendMs = Math.min(resendMs * 1.5, LONGEST_RESEND_MS);
      put(sending.again(failures++ > 0 ? LOST_UNITS : 1));
      watchForLoss();
    });
  };

  const putLarge = (kind: 'beat' | 'probe'): void => {
    const frame = { kind, sequence: 0, payload: 'A'.repeat(MAX_PAYLOAD_UNITS) };
    put(Array.from({ length: Math.ceil(LOST_UNITS / MAX_PAYLOAD_UNITS) + 1 }, () => frame));
  };

  const advance = (): void => {
    put(sending.due());
    if (!cancelResend) watchForLoss();
  };

  const take = ({ kind, payload }: Frame): void => {
    const bytes = decodeBase64(payload);
    if (!bytes) return;
    if (kind === 'mail') {
      options.onParcel({ kind, bytes });
      return;
    }
    partBytes += bytes.length;
    parts.push(bytes);
    if (kind === 'part' && partBytes <= MAX_FRAMED_BYTES) return;
    const whole = concatBytes(parts);
    parts = [];
    partBytes = 0;
    if (kind === 'end' && whole.length <= MAX_FRAMED_BYTES) options.onParcel({ kind: 'message', bytes: whole });
  };

  const hear = (frame: Frame): void => {
    const gaps = frame.kind === 'acknowledge' ? frame.payload : '';
    if (sending.acknowledge(frame.acknowledged, gaps)) {
      resendMs = RESEND_AFTER_MS;
      failures = 0;
      watchForLoss();
    }
    if (frame.sequence === 0) return;
    const { inOrder, isExpected } = receiving.accept(frame);
    unacknowledged++;
    for (const next of inOrder) take(next);
    if (isClosed || unacknowledged === 0) return;
    if (!isExpected || unacknowledged >= ACKNOWLEDGE_EVERY) acknowledge();
    else cancelAcknowledge ??= after(ACKNOWLEDGE_AFTER_MS, acknowledge);
  };

  return {
    send({ kind, bytes }) {
      const limit = kind === 'mail' ? MAX_NOTE_BYTES : MAX_FRAMED_BYTES;
      if (bytes.length > limit) throw new RangeError(`a ${kind} of ${bytes.length} bytes does not fit into frames`);
      for (const [frameKind, piece] of piecesOf(kind, bytes)) sending.add(frameKind, encodeBase64(piece));
      advance();
    },
    receive(text) {
      if (isClosed) return;
      const frames = scan(text);
      if (frames.length === 0) return;
      options.onHeard?.();
      for (const frame of frames) hear(frame);
      if (frames.some(({ kind }) => kind === 'probe')) putLarge('beat');
      advance();
    },
    beat: () => put([{ kind: 'beat', sequence: 0, payload: '' }]),
    probe: () => putLarge('probe'),
    get underWay() {
      return sending.underWay;
    },
    close() {
      isClosed = true;
      cancelAcknowledge?.();
      cancelResend?.();
    },
  };
}

function* piecesOf(kind: Parcel['kind'], bytes: Uint8Array): Generator<[FrameKind, Uint8Array]> {
  if (kind === 'mail') {
    yield ['mail', bytes];
    return;
  }
  let start = 0;
  for (; start + FRAME_BYTES < bytes.length; start += FRAME_BYTES) {
    yield ['part', bytes.subarray(start, start + FRAME_BYTES)];
  }
  yield ['end', bytes.subarray(start)];
}
