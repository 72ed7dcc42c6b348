import { describeError, errnoOf } from '@cloche/system';
import { AwkFault } from './awk-fault.ts';
import type { Flow } from './machine.ts';
import { type ReadRecord, RecordReader } from './record-reader.ts';
import type { AwkRuntime } from './runtime.ts';
import { AwkArray, InputText, isValue, toNumber, toText } from './values.ts';

/** What the rules for the start and the end of a file do. */
export interface FileHooks {
  /** Whether a file that cannot be opened is the program's to deal with. */
  readonly handlesFaults: boolean;
  begin(): Flow | Promise<Flow>;
  end(): Flow | Promise<Flow>;
}

/** The records of the files that ARGV names, one file after the other, and the assignments between them. */
export class MainInput {
  readonly #runtime: AwkRuntime;
  #hooks: FileHooks = { handlesFaults: false, begin: () => 'done', end: () => 'done' };
  #argument = 1;
  #reader: RecordReader | undefined;
  #close: () => void = () => undefined;
  #hasRead = false;
  #isExhausted = false;
  /** NR and FNR. */
  recordNumber = 0;
  fileRecordNumber = 0;
  /** A rule for a file ended the program. */
  hasExited = false;

  constructor(runtime: AwkRuntime) {
    this.#runtime = runtime;
  }

  setHooks(hooks: FileHooks): void {
    this.#hooks = hooks;
  }

  /** Returns the next record, or nothing at the end. A promise only when something must be waited for. */
  next(): ReadRecord | undefined | Promise<ReadRecord | undefined> {
    if (!this.#reader) return this.#nextOfFollowing();
    const record = this.#reader.next(this.#runtime.settings.recordSeparator);
    if (record instanceof Promise) return record.then((read) => (read ? this.#count(read) : this.#nextOfFollowing()));
    return record ? this.#count(record) : this.#nextOfFollowing();
  }

  /** Leaves the file at hand. */
  async skipFile(): Promise<void> {
    if (this.#reader) await this.#leave();
  }

  close(): void {
    this.#close();
    this.#reader = undefined;
  }

  #count(record: ReadRecord): ReadRecord {
    this.recordNumber++;
    this.fileRecordNumber++;
    return record;
  }

  async #nextOfFollowing(): Promise<ReadRecord | undefined> {
    for (;;) {
      if (this.#reader) await this.#leave();
      if (this.hasExited || !(await this.#openFollowing())) return undefined;
      const record = await this.#reader?.next(this.#runtime.settings.recordSeparator);
      if (record) return this.#count(record);
    }
  }

  async #leave(): Promise<void> {
    this.close();
    if ((await this.#hooks.end()) === 'exit') this.hasExited = true;
  }

  async #openFollowing(): Promise<boolean> {
    for (;;) {
      const name = this.#followingName();
      if (name === undefined) return false;
      if (await this.#open(name)) return true;
      if (this.hasExited) return false;
    }
  }

  /** Goes on to the next operand that names a file, carrying out assignments. Without files standard input is read. */
  #followingName(): string | undefined {
    const { settings } = this.#runtime;
    const names = this.#runtime.variable('ARGV').get();
    const count = this.#runtime.variable('ARGC').get();
    const last = isValue(count) ? toNumber(count) : 0;
    while (this.#argument < last) {
      const number = this.#argument++;
      const cell = names instanceof AwkArray ? names.elements.get(String(number)) : undefined;
      const operand = isValue(cell) ? toText(cell, settings.conversionFormat) : '';
      if (operand === '') continue;
      this.#runtime.variable('ARGIND').set(number);
      if (!this.#runtime.assignFromCommandLine(operand)) return operand;
    }
    if (this.#hasRead || this.#isExhausted) return undefined;
    this.#isExhausted = true;
    return '';
  }

  async #open(name: string): Promise<boolean> {
    const { context } = this.#runtime;
    this.#hasRead = true;
    this.fileRecordNumber = 0;
    this.#runtime.variable('FILENAME').set(name === '' ? '' : new InputText(name));
    const isStdin = name === '' || name === '-';
    const opened = isStdin ? { reader: context.stdin, close: () => undefined } : this.#openFile(name);
    const fault = 'reason' in opened ? opened.reason : undefined;
    if ('isDirectory' in opened && !this.#hooks.handlesFaults) {
      await this.#runtime.warn(`warning: command line argument \`${name}' is a directory: skipped`);
      return false;
    }
    this.#runtime.variable('ERRNO').set(fault ?? '');
    const flow = await this.#hooks.begin();
    if (flow === 'exit') this.hasExited = true;
    if (!('reader' in opened)) {
      if (flow !== 'done') return false;
      throw new AwkFault(`fatal: cannot open file \`${name}' for reading: ${fault ?? ''}`);
    }
    if (flow !== 'done') {
      opened.close();
      return false;
    }
    this.#reader = new RecordReader(opened.reader, this.#runtime.regexps);
    this.#close = opened.close;
    return true;
  }

  #openFile(name: string): OpenedFile {
    try {
      const file = this.#runtime.context.open(name);
      if (file.file.kind !== 'directory') return { reader: file, close: () => file.close() };
      file.close();
      return { reason: 'Is a directory', isDirectory: true };
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return { reason: describeError(error) };
    }
  }
}

type OpenedFile =
  | { readonly reader: ConstructorParameters<typeof RecordReader>[0]; readonly close: () => void }
  | { readonly reason: string; readonly isDirectory?: boolean };
