import type { FileHandle } from '../file-system.ts';
import { SystemError } from '../system-error.ts';
import type { DirectoryInode, FileInode } from './inode.ts';
import { statOf } from './inode-stat.ts';

/** What an open file asks of its file system. */
export interface HandleWork {
  write(position: number, bytes: Uint8Array): void;
  setSize(size: number): void;
  /** The handle was closed. */
  closed(): void;
}

/** Opens a file; once the handle is closed it fails with `EBADF`. */
export function fileHandle(inode: FileInode, work: HandleWork): FileHandle {
  inode.handles++;
  let isOpen = true;
  const check = (syscall: string): void => {
    if (!isOpen) throw new SystemError('EBADF', syscall);
  };
  return {
    read: (position, maxBytes) => {
      check('read');
      return inode.content.read(position, position + maxBytes);
    },
    write: (position, bytes) => {
      check('write');
      work.write(position, bytes);
    },
    truncate: (size) => {
      check('ftruncate');
      work.setSize(size);
    },
    stat: () => {
      check('fstat');
      return statOf(inode);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      inode.handles--;
      work.closed();
    },
  };
}

/** Opens a directory, which has facts and no bytes. */
export function directoryHandle(inode: DirectoryInode): FileHandle {
  const refuse = (syscall: string) => (): never => {
    throw new SystemError(syscall === 'read' ? 'EISDIR' : 'EBADF', syscall);
  };
  return {
    read: refuse('read'),
    write: refuse('write'),
    truncate: refuse('ftruncate'),
    stat: () => statOf(inode),
    close: () => undefined,
  };
}
