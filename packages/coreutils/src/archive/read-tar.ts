import { decodeText } from '@cloche/system';
import type { ByteSource } from '../compression/byte-source.ts';
import { BLOCK_BYTES, paddingBytes, type TarEntry, type TarEntryKind } from './tar-entry.ts';

/** A member as it is found in an archive. */
export interface TarMember {
  readonly entry: TarEntry;
  /** Returns the next bytes of its data, none at the end. What is not read is passed over. */
  read(): Promise<Uint8Array>;
}

/** An archive that ends early, or is none. */
export class TarFault extends Error {
  readonly code = 'TAR';
  readonly reason: 'truncated' | 'not an archive' | 'skipping' | 'names too long';
  constructor(reason: TarFault['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** What is read about a member besides its header. */
interface Extended {
  readonly path?: string;
  readonly linkpath?: string;
  readonly [key: string]: string | undefined;
}

const MAX_EXTENDED_BYTES = 1_048_576;
const KINDS: ReadonlyMap<string, TarEntryKind> = new Map<string, TarEntryKind>([
  ['0', 'file'],
  ['\0', 'file'],
  ['7', 'file'],
  ['1', 'hard-link'],
  ['2', 'symlink'],
  ['3', 'character-device'],
  ['4', 'block-device'],
  ['5', 'directory'],
  ['6', 'fifo'],
]);

/**
 * Returns the members of an archive in the formats v7, ustar, pax and GNU (POSIX XCU pax, GNU tar manual 15). Ends at
 * two blocks of zeros or at the end of the input. Throws `TarFault`.
 */
export async function* readTar(
  source: ByteSource,
  { ignoresZeros = false }: { ignoresZeros?: boolean } = {},
): AsyncGenerator<TarMember, void, undefined> {
  let global: Extended = {};
  let extended: Extended = {};
  let isFirst = true;
  for (;;) {
    const block = await source.take(BLOCK_BYTES);
    if (block.length === 0) {
      if (isFirst) throw new TarFault('not an archive');
      return;
    }
    if (block.every((byte) => byte === 0)) {
      isFirst = false;
      if (ignoresZeros) continue;
      return;
    }
    if (block.length < BLOCK_BYTES || !hasRightSum(block)) {
      throw new TarFault(isFirst ? 'not an archive' : block.length < BLOCK_BYTES ? 'truncated' : 'skipping');
    }
    isFirst = false;
    const flag = String.fromCharCode(block[156] ?? 0);
    const size = readNumber(block, 124, 12);
    if ('xgLK'.includes(flag)) {
      const data = await readExtended(source, size);
      if (flag === 'g') global = { ...global, ...parsePax(data) };
      else if (flag === 'x') extended = { ...extended, ...parsePax(data) };
      else extended = { ...extended, [flag === 'L' ? 'path' : 'linkpath']: decodeText(data).replace(/\0[^]*$/, '') };
      continue;
    }
    const entry = readEntry(block, flag, { ...global, ...extended });
    extended = {};
    const member = createMember(source, entry);
    yield member;
    await member.finish();
  }
}

async function readExtended(source: ByteSource, size: number): Promise<Uint8Array> {
  if (size > MAX_EXTENDED_BYTES) throw new TarFault('names too long');
  const data = await source.take(size);
  const filling = await source.take(paddingBytes(size));
  if (data.length < size || filling.length < paddingBytes(size)) throw new TarFault('truncated');
  return data;
}

function createMember(source: ByteSource, entry: TarEntry): TarMember & { finish(): Promise<void> } {
  let left = entry.size;
  const read = async (): Promise<Uint8Array> => {
    if (left === 0) return source.take(0);
    const bytes = await source.some(Math.min(left, 65_536));
    if (bytes.length === 0) throw new TarFault('truncated');
    left -= bytes.length;
    return bytes;
  };
  return {
    entry,
    read,
    async finish() {
      while (left > 0) await read();
      const padding = paddingBytes(entry.size);
      if ((await source.take(padding)).length < padding) throw new TarFault('truncated');
    },
  };
}

function readEntry(block: Uint8Array, flag: string, extended: Extended): TarEntry {
  const isUstar = readText(block, 257, 6) === 'ustar' && block[262] === 0;
  const prefix = isUstar ? readText(block, 345, 155) : '';
  const short = readText(block, 0, 100);
  const name = extended.path ?? (prefix === '' ? short : `${prefix}/${short}`);
  const known = KINDS.get(flag) ?? 'file';
  const kind = known === 'file' && flag !== '7' && name.endsWith('/') ? 'directory' : known;
  const hasData = kind === 'file' || kind === 'directory';
  return {
    kind,
    name,
    mode: readNumber(block, 100, 8) & 0o7777,
    userId: numberOf(extended['uid']) ?? readNumber(block, 108, 8),
    groupId: numberOf(extended['gid']) ?? readNumber(block, 116, 8),
    user: extended['uname'] ?? readText(block, 265, 32),
    group: extended['gname'] ?? readText(block, 297, 32),
    size: hasData ? (numberOf(extended['size']) ?? readNumber(block, 124, 12)) : 0,
    mtimeMs: Math.round((numberOf(extended['mtime']) ?? readNumber(block, 136, 12)) * 1000),
    linkName: extended.linkpath ?? readText(block, 157, 100),
  };
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function readText(block: Uint8Array, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decodeText(end < 0 ? field : field.subarray(0, end));
}

function readNumber(block: Uint8Array, offset: number, length: number): number {
  const first = block[offset] ?? 0;
  if ((first & 0x80) !== 0) {
    let value = first & 0x3f;
    for (let index = 1; index < length; index++) value = value * 256 + (block[offset + index] ?? 0);
    return value;
  }
  const digits = /[0-7]+/.exec(readText(block, offset, length))?.[0];
  return digits === undefined ? 0 : Number.parseInt(digits, 8);
}

function hasRightSum(block: Uint8Array): boolean {
  let sum = 0;
  for (let index = 0; index < BLOCK_BYTES; index++) sum += index >= 148 && index < 156 ? 32 : (block[index] ?? 0);
  return sum === readNumber(block, 148, 8);
}

function parsePax(data: Uint8Array): Extended {
  const found: Record<string, string> = {};
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(32, at);
    const length = Number(decodeText(data.subarray(at, Math.max(space, at))));
    if (space < 0 || !Number.isInteger(length) || length < space - at + 2) break;
    const record = decodeText(data.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) found[record.slice(0, equals)] = record.slice(equals + 1);
    at += length;
  }
  return found;
}
