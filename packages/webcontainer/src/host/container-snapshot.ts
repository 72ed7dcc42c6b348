import { encodeText } from '@cloche/system';

/** A directory of a snapshot. Names are well-formed text. */
export interface SnapshotDirectory {
  readonly kind: 'directory';
  readonly children: Map<string, SnapshotNode>;
}

/** A file of a snapshot. */
export interface SnapshotFile {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
}

export type SnapshotNode = SnapshotDirectory | SnapshotFile;

/** Returns an empty directory. */
export function snapshotDirectory(children: Iterable<[string, SnapshotNode]> = []): SnapshotDirectory {
  return { kind: 'directory', children: new Map(children) };
}

/**
 * Writes a tree as the binary snapshot that a container mounts: MessagePack in which a directory is `{ d: { name: node } }`
 * and a file `{ f: { c: bytes } }`. It has no links, modes or times.
 *
 * @see https://github.com/msgpack/msgpack/blob/master/spec.md
 */
export function encodeContainerSnapshot(root: SnapshotDirectory): Uint8Array<ArrayBuffer> {
  const names = new Map<string, Uint8Array>();
  const encoded = (name: string): Uint8Array => {
    const bytes = names.get(name) ?? encodeText(name);
    names.set(name, bytes);
    return bytes;
  };
  const writer = createWriter(sizeOf(root, encoded));
  const write = (node: SnapshotNode): void => {
    writer.header(MAP, 1);
    if (node.kind === 'file') {
      writer.text(FILE_KEY);
      writer.header(MAP, 1);
      writer.text(CONTENT_KEY);
      writer.header(BINARY, node.bytes.length);
      writer.bytes(node.bytes);
      return;
    }
    writer.text(DIRECTORY_KEY);
    writer.header(MAP, node.children.size);
    for (const [name, child] of node.children) {
      writer.text(encoded(name));
      write(child);
    }
  };
  write(root);
  return writer.written;
}

/** First bytes of a format's lengths: up to `fix` in the byte itself, then 8, 16 and 32 bits. */
interface LengthFormat {
  readonly fix: number;
  readonly fixLimit: number;
  readonly bits8?: number;
  readonly bits16: number;
  readonly bits32: number;
}

const MAP: LengthFormat = { fix: 0x80, fixLimit: 16, bits16: 0xde, bits32: 0xdf };
const TEXT: LengthFormat = { fix: 0xa0, fixLimit: 32, bits8: 0xd9, bits16: 0xda, bits32: 0xdb };
const BINARY: LengthFormat = { fix: 0, fixLimit: 0, bits8: 0xc4, bits16: 0xc5, bits32: 0xc6 };

const FILE_KEY: Uint8Array = encodeText('f');
const CONTENT_KEY: Uint8Array = encodeText('c');
const DIRECTORY_KEY: Uint8Array = encodeText('d');
/** A map of one, and a key of one letter. */
const KEYED_BYTES = 3;

function headerBytes({ fixLimit, bits8 }: LengthFormat, length: number): number {
  if (length < fixLimit) return 1;
  if (bits8 !== undefined && length < 0x100) return 2;
  return length < 0x10000 ? 3 : 5;
}

function sizeOf(node: SnapshotNode, encoded: (name: string) => Uint8Array): number {
  if (node.kind === 'file') return KEYED_BYTES * 2 + headerBytes(BINARY, node.bytes.length) + node.bytes.length;
  let size = KEYED_BYTES + headerBytes(MAP, node.children.size);
  for (const [name, child] of node.children) {
    const { length } = encoded(name);
    size += headerBytes(TEXT, length) + length + sizeOf(child, encoded);
  }
  return size;
}

function createWriter(size: number): {
  header(format: LengthFormat, length: number): void;
  text(bytes: Uint8Array): void;
  bytes(bytes: Uint8Array): void;
  readonly written: Uint8Array<ArrayBuffer>;
} {
  const written = new Uint8Array(size);
  const view = new DataView(written.buffer);
  let at = 0;
  const header = (format: LengthFormat, length: number): void => {
    const bytes = headerBytes(format, length);
    switch (bytes) {
      case 1:
        written[at] = format.fix | length;
        break;
      case 2:
        written[at] = format.bits8 ?? 0;
        written[at + 1] = length;
        break;
      case 3:
        written[at] = format.bits16;
        view.setUint16(at + 1, length);
        break;
      default:
        written[at] = format.bits32;
        view.setUint32(at + 1, length);
    }
    at += bytes;
  };
  const put = (bytes: Uint8Array): void => {
    written.set(bytes, at);
    at += bytes.length;
  };
  return {
    header,
    text(bytes) {
      header(TEXT, bytes.length);
      put(bytes);
    },
    bytes: put,
    written,
  };
}
