import { type OpenFile, SystemError, statOfUnnamed } from '@cloche/system';

/** Creates an open file that looks like the end of a pipe that is written to; what is written goes to `write`. */
export function createWriteOnlyFile(owners: { retain(): void; release(): void }, write: OpenFile['write']): OpenFile {
  const refuse = (syscall: string, code: 'EBADF' | 'ESPIPE') => (): never => {
    throw new SystemError(code, syscall);
  };
  const file: OpenFile = {
    kind: 'pipe',
    canRead: false,
    canWrite: true,
    read: refuse('read', 'EBADF'),
    unread: refuse('read', 'EBADF'),
    write,
    seek: refuse('lseek', 'ESPIPE'),
    stat: () => statOfUnnamed('fifo', 0),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };
  return file;
}
