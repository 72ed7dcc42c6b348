import { decodeText, encodedLength, encodeText } from '@cloche/system';
import { quoteBackslash } from '../expand/quote-text.ts';
import { LimitExceeded } from '../limits.ts';
import { decodeEscapes } from '../words/decode-escapes.ts';
import { formatFloat } from './format-float.ts';
import { parsePrintfFloat, parsePrintfInteger } from './printf-numbers.ts';

/** What `printf` prints, and its complaints. */
export interface PrintfResult {
  readonly text: string;
  readonly problems: readonly string[];
  /** An invalid conversion ended the output. */
  readonly isFatal: boolean;
}

/** bash formats times in a buffer of this size; what does not fit is empty. */
const MAX_TIME_BYTES = 128;

const DIRECTIVE = /%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d*))?(?:hh|h|ll|l|j|z|t|L)?(\((?:[^)]*)\)T|[a-zA-Z%])?/y;

/** What `printf` asks of its surroundings. */
interface PrintfSurroundings {
  /** Bytes that the result may have; more is `LimitExceeded`. */
  readonly maxLength: number;
  readonly nowMs: number;
  strftime(format: string, seconds: number): string;
}

/** Formats values as `printf(1)` of bash does; the format is used again while values are left. */
export function formatPrintf(format: string, values: readonly string[], time: PrintfSurroundings): PrintfResult {
  const run = new PrintfRun(values, time);
  do {
    run.pass(format);
  } while (!run.isStopped && run.hasTakenSome && run.hasMore);
  return { text: run.text, problems: run.problems, isFatal: run.isFatal };
}

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

class PrintfRun {
  text = '';
  readonly problems: string[] = [];
  isStopped = false;
  isFatal = false;
  hasTakenSome = false;
  private readonly values: readonly string[];
  private readonly time: PrintfSurroundings;
  private index = 0;

  constructor(values: readonly string[], time: PrintfSurroundings) {
    this.values = values;
    this.time = time;
  }

  get hasMore(): boolean {
    return this.index < this.values.length;
  }

  pass(format: string): void {
    this.hasTakenSome = false;
    let at = 0;
    while (at < format.length && !this.isStopped) {
      const percent = format.indexOf('%', at);
      if (percent !== at) {
        const literal = format.slice(at, percent < 0 ? undefined : percent);
        this.text += decodeFormat(literal);
        at = percent < 0 ? format.length : percent;
        continue;
      }
      DIRECTIVE.lastIndex = at;
      const match = DIRECTIVE.exec(format);
      at += match?.[0].length ?? 1;
      if (match) this.directive(match);
    }
  }

  private directive(match: RegExpExecArray): void {
    const [whole, flags = '', width, precision, conversion] = match;
    if (whole === '%%') {
      this.text += '%';
      return;
    }
    if (conversion === undefined) {
      this.fail(whole === '%' ? "`%': missing format character" : `\`${whole.at(-1)}': invalid format character`);
      return;
    }
    let leftFlags = flags;
    let fieldWidth = width === '*' ? this.takeStar() : Number(width ?? 0);
    if (fieldWidth < 0) {
      leftFlags += '-';
      fieldWidth = -fieldWidth;
    }
    const digits = precision === undefined ? undefined : precision === '*' ? this.takeStar() : Number(precision || 0);
    const spec: Spec = {
      flags: leftFlags,
      width: fieldWidth,
      precision: digits !== undefined && digits < 0 ? undefined : digits,
    };
    this.checkLength(Math.max(spec.width, spec.precision ?? 0));
    this.convert(conversion, spec);
    this.checkLength(0);
  }

  private checkLength(more: number): void {
    const { maxLength } = this.time;
    if (this.text.length + more > maxLength) throw new LimitExceeded('maxTextBytes', maxLength, 'bytes of printf');
  }

