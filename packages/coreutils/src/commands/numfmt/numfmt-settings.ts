import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';

/** Options of numfmt. */
export type NumfmtOption =
  | 'debug'
  | 'delimiter'
  | 'field'
  | 'format'
  | 'from'
  | 'fromUnit'
  | 'grouping'
  | 'header'
  | 'invalid'
  | 'padding'
  | 'round'
  | 'suffix'
  | 'to'
  | 'toUnit'
  | 'zero';

const SCALES = ['none', 'auto', 'si', 'iec', 'iec-i'] as const;
const ROUNDINGS = ['up', 'down', 'from-zero', 'towards-zero', 'nearest'] as const;
const INVALIDS = ['abort', 'fail', 'warn', 'ignore'] as const;

/** How letters behind numbers count. */
export type Scale = (typeof SCALES)[number];
/** Which way numbers are rounded. */
export type Rounding = (typeof ROUNDINGS)[number];

/** What numfmt was asked for. */
export interface NumfmtSettings {
  readonly from: Scale;
  readonly to: Scale;
  readonly fromUnit: number;
  readonly toUnit: number;
  readonly round: Rounding;
  readonly invalid: (typeof INVALIDS)[number];
  /** Columns, negative to pad on the right; 0 for none. */
  readonly padding: number;
  readonly isZeroPadded: boolean;
  readonly precision: number | undefined;
  readonly before: string;
  readonly after: string;
  readonly suffix: string;
  readonly delimiter: string | undefined;
  readonly isField: (field: number) => boolean;
  readonly headerLines: number;
}

/** Reads the settings of a call; a text is what is wrong. */
export function readNumfmtSettings(given: ParsedArguments<NumfmtOption>): NumfmtSettings | string {
  const from = choose(given, 'from', SCALES, 'none');
  const to = choose(
    given,
    'to',
    SCALES.filter((scale) => scale !== 'auto'),
    'none',
  );
  const round = choose(given, 'round', ROUNDINGS, 'from-zero');
  const invalid = choose(given, 'invalid', INVALIDS, 'abort');
  const fromUnit = parseUnit(given.value('fromUnit') ?? '1');
  const toUnit = parseUnit(given.value('toUnit') ?? '1');
  if (fromUnit === undefined) return `invalid unit size: ${quote(given.value('fromUnit') ?? '')}`;
  if (toUnit === undefined) return `invalid unit size: ${quote(given.value('toUnit') ?? '')}`;
  const padding = given.value('padding');
  if (padding !== undefined && !/^-?0*[1-9]\d*$/.test(padding)) return `invalid padding value ${quote(padding)}`;
  const header = given.has('header') ? given.value('header') || '1' : '0';
  if (given.has('header') && !/^0*[1-9]\d*$/.test(header)) return `invalid header value ${quote(header)}`;
  const delimiter = given.value('delimiter');
  if (delimiter !== undefined && Array.from(delimiter).length > 1) return 'the delimiter must be a single character';
  const isField = parseFields(given.value('field') ?? '1');
  if (typeof isField === 'string') return isField;
  const format = parseFormat(given.value('format') ?? '%f');
  if (typeof format === 'string') return format;
  if (given.has('grouping') && given.has('format')) return '--grouping cannot be combined with --format';
  if (given.has('grouping') && to !== 'none') return 'grouping cannot be combined with --to';
  return {
    from,
    to,
    round,
    invalid,
    fromUnit,
    toUnit,
    padding: format.width === 0 ? Number(padding ?? 0) : format.width,
    isZeroPadded: format.isZeroPadded,
    precision: format.precision,
    before: format.before,
    after: format.after,
    suffix: given.value('suffix') ?? '',
    delimiter,
    isField,
    headerLines: Number(header),
  };
}

/** Parsing has made sure that a word is one of the choices. */
function choose<Choice extends string>(
  given: ParsedArguments<NumfmtOption>,
  option: NumfmtOption,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  return choices.find((choice) => choice === given.value(option)) ?? fallback;
}

function parseUnit(text: string): number | undefined {
  const [, digits, letter = '', i] = /^(\d+)([KMGTPEZY]?)(i?)$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0 || (i === 'i' && letter === '')) return undefined;
  return Number(digits) * (i === 'i' ? 1024 : 1000) ** ' KMGTPEZY'.indexOf(letter || ' ');
}

function parseFields(text: string): ((field: number) => boolean) | string {
  const ranges: [number, number][] = [];
  for (const part of text.split(/[,\s]/)) {
    const [, first, dash, last] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (first === undefined || part === '') return `invalid field value ${quote(part)}`;
    if (Number(first || 1) === 0 || last === '0') return 'fields are numbered from 1';
    const low = Number(first || 1);
    const high = dash === '' ? low : last === '' ? Number.POSITIVE_INFINITY : Number(last);
    if (high < low) return 'invalid decreasing range';
    ranges.push([low, high]);
  }
  return (field) => ranges.some(([low, high]) => field >= low && field <= high);
}

interface NumberFormat {
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly isZeroPadded: boolean;
  readonly precision: number | undefined;
}

function parseFormat(text: string): NumberFormat | string {
  if (text.replaceAll('%%', '').indexOf('%') < 0) return `format ${quote(text)} has no % directive`;
  const [whole, before = '', flags = '', width = '', precision, after = ''] =
    /^((?:[^%]|%%)*)%([0' -]*)(\d*)(?:\.(\d*))?f([^]*)$/.exec(text) ?? [];
  if (whole === undefined) return `invalid format ${quote(text)}, directive must be %[0]['][-][N][.][N]f`;
  if (/%(?!%)/.test(after.replaceAll('%%', ''))) return `format ${quote(text)} has too many % directives`;
  return {
    before,
    after,
    width: Number(width || 0) * (flags.includes('-') ? -1 : 1),
    isZeroPadded: flags.includes('0'),
    precision: precision === undefined ? undefined : Number(precision || 0),
  };
}
