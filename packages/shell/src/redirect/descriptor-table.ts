import { type OpenFile, SystemError } from '@cloche/system';

/** First number that `{fd}>` and internal copies get. */
const FIRST_FREE_DESCRIPTOR = 10;

/** The open descriptors of one shell process. The table owns one count of every file in it. */
export class DescriptorTable {
  private readonly files = new Map<number, OpenFile>();

  /** Retains each file. */
  constructor(files: Iterable<readonly [number, OpenFile]>) {
    for (const [descriptor, file] of files) this.files.set(descriptor, file.retain());
  }

  get(descriptor: number): OpenFile | undefined {
    return this.files.get(descriptor);
  }

  /** Returns the file of an open descriptor; `EBADF` when there is none. */
  require(descriptor: number): OpenFile {
    const file = this.files.get(descriptor);
    if (!file) throw new SystemError('EBADF', 'dup');
    return file;
  }

  /** Puts `file` under `descriptor`, taking over the caller's count of it; what was there is released. */
  set(descriptor: number, file: OpenFile): void {
    const old = this.files.get(descriptor);
    this.files.set(descriptor, file);
    old?.release();
  }

  close(descriptor: number): void {
    const old = this.files.get(descriptor);
    this.files.delete(descriptor);
    old?.release();
  }

  /** Takes the file out without releasing it; the caller owns its count. */
  take(descriptor: number): OpenFile | undefined {
    const file = this.files.get(descriptor);
    this.files.delete(descriptor);
    return file;
  }

  /** Returns the lowest unused number of 10 and above. */
  nextFree(): number {
    let descriptor = FIRST_FREE_DESCRIPTOR;
    while (this.files.has(descriptor)) descriptor++;
    return descriptor;
  }

  /** Returns the highest unused number of 63 and below, as process substitutions take it. */
  nextHigh(): number {
    let descriptor = 63;
    while (descriptor > FIRST_FREE_DESCRIPTOR && this.files.has(descriptor)) descriptor--;
    return descriptor;
  }

  entries(): ReadonlyMap<number, OpenFile> {
    return this.files;
  }

  clone(): DescriptorTable {
    return new DescriptorTable(this.files);
  }

  releaseAll(): void {
    const files = [...this.files.values()];
    this.files.clear();
    for (const file of files) file.release();
  }
}
