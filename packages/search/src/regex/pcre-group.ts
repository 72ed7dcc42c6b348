import { PatternFault } from './pattern-tree.ts';

/** The options that `(?imsx)` switches. */
export interface PcreModes {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

/** What an opening parenthesis begins; `end` is the offset behind what was read of it. */
export type GroupOpening =
  | { readonly kind: 'capture'; readonly name: string | undefined; readonly end: number }
  | { readonly kind: 'scoped-modes'; readonly modes: Partial<PcreModes>; readonly end: number }
  | { readonly kind: 'modes'; readonly modes: Partial<PcreModes>; readonly end: number }
  | { readonly kind: 'atomic'; readonly end: number }
  | { readonly kind: 'look'; readonly direction: 'ahead' | 'behind'; readonly negated: boolean; readonly end: number }
  | { readonly kind: 'condition'; readonly target: number | string; readonly end: number }
  | { readonly kind: 'reference'; readonly name: string; readonly end: number }
  /** A comment. */
  | { readonly kind: 'nothing'; readonly end: number };

type Look = Pick<Extract<GroupOpening, { kind: 'look' }>, 'direction' | 'negated'>;

const LOOKS: readonly (readonly [string, Look])[] = [
  ['(?=', { direction: 'ahead', negated: false }],
  ['(?!', { direction: 'ahead', negated: true }],
  ['(?<=', { direction: 'behind', negated: false }],
  ['(?<!', { direction: 'behind', negated: true }],
];

/** Constructs of PCRE that are refused, each by its name. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^\(\?(?:R|0|[+-]?[1-9]\d*)\)/, 'recursion'],
  [/^\(\?&/, 'subroutine call'],
  [/^\(\?P>/, 'subroutine call'],
  [/^\(\?\|/, 'branch reset group'],
  [/^\(\?C/, 'callout'],
  [/^\(\?\((?:R|DEFINE|\?)/, 'condition other than a group'],
  [/^\(\*/, 'verb'],
];

/** Reads what follows the parenthesis at `index`. Throws `PatternFault` with PCRE's message. */
export function readGroupOpening(text: string, index: number): GroupOpening {
  const rest = text.slice(index, index + 300);
  for (const [form, name] of UNSUPPORTED) {
    if (form.test(rest)) throw new PatternFault(`unsupported PCRE construct: ${name}`);
  }
  if (!rest.startsWith('(?')) return { kind: 'capture', name: undefined, end: index + 1 };
  for (const [opening, look] of LOOKS) {
    if (rest.startsWith(opening)) return { kind: 'look', ...look, end: index + opening.length };
  }
  if (rest.startsWith('(?#')) return readComment(text, index);
  if (rest.startsWith('(?>')) return { kind: 'atomic', end: index + 3 };
  if (rest.startsWith('(?(')) return readCondition(rest, index);
  return readNamed(rest, index) ?? readModes(rest, index);
}

function readComment(text: string, index: number): GroupOpening {
  const close = text.indexOf(')', index);
  if (close < 0) throw new PatternFault('missing ) after (?# comment');
  return { kind: 'nothing', end: close + 1 };
}

function readCondition(rest: string, index: number): GroupOpening {
  const [whole, number, bracketed, quoted, bare] =
    /^\(\?\((?:(\d+)|<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))\)/.exec(rest) ?? [];
  if (whole === undefined) throw new PatternFault('malformed number or name after (?(');
  const target = number === undefined ? (bracketed ?? quoted ?? bare ?? '') : Number(number);
  return { kind: 'condition', target, end: index + whole.length };
}

function readNamed(rest: string, index: number): GroupOpening | undefined {
  const reference = /^\(\?P=(\w+)\)/.exec(rest);
  if (reference) return { kind: 'reference', name: reference[1] ?? '', end: index + reference[0].length };
  const opening = /^\(\?(?:P?<|')/.exec(rest)?.[0];
  if (opening === undefined) return undefined;
  const [name = ''] = /^\w*/.exec(rest.slice(opening.length)) ?? [];
  if (/^\d/.test(name)) throw new PatternFault('subpattern name must start with a non-digit');
  if (name === '') throw new PatternFault('subpattern name expected');
  const close = rest[opening.length + name.length];
  if (close !== (opening.endsWith('<') ? '>' : "'")) {
    throw new PatternFault('syntax error in subpattern name (missing terminator?)');
  }
  return { kind: 'capture', name, end: index + opening.length + name.length + 1 };
}

const MODE_NAMES: ReadonlyMap<string, keyof PcreModes> = new Map([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['x', 'extended'],
]);

function readModes(rest: string, index: number): GroupOpening {
  const [whole, caret, on = '', off = '', close] = /^\(\?(\^?)([imsxnJU]*)(?:-([imsxn]*))?([:)])/.exec(rest) ?? [];
  if (whole === undefined) throw new PatternFault('unrecognized character after (? or (?-');
  const unsupported = /[nJU]/.exec(on + off)?.[0];
  if (unsupported) throw new PatternFault(`unsupported PCRE construct: option ${unsupported}`);
  const modes: Partial<Record<keyof PcreModes, boolean>> =
    caret === '^' ? { ignoreCase: false, multiline: false, dotAll: false, extended: false } : {};
  switchModes(modes, on, true);
  switchModes(modes, off, false);
  const end = index + whole.length;
  return close === ':' ? { kind: 'scoped-modes', modes, end } : { kind: 'modes', modes, end };
}

function switchModes(modes: Partial<Record<keyof PcreModes, boolean>>, letters: string, value: boolean): void {
  for (const letter of letters) {
    const name = MODE_NAMES.get(letter);
    if (name) modes[name] = value;
  }
}
