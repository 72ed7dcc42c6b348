import { concatBytes, encodeText } from '@cloche/system';
import { BLOCK_BYTES, paddingBytes, type TarEntry, TYPE_FLAGS } from './tar-entry.ts';

/** How names and numbers that do not fit a header are stored. */
export type TarFormat = 'gnu' | 'oldgnu' | 'pax' | 'ustar' | 'v7';

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const LARGEST_SIZE = 0o77777777777;
const LARGEST_ID = 0o7777777;

/** Returns the blocks that announce a member; nothing when the format cannot hold its names. */
export function encodeTarHeader(entry: TarEntry, format: TarFormat): Uint8Array | undefined {
  switch (format) {
    case 'gnu':
    case 'oldgnu':
      return concatBytes([
        ...longName('K', entry.linkName),
        ...longName('L', entry.name),
        headerBlock(entry, format, cut(entry.name), ''),
      ]);
    case 'pax':
      return encodePax(entry);
    case 'ustar':
    case 'v7': {
      const split = format === 'ustar' ? splitName(entry.name) : whole(entry.name);
      if (!split || encodeText(entry.linkName).length > NAME_BYTES) return undefined;
      return headerBlock(entry, format, encodeText(split.name), split.prefix);
    }
  }
}

/** GNU's member that holds the long name of the next one. */
function longName(flag: 'K' | 'L', name: string): Uint8Array[] {
  const bytes = encodeText(`${name}\0`);
  if (bytes.length - 1 <= NAME_BYTES) return [];
  const announced: TarEntry = {
    kind: 'file',
    name: '././@LongLink',
    mode: 0o644,
    userId: 0,
    groupId: 0,
    user: 'root',
    group: 'root',
    size: bytes.length,
    mtimeMs: 0,
    linkName: '',
  };
  return [headerBlock(announced, 'gnu', cut(announced.name), '', flag), padded(bytes)];
}

function encodePax(entry: TarEntry): Uint8Array {
  const records: string[] = [];
  const split = splitName(entry.name);
  if (!split || !isAscii(entry.name)) records.push(paxRecord('path', entry.name));
  if (encodeText(entry.linkName).length > NAME_BYTES || !isAscii(entry.linkName)) {
    records.push(paxRecord('linkpath', entry.linkName));
  }
  if (entry.size > LARGEST_SIZE) records.push(paxRecord('size', String(entry.size)));
  if (entry.userId > LARGEST_ID) records.push(paxRecord('uid', String(entry.userId)));
  if (entry.groupId > LARGEST_ID) records.push(paxRecord('gid', String(entry.groupId)));
  const fraction = entry.mtimeMs % 1000;
  if (fraction !== 0) records.push(paxRecord('mtime', (entry.mtimeMs / 1000).toFixed(9).replace(/0+$/, '')));
  const name = split ? encodeText(split.name) : cut(entry.name);
  const header = headerBlock(entry, 'pax', name, split?.prefix ?? '');
  if (records.length === 0) return header;
  const text = encodeText(records.join(''));
  const base = entry.name.replace(/\/$/, '').replace(/^.*\//, '');
  const extended: TarEntry = {
    ...entry,
    kind: 'file',
    name: `PaxHeaders/${base}`,
    mode: 0o644,
    size: text.length,
    linkName: '',
  };
  return concatBytes([headerBlock(extended, 'pax', cut(extended.name), '', 'x'), padded(text), header]);
}

/** A record counts its own length: `11 path=a\n`. */
function paxRecord(key: string, value: string): string {
  const rest = encodeText(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

function headerBlock(
  entry: TarEntry,
  format: TarFormat,
  name: Uint8Array,
  prefix: string,
  flag: string = format === 'v7' && entry.kind === 'directory' ? '\0' : TYPE_FLAGS[entry.kind],
): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  const isGnu = format === 'gnu' || format === 'oldgnu';
  block.set(name.subarray(0, NAME_BYTES), 0);
  putNumber(block, 100, 8, entry.mode & 0o7777);
  putNumber(block, 108, 8, entry.userId);
  putNumber(block, 116, 8, entry.groupId);
  putNumber(block, 124, 12, entry.size);
  putNumber(block, 136, 12, Math.max(0, Math.floor(entry.mtimeMs / 1000)));
  block.set(encodeText(flag), 156);
  block.set(cut(entry.linkName), 157);
  if (format !== 'v7') {
    block.set(encodeText(isGnu ? 'ustar  \0' : 'ustar\x0000'), 257);
    block.set(encodeText(entry.user).subarray(0, 31), 265);
    block.set(encodeText(entry.group).subarray(0, 31), 297);
    if (!isGnu) {
      putNumber(block, 329, 8, 0);
      putNumber(block, 337, 8, 0);
    }
    block.set(encodeText(prefix), 345);
  }
  block.fill(32, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(encodeText(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return block;
}

/** Octal digits and a NUL; what is too large for them in base 256, as GNU does. */
function putNumber(block: Uint8Array, offset: number, width: number, value: number): void {
  const digits = value.toString(8);
  if (digits.length < width) {
    block.set(encodeText(`${digits.padStart(width - 1, '0')}\0`), offset);
    return;
  }
  let rest = BigInt(value);
  for (let index = width - 1; index > 0; index--) {
    block[offset + index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  block[offset] = 0x80;
}

/** Divides a name at a slash so that both parts fit; nothing when they do not. */
function splitName(name: string): { name: string; prefix: string } | undefined {
  const fits = whole(name);
  if (fits) return fits;
  for (let at = name.indexOf('/', Math.max(1, name.length - NAME_BYTES - 1)); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (rest === '') return undefined;
    if (encodeText(prefix).length > PREFIX_BYTES) return undefined;
    if (encodeText(rest).length <= NAME_BYTES) return { name: rest, prefix };
  }
  return undefined;
}

function whole(name: string): { name: string; prefix: string } | undefined {
  return encodeText(name).length <= NAME_BYTES ? { name, prefix: '' } : undefined;
}

function cut(name: string): Uint8Array {
  return encodeText(name).subarray(0, NAME_BYTES);
}

function padded(bytes: Uint8Array): Uint8Array {
  return concatBytes([bytes, new Uint8Array(paddingBytes(bytes.length))]);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
