import { concatBytes, NO_BYTES } from './bytes.ts';
import type { FileHandle } from './file-system.ts';
import { createOwnerCount, type OpenFile } from './open-file.ts';
import { SystemError } from './system-error.ts';

/** Makes an open file, with a position, of a file system's handle. The handle is closed with the last owner. */
export function openFileOf(
  handle: FileHandle,
  access: { canRead: boolean; canWrite: boolean; isAppending?: boolean },
): OpenFile {
  let position = 0;
  let given: Uint8Array = NO_BYTES;
  const owners = createOwnerCount(() => handle.close());
  const isDirectory = handle.stat().kind === 'directory';
  const file: OpenFile = {
    kind: isDirectory ? 'directory' : 'file',
    canRead: access.canRead,
    canWrite: access.canWrite,
    read(maxBytes) {
      if (!access.canRead) throw new SystemError('EBADF', 'read');
      if (isDirectory) throw new SystemError('EISDIR', 'read');
      if (given.length > 0) {
        const bytes = given.subarray(0, maxBytes);
        given = given.subarray(bytes.length);
        return bytes;
      }
      const bytes = handle.read(position, maxBytes);
      position += bytes.length;
      return bytes;
    },
    unread(bytes) {
      if (given.length === 0 && bytes.length <= position) position -= bytes.length;
      else given = concatBytes([bytes, given]);
    },
    write(bytes) {
      if (!access.canWrite) throw new SystemError('EBADF', 'write');
      if (access.isAppending) {
        handle.write(0, bytes);
        position = handle.stat().size;
        return undefined;
      }
      handle.write(position, bytes);
      position += bytes.length;
      return undefined;
    },
    seek(offset, origin) {
      const from = origin === 'start' ? 0 : origin === 'current' ? position : handle.stat().size;
      if (from + offset < 0) throw new SystemError('EINVAL', 'lseek');
      given = NO_BYTES;
      position = from + offset;
      return position;
    },
    stat: () => handle.stat(),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };
  return file;
}
