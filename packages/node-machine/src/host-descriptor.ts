import { fstatSync, read as readAsync, readSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { concatBytes, createOwnerCount, isErrno, NO_BYTES, type OpenFile, type OpenFileKind, SystemError } from '@cloche/system';
import { toFileStat } from './node-file-system.ts';

/** An open file that is a descriptor of the Node process itself, which children of the host can inherit. */
export interface HostOpenFile extends OpenFile {
  readonly hostDescriptor: number;
  /** Bytes that were read or given back and that no reader has taken. */
  readonly buffered: number;
  /** Whether the end was reached, so that `buffered` is all there is. */
  readonly isAtEnd: boolean;
}

const RETRY_MS = 2;

/** Makes an open file of descriptor 0, 1 or 2. It is never closed: it belongs to the Node process. */
export function openHostDescriptor(descriptor: number): HostOpenFile {
  const kind = kindOf(descriptor);
  const owners = createOwnerCount(() => undefined);
  let given: Uint8Array = NO_BYTES;
  let pending: Promise<void> | undefined;
  let isAtEnd = false;

  const take = (maxBytes: number): Uint8Array => {
    const bytes = given.subarray(0, maxBytes);
    given = given.subarray(bytes.length);
    return bytes;
  };
  const readSoon = async (maxBytes: number, signal: AbortSignal): Promise<Uint8Array> => {
    pending ??= readHost(descriptor, maxBytes).then((bytes) => {
      pending = undefined;
      if (bytes.length === 0) isAtEnd = true;
      given = concatBytes([given, bytes]);
    });
    await untilAborted(pending, signal);
    return take(maxBytes);
  };
  const writeRest = async (bytes: Uint8Array, start: number): Promise<void> => {
    for (let done = start; done < bytes.length; ) {
      const count = writeSome(descriptor, bytes, done);
      done += count;
      if (count === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };

  const file: HostOpenFile = {
    kind,
    canRead: descriptor === 0,
    canWrite: descriptor !== 0 || kind === 'terminal',
    hostDescriptor: descriptor,
    get buffered() {
      return given.length;
    },
    get isAtEnd() {
      return isAtEnd;
    },
    read(maxBytes, signal) {
      if (given.length > 0) return take(maxBytes);
      if (kind !== 'file') return readSoon(maxBytes, signal);
      const buffer = Buffer.allocUnsafe(maxBytes);
      const count = readSync(descriptor, buffer, 0, maxBytes, null);
      if (count === 0) isAtEnd = true;
      return buffer.subarray(0, count);
    },
    unread(bytes) {
      given = concatBytes([bytes, given]);
    },
    write(bytes) {
      const count = writeSome(descriptor, bytes, 0);
      return count === bytes.length ? undefined : writeRest(bytes, count);
    },
    seek() {
      throw new SystemError('ESPIPE', 'lseek');
    },
    stat: () => toFileStat(fstatSync(descriptor)),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };
  return file;
}

/** Says whether a file is a descriptor of the Node process. */
export function isHostOpenFile(file: OpenFile): file is HostOpenFile {
  return 'hostDescriptor' in file;
}

function kindOf(descriptor: number): OpenFileKind {
  if (isatty(descriptor)) return 'terminal';
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return 'file';
    if (stats.isDirectory()) return 'directory';
    return stats.isCharacterDevice() ? 'device' : 'pipe';
  } catch {
    return 'device';
  }
}

function readHost(descriptor: number, maxBytes: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(maxBytes);
  return new Promise((resolve, reject) => {
    const attempt = (): void => {
      readAsync(descriptor, buffer, 0, maxBytes, null, (error, count) => {
        if (!error) resolve(buffer.subarray(0, count));
        else if (error.code === 'EAGAIN') setTimeout(attempt, RETRY_MS);
        else if (error.code === 'EOF') resolve(NO_BYTES);
        else reject(toSystemError(error, 'read'));
      });
    };
    attempt();
  });
}

/** Writes what the descriptor takes at once; 0 when it would block. */
function writeSome(descriptor: number, bytes: Uint8Array, start: number): number {
  let done = start;
  try {
    while (done < bytes.length) done += writeSync(descriptor, bytes, done);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw toSystemError(error, 'write');
  }
  return done - start;
}

function toSystemError(error: unknown, syscall: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return isErrno(error.code) ? new SystemError(error.code, syscall) : error;
}

function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
