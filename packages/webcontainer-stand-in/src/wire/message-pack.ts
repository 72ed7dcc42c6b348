import { Decoder, Encoder, ExtensionCodec } from '@msgpack/msgpack';

const PORT = 1;
const MAX_DEPTH = 1000;

/** Copies messages to bytes and back; ports in them become numbers and ports again. */
export interface PortCodec {
  /** Throws when a part of the message cannot be copied, as a function. */
  encode(message: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}

/**
 * Creates the codec of one side of a line. A field that is `undefined` is left out.
 *
 * @param numberOf  the number of a port, or `undefined` when the object is none
 * @param portOf    the port of a number that the other side gave
 */
export function createPortCodec(
  numberOf: (object: unknown) => number | undefined,
  portOf: (number: number) => unknown,
): PortCodec {
  const extensionCodec = new ExtensionCodec();
  extensionCodec.register({
    type: PORT,
    encode(object) {
      const number = numberOf(object);
      if (number === undefined) return null;
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, number);
      return bytes;
    },
    decode: (bytes) => portOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)),
  });
  const encoder = new Encoder({ extensionCodec, ignoreUndefined: true, maxDepth: MAX_DEPTH });
  const decoder = new Decoder({ extensionCodec });
  return { encode: (message) => encoder.encode(message), decode: (bytes) => decoder.decode(bytes) };
}
