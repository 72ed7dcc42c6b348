import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { RgOption } from './rg-usage.ts';

/** What has a colour of its own; byte offsets have that of columns. */
type ColoredPart = 'path' | 'line' | 'column' | 'match';

/** Returns a text in the colours of what it is. */
export type Paint = (part: ColoredPart, text: string) => string;

interface Style {
  readonly fg?: Color | undefined;
  readonly bg?: Color | undefined;
  readonly isBold?: boolean;
  readonly isIntense?: boolean;
  readonly isUnderlined?: boolean;
}

/** One of the eight, or what follows `38;` and `48;` for all others. */
type Color = { readonly kind: 'basic'; readonly number: number } | { readonly kind: 'extended'; readonly code: string };

const DEFAULTS: Readonly<Record<ColoredPart, Style>> = {
  path: { fg: { kind: 'basic', number: 5 } },
  line: { fg: { kind: 'basic', number: 2 } },
  column: {},
  match: { fg: { kind: 'basic', number: 1 }, isBold: true },
};

const NAMES: ReadonlyMap<string, number> = new Map([
  ['black', 0],
  ['red', 1],
  ['green', 2],
  ['yellow', 3],
  ['blue', 4],
  ['magenta', 5],
  ['cyan', 6],
  ['white', 7],
]);

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['nobold', { isBold: false }],
  ['bold', { isBold: true }],
  ['nointense', { isIntense: false }],
  ['intense', { isIntense: true }],
  ['nounderline', { isUnderlined: false }],
  ['underline', { isUnderlined: true }],
]);

const CHOICES = ['always', 'ansi', 'auto', 'never'];

/**
 * Returns how to paint, `undefined` for not at all, or what is wrong with `--color` and `--colors`. The environment may
 * keep colours from being chosen, not from being asked for.
 */
export function readColors(
  given: ParsedArguments<RgOption>,
  { isTerminal, env }: { readonly isTerminal: boolean; readonly env: ReadonlyMap<string, string> },
): Paint | string | undefined {
  const styles = { ...DEFAULTS };
  for (const written of given.values('colors')) {
    const fault = addStyle(styles, written);
    if (fault !== undefined) return fault;
  }
  const written = given.value('color') ?? 'auto';
  if (!CHOICES.includes(written))
    return `error: '${written}' isn't a valid value for '--color <WHEN>'\n\t[possible values: ${CHOICES.join(', ')}]`;
  const isAllowed = (env.get('TERM') ?? 'dumb') !== 'dumb' && !env.has('NO_COLOR');
  const isPretty = given.last('color', 'pretty') === 'pretty';
  const choice = isPretty || (written === 'auto' && isTerminal) ? isAllowed : written !== 'auto' && written !== 'never';
  if (!choice) return undefined;
  return (part, text) => (part === 'match' && isPlain(styles.match) ? text : paint(styles[part], text));
}

/** Applies `part:attribute:value`; returns what is wrong with it. */
function addStyle(styles: Record<ColoredPart, Style>, written: string): string | undefined {
  const [part = '', attribute = '', value, ...more] = written.split(':');
  const isNone = attribute === 'none';
  if (more.length > 0 || (value === undefined && !isNone))
    return `invalid color spec format: '${written}'. Valid format is '(path|line|column|match):(fg|bg|style):(value)'.`;
  if (!isColoredPart(part)) return `unrecognized output type '${part}'. Choose from: path, line, column, match.`;
  if (isNone) {
    styles[part] = {};
    return undefined;
  }
  const change = readAttribute(attribute, value ?? '');
  if (typeof change === 'string') return change;
  styles[part] = { ...styles[part], ...change };
  return undefined;
}

function isColoredPart(name: string): name is ColoredPart {
  return Object.hasOwn(DEFAULTS, name);
}

function readAttribute(attribute: string, value: string): Style | string {
  if (attribute === 'style') {
    const names = [...STYLES.keys()].join(', ');
    return STYLES.get(value.toLowerCase()) ?? `unrecognized style attribute '${value}'. Choose from: ${names}.`;
  }
  if (attribute !== 'fg' && attribute !== 'bg')
    return `unrecognized spec type '${attribute}'. Choose from: fg, bg, style, none.`;
  const color = readColor(value);
  return typeof color === 'string' ? color : { [attribute]: color };
}

/** A name, a number of the 256, or three for red, green and blue; numbers may be hexadecimal. */
function readColor(value: string): Color | string {
  const number = NAMES.get(value.toLowerCase());
  if (number !== undefined) return { kind: 'basic', number };
  if (value !== '' && !/^[\d,]|^0x/i.test(value))
    return `unrecognized color name '${value}'. Choose from: black, blue, green, red, cyan, magenta, yellow, white`;
  const levels = value.split(',').map(readLevel);
  const isWhole = !levels.includes(undefined);
  if (isWhole && levels.length === 1) return { kind: 'extended', code: `5;${levels[0]}` };
  if (isWhole && levels.length === 3) return { kind: 'extended', code: `2;${levels.join(';')}` };
  return value.includes(',')
    ? `unrecognized RGB color triple, should be '[0-255],[0-255],[0-255]' (or a hex triple), but is '${value}'`
    : `unrecognized ansi256 color number, should be '[0-255]' (or a hex number), but is '${value}'`;
}

function readLevel(written: string): number | undefined {
  const level = /^(?:\d+|0x[\da-f]+)$/i.test(written) ? Number(written) : Number.NaN;
  return level <= 255 ? level : undefined;
}

function isPlain({ fg, bg, isBold, isUnderlined }: Style): boolean {
  return !fg && !bg && !isBold && !isUnderlined;
}

const RESET = '\x1b[0m';

function paint(style: Style, text: string): string {
  if (text === '') return '';
  const bold = style.isBold ? '\x1b[1m' : '';
  const underline = style.isUnderlined ? '\x1b[4m' : '';
  const fg = style.fg ? sequence(3, style.fg, style.isIntense) : '';
  const bg = style.bg ? sequence(4, style.bg, style.isIntense) : '';
  return `${RESET}${bold}${underline}${fg}${bg}${text}${RESET}`;
}

/** @param ground  3 for the letters, 4 for what is behind them */
function sequence(ground: 3 | 4, color: Color, isIntense = false): string {
  if (color.kind === 'extended') return `\x1b[${ground}8;${color.code}m`;
  return isIntense ? `\x1b[${ground}8;5;${8 + color.number}m` : `\x1b[${ground}${color.number}m`;
}
