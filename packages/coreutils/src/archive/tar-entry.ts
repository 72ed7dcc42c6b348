/** What a member of a tar archive is. */
export type TarEntryKind =
  | 'file'
  | 'hard-link'
  | 'symlink'
  | 'character-device'
  | 'block-device'
  | 'directory'
  | 'fifo';

/** A member of a tar archive, without its data. */
export interface TarEntry {
  readonly kind: TarEntryKind;
  /** As it is stored; directories end with a slash. */
  readonly name: string;
  readonly mode: number;
  readonly userId: number;
  readonly groupId: number;
  /** Empty when only the numbers are stored. */
  readonly user: string;
  readonly group: string;
  /** Bytes of data that follow. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Where a link leads. */
  readonly linkName: string;
}

/** The letter that a header has for each kind. */
export const TYPE_FLAGS: Readonly<Record<TarEntryKind, string>> = {
  file: '0',
  'hard-link': '1',
  symlink: '2',
  'character-device': '3',
  'block-device': '4',
  directory: '5',
  fifo: '6',
};

/** Archives are made of blocks of so many bytes. */
export const BLOCK_BYTES = 512;

/** Returns how many bytes of filling follow `size` bytes of data. */
export function paddingBytes(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}
