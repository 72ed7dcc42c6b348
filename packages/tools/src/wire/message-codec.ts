import { decodeText, encodeText } from '@cloche/system';

/** A message that came over a line of bytes and is none. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  readonly code = 'malformed_message';
}

/** Largest message, in bytes: a workspace's files at once are the largest there are. */
export const MAX_MESSAGE_BYTES = 536_870_912;

const HEADER_BYTES = 4;
/** The key of what stands in the JSON for bytes; no field has such a name. */
const BYTES_KEY = '\u0000bytes';

/**
 * Writes a message of the wire as bytes: the length of its JSON (32 bits, big endian), the JSON (UTF-8, in which lone
 * surrogates are escaped, so that names of any bytes come out as they went in), and then all byte arrays, one after the other.
 */
export function encodeMessage(message: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Uint8Array[] = [];
  let at = 0;
  const json = JSON.stringify(message, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    arrays.push(value);
    at += value.length;
    return { [BYTES_KEY]: [at - value.length, value.length] };
  });
  const text = encodeText(json);
  const encoded = new Uint8Array(HEADER_BYTES + text.length + at);
  new DataView(encoded.buffer).setUint32(0, text.length);
  encoded.set(text, HEADER_BYTES);
  let end = HEADER_BYTES + text.length;
  for (const array of arrays) {
    encoded.set(array, end);
    end += array.length;
  }
  return encoded;
}

/** Reads a message that `encodeMessage` wrote; its byte arrays are copies. Throws a `MessageError`. */
export function decodeMessage(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_MESSAGE_BYTES) throw new MessageError(`a message of ${bytes.length} bytes is too large`);
  if (bytes.length < HEADER_BYTES) throw new MessageError('the message ends in its length');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const start = HEADER_BYTES + length;
  if (start > bytes.length) throw new MessageError('the message is shorter than it says');
  try {
    return JSON.parse(decodeText(bytes.subarray(HEADER_BYTES, start)), (_, value: unknown) => {
      const place = placeOf(value);
      if (!place) return value;
      const [offset, size] = place;
      if (offset + size > bytes.length - start) throw new MessageError('the message names bytes that it does not have');
      return bytes.slice(start + offset, start + offset + size);
    });
  } catch (error) {
    if (error instanceof MessageError) throw error;
    throw new MessageError(`the message is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function placeOf(value: unknown): readonly [number, number] | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, BYTES_KEY)) return undefined;
  const place: unknown = Reflect.get(value, BYTES_KEY);
  const [offset, size]: unknown[] = Array.isArray(place) ? place : [];
  if (!isCount(offset) || !isCount(size)) throw new MessageError('the message names bytes that it does not have');
  return [offset, size];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
