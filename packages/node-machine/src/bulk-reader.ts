import { closeSync, constants, openSync, readSync, statfsSync } from 'node:fs';
import { type BulkReader, SystemError } from '@cloche/system';
import { callHost, type HostPath } from './host-call.ts';

/** Most files fit into the first buffer; one that grew beyond the kept size for a big file is given up after it. */
const FIRST_BYTES = 262_144;
const MAX_KEPT_BYTES = 4_194_304;

/** Says whether a read of a file that gave less than was asked for has reached the end of it. */
type EndRule = (path: string) => boolean;

/** Creates a reader that takes three system calls for most files. */
export function createBulkReader(isEndKnown: EndRule = createEndRule()): BulkReader {
  let buffer: Uint8Array<ArrayBuffer> | undefined;
  return {
    readFile(path, { maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const room = buffer ?? new Uint8Array(FIRST_BYTES);
      const bytes = callHost('open', path, (name) => readWhole(name, { path, maxBytes, room, isEndKnown }));
      buffer = bytes.buffer.byteLength <= MAX_KEPT_BYTES ? new Uint8Array(bytes.buffer) : undefined;
      return bytes;
    },
  };
}

interface WholeRead {
  readonly path: string;
  readonly maxBytes: number;
  readonly room: Uint8Array<ArrayBuffer>;
  readonly isEndKnown: EndRule;
}

function readWhole(name: HostPath, { path, maxBytes, room, isEndKnown }: WholeRead): Uint8Array<ArrayBuffer> {
  const descriptor = openSync(name, constants.O_RDONLY);
  try {
    let bytes = room;
    for (let length = 0; ; ) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (length > maxBytes) throw new SystemError('EFBIG', 'open', path);
      if (count === 0 || (length < bytes.length && isEndKnown(path))) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = grown(bytes);
    }
  } finally {
    closeSync(descriptor);
  }
}

function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 4);
  larger.set(bytes);
  return larger;
}

/** File systems whose files are made up when they are read, and may come in pieces of any size. */
const MADE_UP_TYPES: ReadonlySet<number> = new Set([0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x27e0eb]);

/**
 * Returns the rule that POSIX has for regular files (XSH read), which /proc and its like do not keep: less than was asked
 * for is the end. Directories are asked once while files of theirs follow one another.
 */
function createEndRule(): EndRule {
  let known = '';
  let isReal = false;
  return (path) => {
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    if (directory === known) return isReal;
    known = directory;
    isReal = isOnRealFiles(directory);
    return isReal;
  };
}

/** A host that cannot say is not trusted: then each file costs one more call. */
function isOnRealFiles(directory: string): boolean {
  try {
    return callHost('statfs', directory, (name) => !MADE_UP_TYPES.has(statfsSync(name).type));
  } catch {
    return false;
  }
}
