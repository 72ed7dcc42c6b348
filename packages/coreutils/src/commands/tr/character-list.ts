import { quote } from '../../arguments/quote.ts';

/** An array of `tr`, byte by byte, as GNU's tr works. */
export interface CharacterList {
  readonly bytes: readonly number[];
  /** Where classes such as `[:upper:]` begin, for translations of case. */
  readonly caseClasses: readonly { readonly at: number; readonly name: 'upper' | 'lower' }[];
}

const CLASSES: ReadonlyMap<string, (byte: number) => boolean> = new Map<string, (byte: number) => boolean>([
  ['alnum', (byte) => isUpper(byte) || isLower(byte) || isDigit(byte)],
  ['alpha', (byte) => isUpper(byte) || isLower(byte)],
  ['blank', (byte) => byte === 9 || byte === 32],
  ['cntrl', (byte) => byte < 32 || byte === 127],
  ['digit', isDigit],
  ['graph', (byte) => byte > 32 && byte < 127],
  ['lower', isLower],
  ['print', (byte) => byte >= 32 && byte < 127],
  ['punct', (byte) => byte > 32 && byte < 127 && !isUpper(byte) && !isLower(byte) && !isDigit(byte)],
  ['space', (byte) => byte === 32 || (byte >= 9 && byte <= 13)],
  ['upper', isUpper],
  ['xdigit', (byte) => isDigit(byte) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102)],
]);

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
]);

/** A byte of the array as written; an escaped one has no special meaning. */
interface Unit {
  readonly byte: number;
  readonly isEscaped: boolean;
}

/**
 * Expands an array: ranges, escapes, `[:class:]`, `[=c=]`, and `[c*n]` and `[c*]`, which fill up to `fillTo` bytes.
 * Returns what is wrong with it otherwise.
 */
export function expandList(bytes: Uint8Array, fillTo: number | undefined): CharacterList | string {
  const units = readUnits(bytes);
  const expanded: number[] = [];
  const caseClasses: { at: number; name: 'upper' | 'lower' }[] = [];
  let fill: { at: number; byte: number } | undefined;
  let index = 0;
  while (index < units.length) {
    const named = readNamed(units, index);
    if (typeof named === 'string') return named;
    if (named) {
      if (named.name === 'upper' || named.name === 'lower') caseClasses.push({ at: expanded.length, name: named.name });
      expanded.push(...named.bytes);
      index = named.end;
      continue;
    }
    const repeat = readRepeat(units, index);
    if (repeat) {
      if (repeat.count === 0) fill = { at: expanded.length, byte: repeat.byte };
      for (let count = 0; count < repeat.count; count++) expanded.push(repeat.byte);
      index = repeat.end;
      continue;
    }
    const first = units[index]?.byte ?? 0;
    const last = units[index + 2];
    if (isPlain(units[index + 1], '-') && last) {
      if (last.byte < first)
        return `range-endpoints of '${show(first)}-${show(last.byte)}' are in reverse collating sequence order`;
      for (let byte = first; byte <= last.byte; byte++) expanded.push(byte);
      index += 3;
      continue;
    }
    expanded.push(first);
    index++;
  }
  if (fill) {
    const { at, byte } = fill;
    const missing = Math.max(0, (fillTo ?? 0) - expanded.length);
    expanded.splice(at, 0, ...Array.from({ length: missing }, () => byte));
  }
  return { bytes: expanded, caseClasses };
}

function readUnits(bytes: Uint8Array): Unit[] {
  const units: Unit[] = [];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte !== 0x5c || index + 1 >= bytes.length) {
      units.push({ byte, isEscaped: false });
      continue;
    }
    const rest = String.fromCharCode(...bytes.subarray(index + 1, index + 4));
    const octal = /^(?:[0-3][0-7]{0,2}|[0-7]{1,2})/.exec(rest)?.[0];
    units.push({
      byte: octal === undefined ? (ESCAPES.get(rest[0] ?? '') ?? rest.charCodeAt(0)) : Number.parseInt(octal, 8),
      isEscaped: true,
    });
    index += octal?.length ?? 1;
  }
  return units;
}

function readNamed(
  units: readonly Unit[],
  index: number,
): { bytes: readonly number[]; name: string; end: number } | string | undefined {
  const mark = units[index + 1];
  if (!isPlain(units[index], '[') || !(isPlain(mark, ':') || isPlain(mark, '='))) return undefined;
  for (let end = index + 2; end + 1 < units.length; end++) {
    if (units[end]?.byte !== mark?.byte || !isPlain(units[end + 1], ']') || end === index + 2) continue;
    const inside = units.slice(index + 2, end).map(({ byte }) => byte);
    const name = String.fromCharCode(...inside);
    if (isPlain(mark, '=')) {
      if (inside.length !== 1) return `${name}: equivalence class operand must be a single character`;
      return { bytes: inside, name: '', end: end + 2 };
    }
    const belongs = CLASSES.get(name);
    if (!belongs) return `invalid character class ${quote(name)}`;
    return { bytes: ALL_BYTES.filter(belongs), name, end: end + 2 };
  }
  return undefined;
}

const ALL_BYTES: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

function readRepeat(units: readonly Unit[], index: number): { byte: number; count: number; end: number } | undefined {
  const character = units[index + 1];
  if (!isPlain(units[index], '[') || !character || !isPlain(units[index + 2], '*')) return undefined;
  let end = index + 3;
  let digits = '';
  while (units[end] && !isPlain(units[end], ']')) digits += String.fromCharCode(units[end++]?.byte ?? 0);
  if (end >= units.length || !/^\d*$/.test(digits)) return undefined;
  const count = digits === '' ? 0 : Number.parseInt(digits, digits.startsWith('0') ? 8 : 10);
  return { byte: character.byte, count, end: end + 1 };
}

function isPlain(unit: Unit | undefined, character: string): boolean {
  return unit !== undefined && !unit.isEscaped && unit.byte === character.charCodeAt(0);
}

function show(byte: number): string {
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
}

function isUpper(byte: number): boolean {
  return byte >= 65 && byte <= 90;
}

function isLower(byte: number): boolean {
  return byte >= 97 && byte <= 122;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
