import { crc32OfText } from './crc32.ts';

/** Which end wrote a frame: an end that hears its own frames hears an echo. */
export type WireSide = 'host' | 'guest';

/**
 * What a frame is for. `part` and `end` are pieces of a message, `mail` names a file that holds one; these have a sequence
 * number. `acknowledge`, `beat` (this end lives) and `probe` (does the other?) have none.
 */
export type FrameKind = 'part' | 'end' | 'mail' | 'acknowledge' | 'beat' | 'probe';

/** One line of the wire. */
export interface Frame {
  readonly kind: FrameKind;
  /** From 1, without gaps; 0 where there is none. */
  readonly sequence: number;
  /** The sender has every frame up to this number. */
  readonly acknowledged: number;
  /** Base64; for `acknowledge` hexadecimal. */
  readonly payload: string;
}

/** Bytes of a message that fit into one frame, so that the line has at most 1 KiB. */
export const FRAME_BYTES = 720;
/** Units of a nonce. */
export const NONCE_UNITS = 16;

/** Begins each frame, and is nowhere else in one. */
export const MARK = '~';
/** Longest payload, in units. */
export const MAX_PAYLOAD_UNITS: number = (FRAME_BYTES / 3) * 4;
const SIDE_UNITS: Readonly<Record<WireSide, string>> = { host: 'H', guest: 'G' };
const KIND_UNITS: Readonly<Record<FrameKind, string>> = {
  part: 'p',
  end: 'e',
  mail: 'm',
  acknowledge: 'a',
  beat: 'b',
  probe: 'q',
};
const KINDS = new Map<string, FrameKind>([
  ['p', 'part'],
  ['e', 'end'],
  ['m', 'mail'],
  ['a', 'acknowledge'],
  ['b', 'beat'],
  ['q', 'probe'],
]);

const NUMBER_UNITS = 8;
const LENGTH_UNITS = 3;
const HEADER_UNITS = MARK.length + NONCE_UNITS + 2 + NUMBER_UNITS * 2 + LENGTH_UNITS;
const CHECKSUM_UNITS = NUMBER_UNITS;
/** Units of a frame besides its payload. */
export const FRAME_OVERHEAD_UNITS: number = HEADER_UNITS + CHECKSUM_UNITS + 1;

/**
 * Writes a frame as one line: mark, nonce, side, kind, sequence, what is acknowledged, the payload's length, the payload and
 * the CRC-32 of all that is between mark and checksum.
 */
export function formatFrame(frame: Frame, nonce: string, side: WireSide): string {
  const { kind, sequence, acknowledged, payload } = frame;
  const numbers = hex(sequence, NUMBER_UNITS) + hex(acknowledged, NUMBER_UNITS) + hex(payload.length, LENGTH_UNITS);
  const checked = `${nonce}${SIDE_UNITS[side]}${KIND_UNITS[kind]}${numbers}${payload}`;
  return `${MARK}${checked}${hex(crc32OfText(checked), CHECKSUM_UNITS)}\n`;
}

/** Returns how many units the frame that begins `text` has; `undefined` while that is not known, 0 when it is none. */
export function frameLength(text: string, nonce: string, side: WireSide): number | undefined {
  const start = `${MARK}${nonce}${SIDE_UNITS[side]}`;
  if (text.length < HEADER_UNITS) return start.startsWith(text.slice(0, start.length)) ? undefined : 0;
  if (!text.startsWith(start)) return 0;
  const length = parseHex(text.slice(HEADER_UNITS - LENGTH_UNITS, HEADER_UNITS));
  return length === undefined || length > MAX_PAYLOAD_UNITS ? 0 : HEADER_UNITS + length + CHECKSUM_UNITS;
}

/** Reads a whole frame, whose length `frameLength` gave; `undefined` when it is damaged. */
export function parseFrame(text: string): Frame | undefined {
  const end = text.length - CHECKSUM_UNITS;
  if (parseHex(text.slice(end)) !== crc32OfText(text.slice(MARK.length, end))) return undefined;
  let at = MARK.length + NONCE_UNITS + 1;
  const kind = KINDS.get(text.charAt(at));
  at += 1;
  const sequence = parseHex(text.slice(at, at + NUMBER_UNITS));
  const acknowledged = parseHex(text.slice(at + NUMBER_UNITS, at + NUMBER_UNITS * 2));
  if (kind === undefined || sequence === undefined || acknowledged === undefined) return undefined;
  return { kind, sequence, acknowledged, payload: text.slice(HEADER_UNITS, end) };
}

function hex(value: number, units: number): string {
  return value.toString(16).padStart(units, '0');
}

/** Returns the number, or `undefined` when there is anything but hexadecimal digits. */
export function parseHex(text: string): number | undefined {
  return /^[0-9a-f]{1,8}$/.test(text) ? Number.parseInt(text, 16) : undefined;
}
