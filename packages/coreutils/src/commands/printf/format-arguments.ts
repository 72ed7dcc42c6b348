import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { replaceEscapes } from '../../text/backslash-escapes.ts';
import { type Conversion, formatFloat, formatInteger, padText } from '../../text/format-number.ts';
import { readFloat, readInteger } from '../../text/parse-number.ts';

/** What came of formatting. */
export interface Formatted {
  readonly text: string;
  /** What is wrong with the format or the values. */
  readonly faults: readonly string[];
  /** The first value that the format has no use for. */
  readonly ignored: string | undefined;
}

/** Formats `values` by `format`, again and again while values are left and it takes any. */
export function formatWithArguments(format: string, values: readonly string[]): Formatted {
  return new Formatter(format, values).run();
}

const CONVERSION = /%([-+ 0#']*)(\*|\d+)?(?:\.(\*|-?\d*))?(?:hh|h|ll|l|L|q|j|z|t)?(.)?/su;

class Formatter {
  readonly #format: string;
  readonly #values: readonly string[];
  readonly #faults: string[] = [];
  #next = 0;
  #text = '';
  #isStopped = false;

  constructor(format: string, values: readonly string[]) {
    this.#format = format;
    this.#values = values;
  }

  run(): Formatted {
    let before: number;
    do {
      before = this.#next;
      this.#once();
    } while (!this.#isStopped && this.#next < this.#values.length && this.#next > before);
    const ignored = this.#isStopped ? undefined : this.#values[this.#next];
    return { text: this.#text, faults: this.#faults, ignored };
  }

  #once(): void {
    let rest = this.#format;
    while (rest !== '' && !this.#isStopped) {
      const percent = rest.indexOf('%');
      const literal = percent < 0 ? rest : rest.slice(0, percent);
      this.#add(replaceEscapes(literal, 'format'));
      if (percent < 0 || this.#isStopped) return;
      rest = rest.slice(percent);
      if (rest.startsWith('%%')) {
        this.#text += '%';
        rest = rest.slice(2);
        continue;
      }
      const [whole = '%', flags = '', width, precision, letter] = CONVERSION.exec(rest) ?? [];
      this.#convert(whole, this.#conversion(flags, width, precision, letter ?? ''));
      rest = rest.slice(whole.length);
    }
  }

  #add({ text, isStopped }: { text: string; isStopped: boolean }): void {
    this.#text += text;
    this.#isStopped ||= isStopped;
  }

  #conversion(flags: string, width: string | undefined, precision: string | undefined, letter: string): Conversion {
    const wide = width === '*' ? Number(this.#integer()) : Number(width ?? 0);
    const exact =
      precision === '*' ? Number(this.#integer()) : precision === undefined ? undefined : Number(precision || 0);
    return {
      flags: wide < 0 ? `${flags}-` : flags,
      width: Math.abs(wide),
      precision: exact === undefined || exact < 0 ? undefined : exact,
      letter,
    };
  }

  #convert(written: string, conversion: Conversion): void {
    switch (conversion.letter) {
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        this.#text += formatInteger(this.#integer(), conversion);
        return;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        this.#text += formatFloat(this.#float(), conversion);
        return;
      case 'c':
        this.#text += padText(this.#take().slice(0, 1), conversion);
        return;
      case 's':
        this.#text += padText(cut(this.#take(), conversion.precision), conversion);
        return;
      case 'b': {
        const { text, isStopped } = replaceEscapes(this.#take(), 'percent-b');
        this.#add({ text: padText(cut(text, conversion.precision), conversion), isStopped });
        return;
      }
      case 'q':
        this.#text += padText(quoteNameIfNeeded(this.#take()), conversion);
        return;
      default:
        this.#faults.push(`${written}: invalid conversion specification`);
        this.#isStopped = true;
    }
  }

  #take(): string {
    return this.#values[this.#next++] ?? '';
  }

  #integer(): bigint {
    const text = this.#take();
    const { value, isComplete, isNumber, isOutOfRange } = readInteger(text);
    if (isOutOfRange) this.#faults.push(`${quote(text)}: Numerical result out of range`);
    else this.#checkNumber(text, isComplete, isNumber);
    return value;
  }

  #float(): number {
    const text = this.#take();
    const { value, isComplete, isNumber } = readFloat(text);
    this.#checkNumber(text, isComplete, isNumber);
    return value;
  }

  #checkNumber(text: string, isComplete: boolean, isNumber: boolean): void {
    if (!isNumber) this.#faults.push(`${quote(text)}: expected a numeric value`);
    else if (!isComplete) this.#faults.push(`${quote(text)}: value not completely converted`);
  }
}

function cut(text: string, length: number | undefined): string {
  return length === undefined ? text : Array.from(text).slice(0, length).join('');
}
