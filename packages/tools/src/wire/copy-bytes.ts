/** A value that can be posted without taking anything from its owner, and the buffers to transfer with it. */
export interface Postable<Value> {
  readonly value: Value;
  readonly transfer: ArrayBuffer[];
}

/**
 * Copies every `Uint8Array` of plain data once, exactly its own bytes, so that the copies can be transferred. (Cloning
 * a view would copy the whole buffer behind it.)
 */
export function copyBytes<Value>(value: Value): Postable<Value> {
  const transfer: ArrayBuffer[] = [];
  return { value: copy(value, transfer), transfer };
}

function copy<Value>(value: Value, transfer: ArrayBuffer[]): Value;
function copy(value: unknown, transfer: ArrayBuffer[]): unknown {
  if (value instanceof Uint8Array) {
    const own = Uint8Array.from(value);
    transfer.push(own.buffer);
    return own;
  }
  if (Array.isArray(value)) {
    return value.length > 0 && typeof value[0] !== 'object' ? value : value.map((item) => copy(item, transfer));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, transfer)]));
}
