import type { PatternMatch } from '@cloche/search';
import { characterCount, charactersBefore, offsetOfCharacter } from '../characters.ts';
import { formatText } from '../format-text.ts';
import { matchesOf, splitterOf, splitterOfPattern } from '../split-fields.ts';
import { AwkArray, InputText, isValue, parseNumber, RegexpOperand, UnsetVariable } from '../values.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { substitute } from './substitute.ts';

/** Functions on text. `sub` and `gsub`, which assign, are compiled apart. */
export const STRING_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  length: { modes: ['any'], run: lengthOf },
  index: {
    run: (call) => {
      const text = call.text(0);
      const offset = text.indexOf(call.text(1));
      return offset < 0 ? 0 : charactersBefore(text, offset) + 1;
    },
  },
  substr: { run: substringOf },
  tolower: { run: (call) => call.text(0).toLowerCase() },
  toupper: { run: (call) => call.text(0).toUpperCase() },
  sprintf: {
    run: (call) => {
      const values = call.operands.slice(1).map((cell) => (isValue(cell) ? cell : undefined));
      return formatText(call.text(0), values, call.runtime.settings.conversionFormat, call.place);
    },
  },
  split: { modes: ['value', 'array', 'regexp', 'array'], run: split },
  patsplit: { modes: ['value', 'array', 'regexp', 'array'], run: splitByPattern },
  match: { modes: ['value', 'regexp', 'array'], run: match },
  gensub: { modes: ['regexp', 'value'], run: replaceIn },
  strtonum: { run: (call) => parseInAnyBase(call.text(0)) },
};

function lengthOf(call: BuiltinCall): number {
  if (!call.has(0)) return characterCount(call.runtime.record.text);
  const cell = call.operands[0];
  if (cell instanceof AwkArray) return cell.elements.size;
  if (cell instanceof UnsetVariable) return cell.array?.elements.size ?? 0;
  return characterCount(call.text(0));
}

/** Places are cut to whole numbers; a start before the text is its first character. */
function substringOf(call: BuiltinCall): string {
  const text = call.text(0);
  const start = Math.max(Math.trunc(call.number(1)), 1);
  const length = call.has(2) ? Math.trunc(call.number(2)) : Number.POSITIVE_INFINITY;
  if (!(length > 0) || Number.isNaN(start)) return '';
  const from = offsetOfCharacter(text, start - 1);
  return text.slice(from, from + offsetOfCharacter(text.slice(from), length));
}

function split(call: BuiltinCall): number {
  const { settings, regexps } = call.runtime;
  const separators: string[] = [];
  const splitter = !call.has(2)
    ? splitterOf(settings.fieldSeparator, regexps)
    : call.operands[2] instanceof RegexpOperand
      ? splitterOfPattern(call.pattern(2))
      : splitterOf(call.text(2), regexps);
  const parts = splitter(call.text(0), separators);
  // The blanks round the fields are the first and the last separator.
  const isAtBlanks = separators.length > parts.length;
  fill(call.array(3), separators, isAtBlanks ? 0 : 1);
  fill(call.array(1), parts, 1);
  return parts.length;
}

function splitByPattern(call: BuiltinCall): number {
  const separators: string[] = [];
  const pattern = call.has(2) ? call.pattern(2) : call.runtime.regexps.compile('[^[:space:]]+');
  const parts = matchesOf(pattern, call.text(0), separators);
  fill(call.array(3), separators, 0);
  fill(call.array(1), parts, 1);
  return parts.length;
}

function fill(array: AwkArray | undefined, texts: readonly string[], first: number): void {
  if (!array) return;
  array.elements.clear();
  for (const [index, text] of texts.entries()) array.elements.set(String(index + first), new InputText(text));
}

function match(call: BuiltinCall): number {
  const text = call.text(0);
  const pattern = call.pattern(1);
  const withGroups = call.has(2) ? pattern.match(text, 0) : undefined;
  const found = call.has(2) ? withGroups : pattern.find(text, 0);
  const start = found ? charactersBefore(text, found.start) + 1 : 0;
  const length = found ? characterCount(text.slice(found.start, found.end)) : -1;
  call.runtime.variable('RSTART').set(start);
  call.runtime.variable('RLENGTH').set(length);
  const groups = call.array(2);
  groups?.elements.clear();
  if (groups && withGroups) fillGroups(groups, text, withGroups, call.runtime.settings.subscriptSeparator);
  return start;
}

function fillGroups(array: AwkArray, text: string, { groups }: PatternMatch, separator: string): void {
  for (const [number, span] of groups.entries()) {
    if (!span) continue;
    const part = text.slice(span.start, span.end);
    array.elements.set(String(number), new InputText(part));
    array.elements.set(`${number}${separator}start`, charactersBefore(text, span.start) + 1);
    array.elements.set(`${number}${separator}length`, characterCount(part));
  }
}

function replaceIn(call: BuiltinCall): string {
  const text = call.has(3) ? call.text(3) : call.runtime.record.text;
  const how = call.text(2);
  const isGlobal = /^[gG]/.test(how);
  const occurrence = isGlobal ? 1 : Math.max(Math.trunc(call.number(2)), 1);
  return substitute(call.pattern(0), text, call.text(1), { isGlobal, occurrence, hasGroups: true })?.text ?? text;
}

/** Reads `0x` as hexadecimal and a leading 0 as octal. */
function parseInAnyBase(text: string): number {
  const [, sign = '', hexadecimal, octal] = /^\s*([-+]?)(?:0[xX]([0-9A-Fa-f]+)|0([0-7]+)(?![\d.]))/.exec(text) ?? [];
  const magnitude =
    hexadecimal !== undefined
      ? Number.parseInt(hexadecimal, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : undefined;
  if (magnitude === undefined) return parseNumber(text);
  return sign === '-' ? -magnitude : magnitude;
}
