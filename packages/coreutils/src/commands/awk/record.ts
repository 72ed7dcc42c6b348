import { fatal } from './awk-fault.ts';
import type { FieldSplitter } from './split-fields.ts';
import { type AwkValue, InputText, toText } from './values.ts';

/** What the record depends on: the variables that say how it is divided and put together. */
export interface RecordSettings {
  readonly splitter: FieldSplitter;
  readonly outputSeparator: string;
  readonly numberFormat: string;
}

const MAX_FIELDS = 50_000_000;

/** The record at hand, `$0`, and its fields. It is divided when a field is asked for, and put together when `$0` is. */
export class AwkRecord {
  readonly #settings: RecordSettings;
  #text = '';
  #isTextStale = false;
  /** What divides the record that has not been divided yet. */
  #splitter: FieldSplitter | undefined;
  #fields: string[] = [];
  /** Fields that were assigned to, by number. */
  #assigned: Map<number, AwkValue> | undefined;

  constructor(settings: RecordSettings) {
    this.#settings = settings;
  }

  get text(): string {
    if (this.#isTextStale) {
      const { outputSeparator } = this.#settings;
      this.#text = this.#fields.join(outputSeparator);
      this.#isTextStale = false;
    }
    return this.#text;
  }

  /** Replaces the record; later changes of FS do not concern it. */
  set text(text: string) {
    this.#text = text;
    this.#isTextStale = false;
    this.#splitter = this.#settings.splitter;
    this.#assigned = undefined;
  }

  get fieldCount(): number {
    if (this.#splitter) this.#split(this.#splitter);
    return this.#fields.length;
  }

  set fieldCount(count: number) {
    if (count < 0 || count > MAX_FIELDS) throw fatal('NF set to negative value');
    const before = this.fieldCount;
    this.#fields.length = Math.min(before, count);
    for (let number = before; number < count; number++) this.#fields.push('');
    if (this.#assigned) for (const number of this.#assigned.keys()) if (number > count) this.#assigned.delete(number);
    this.#isTextStale = true;
  }

  /** Returns the value of a field; of the record for 0. */
  field(number: number): AwkValue {
    if (number === 0) return new InputText(this.text);
    if (this.#splitter) this.#split(this.#splitter);
    if (this.#assigned?.has(number)) return this.#assigned.get(number);
    const text = this.#fields[number - 1];
    return text === undefined ? undefined : new InputText(text);
  }

  setField(number: number, value: AwkValue): void {
    const text = toText(value, this.#settings.numberFormat);
    if (number === 0) {
      this.text = text;
      return;
    }
    if (number > this.fieldCount) this.fieldCount = number;
    this.#fields[number - 1] = text;
    this.#assigned ??= new Map();
    this.#assigned.set(number, value);
    this.#isTextStale = true;
  }

  #split(splitter: FieldSplitter): void {
    this.#fields = splitter(this.#text);
    this.#splitter = undefined;
  }
}