  private convert(conversion: string, spec: Spec): void {
    if (conversion.startsWith('(')) {
      this.text += pad(this.timeText(conversion.slice(1, -2)), spec);
      return;
    }
    switch (conversion) {
      case 's':
        this.text += pad(cut(this.take(), spec.precision), spec);
        return;
      case 'b': {
        const decoded = decodeEscapes(this.take(), 'argument');
        this.text += pad(cut(decoded.text, spec.precision), spec);
        this.isStopped ||= decoded.isStopped;
        return;
      }
      case 'q':
      case 'Q':
        this.text += pad(quoteBackslash(conversion === 'Q' ? cut(this.take(), spec.precision) : this.take()), spec);
        return;
      case 'c': {
        const value = this.take();
        this.text += pad(value === '' ? '\0' : decodeText(encodeText(value).subarray(0, 1)), spec);
        return;
      }
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        this.text += formatInteger(this.takeInteger('uoxX'.includes(conversion)), conversion, spec);
        return;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        this.text += padNumber(formatFloat(this.takeFloat(), conversion, spec), spec);
        return;
      default:
        this.fail(`\`${conversion}': invalid format character`);
    }
  }

  private take(): string {
    this.hasTakenSome = true;
    return this.values[this.index++] ?? '';
  }

  private takeStar(): number {
    return Number(this.takeInteger());
  }

  private takeInteger(isUnsigned = false): bigint {
    const isMissing = !this.hasMore;
    const value = this.take();
    if (isMissing) return 0n;
    const { number, problem } = parsePrintfInteger(value, isUnsigned);
    if (problem) this.problems.push(problem);
    return number;
  }

  private takeFloat(): number {
    const isMissing = !this.hasMore;
    const value = this.take();
    if (isMissing) return 0;
    const { number, problem } = parsePrintfFloat(value);
    if (problem) this.problems.push(problem);
    return number;
  }

  private timeText(format: string): string {
    const isMissing = !this.hasMore;
    const value = this.take();
    const seconds =
      isMissing || value === '-1' || value === '-2'
        ? Math.floor(this.time.nowMs / 1000)
        : Number(parsePrintfInteger(value).number);
    const text = this.time.strftime(format, seconds);
    return encodedLength(text) < MAX_TIME_BYTES ? text : '';
  }

  private fail(problem: string): void {
    this.problems.push(problem);
    this.isStopped = true;
    this.isFatal = true;
  }
}

function decodeFormat(literal: string): string {
  return decodeEscapes(literal, 'format').text;
}

/** A precision counts bytes for `%s`, as the C library does, but cuts between characters here. */
function cut(text: string, precision: number | undefined): string {
  if (precision === undefined) return text;
  if (encodedLength(text) <= precision) return text;
  return decodeText(encodeText(text).subarray(0, precision));
}

function pad(text: string, { flags, width }: Spec): string {
  const missing = width - encodedLength(text);
  if (missing <= 0) return text;
  return flags.includes('-') ? text + ' '.repeat(missing) : ' '.repeat(missing) + text;
}

function formatInteger(value: bigint, conversion: string, spec: Spec): string {
  const isSigned = conversion === 'd' || conversion === 'i';
  const magnitude = isSigned ? (value < 0n ? -value : value) : BigInt.asUintN(64, value);
  const base = conversion === 'o' ? 8 : conversion === 'x' || conversion === 'X' ? 16 : 10;
  let digits = magnitude.toString(base);
  if (conversion === 'X') digits = digits.toUpperCase();
  if (spec.precision !== undefined)
    digits = magnitude === 0n && spec.precision === 0 ? '' : digits.padStart(spec.precision, '0');
  const alternate = spec.flags.includes('#') && magnitude !== 0n;
  if (alternate && base === 8 && !digits.startsWith('0')) digits = `0${digits}`;
  const prefix = alternate && base === 16 ? (conversion === 'X' ? '0X' : '0x') : '';
  const sign = isSigned ? signOf(value < 0n, spec.flags) : '';
  const zeroPadded = spec.precision === undefined && spec.flags.includes('0') && !spec.flags.includes('-');
  if (zeroPadded) digits = digits.padStart(spec.width - sign.length - prefix.length, '0');
  return pad(sign + prefix + digits, spec);
}

function signOf(isNegative: boolean, flags: string): string {
  if (isNegative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function padNumber(text: string, spec: Spec): string {
  const sign = text.startsWith('-') ? '' : signOf(false, spec.flags);
  const signed = sign + text;
  if (!spec.flags.includes('0') || spec.flags.includes('-') || !/\d/.test(text)) return pad(signed, spec);
  const start = /^[-+ ]?(?:0[xX])?/.exec(signed)?.[0] ?? '';
  return start + signed.slice(start.length).padStart(spec.width - start.length, '0');
}
