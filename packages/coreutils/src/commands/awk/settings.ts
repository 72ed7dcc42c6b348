import type { RecordSettings } from './record.ts';
import type { Regexps } from './regexps.ts';
import { type FieldSplitter, matchesOf, splitByWidths, splitterOf } from './split-fields.ts';

/** Which variable says how records are divided: the one that was assigned last. */
type FieldRule = 'FS' | 'FPAT' | 'FIELDWIDTHS';

/** The variables that say how input is divided and output put together, as text. */
export class AwkSettings implements RecordSettings {
  readonly #regexps: Regexps;
  readonly #rules: Record<FieldRule, string> = { FS: ' ', FPAT: '[^[:space:]]+', FIELDWIDTHS: '' };
  #rule: FieldRule = 'FS';
  #splitter: FieldSplitter | undefined;
  #recordSeparator = '\n';
  outputSeparator = ' ';
  outputRecordSeparator = '\n';
  subscriptSeparator = '\x1c';
  conversionFormat = '%.6g';
  outputFormat = '%.6g';

  constructor(regexps: Regexps) {
    this.#regexps = regexps;
  }

  get numberFormat(): string {
    return this.conversionFormat;
  }

  get recordSeparator(): string {
    return this.#recordSeparator;
  }

  set recordSeparator(text: string) {
    this.#recordSeparator = text;
    this.#splitter = undefined;
  }

  get ignoreCase(): boolean {
    return this.#regexps.ignoreCase;
  }

  set ignoreCase(isIgnored: boolean) {
    this.#regexps.ignoreCase = isIgnored;
    this.#splitter = undefined;
  }

  setFieldRule(rule: FieldRule, text: string): void {
    this.#rules[rule] = text;
    this.#rule = rule;
    this.#splitter = undefined;
  }

  /** How records are divided. */
  get splitter(): FieldSplitter {
    this.#splitter ??= this.#createSplitter();
    return this.#splitter;
  }

  /** How `split` divides without a separator of its own. */
  get fieldSeparator(): string {
    return this.#rules.FS;
  }

  #createSplitter(): FieldSplitter {
    const text = this.#rules[this.#rule];
    switch (this.#rule) {
      case 'FS':
        return splitterOf(text, this.#regexps, { isParagraph: this.#recordSeparator === '' });
      case 'FPAT': {
        const pattern = this.#regexps.compile(text);
        return (record) => matchesOf(pattern, record);
      }
      case 'FIELDWIDTHS':
        return (record) => splitByWidths(text, record);
    }
  }
}
