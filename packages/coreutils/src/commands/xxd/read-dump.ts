import { decodeText } from '@cloche/system';

/** Returns the bytes that a dump shows; lines of a dump that is not plain say where their bytes belong. */
export function readDump(dump: Uint8Array, isPlain: boolean): Uint8Array {
  const text = decodeText(dump);
  if (isPlain) return Uint8Array.from(bytesOf(text.replaceAll(/[^0-9A-Fa-f]/g, '')));
  const bytes: number[] = [];
  for (const line of text.split('\n')) {
    const [, offset, digits = ''] = /^([0-9A-Fa-f]+):? ?((?:[0-9A-Fa-f]+ ?)*)/.exec(line) ?? [];
    if (offset === undefined) continue;
    const start = Number.parseInt(offset, 16);
    while (bytes.length < start) bytes.push(0);
    for (const [index, byte] of bytesOf(digits.replaceAll(' ', '')).entries()) bytes[start + index] = byte;
  }
  return Uint8Array.from(bytes);
}

function bytesOf(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
