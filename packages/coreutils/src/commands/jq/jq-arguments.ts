import type { JsonStyle } from './format-json.ts';

/** A variable that a filter gets. */
export type JqVariable =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'json'; readonly name: string; readonly value: string }
  | { readonly kind: 'raw-file'; readonly name: string; readonly file: string }
  | { readonly kind: 'json-file'; readonly name: string; readonly file: string };

/** What jq was called with. */
export interface JqArguments {
  /** Options that jq itself gets. */
  readonly flags: readonly string[];
  readonly filter: string | undefined;
  /** The first operand is the file of the filter. */
  readonly filterIsFile: boolean;
  readonly files: readonly string[];
  readonly variables: readonly JqVariable[];
  readonly positional: readonly { readonly kind: 'text' | 'json'; readonly value: string }[];
  readonly takesNoInput: boolean;
  readonly style: JsonStyle;
  readonly wants: 'run' | 'help' | 'version';
}

/** A wrong call, in jq's words. */
export class JqUsageFault extends Error {
  readonly code = 'JQ_USAGE';
  /** It is about a file that an option names, so that help would not help. */
  readonly isAboutData: boolean;
  constructor(message: string, isAboutData = false) {
    super(message);
    this.isAboutData = isAboutData;
  }
}

/** Options that are handed on as they are. */
const HANDED_ON: ReadonlyMap<string, string> = new Map([
  ['null-input', '-n'],
  ['raw-input', '-R'],
  ['slurp', '-s'],
  ['exit-status', '-e'],
  ['sort-keys', '-S'],
  ['stream', '--stream'],
  ['stream-errors', '--stream-errors'],
]);

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', 'null-input'],
  ['R', 'raw-input'],
  ['s', 'slurp'],
  ['e', 'exit-status'],
  ['S', 'sort-keys'],
  ['r', 'raw-output'],
  ['j', 'join-output'],
  ['a', 'ascii-output'],
  ['c', 'compact-output'],
  ['C', 'color-output'],
  ['M', 'monochrome-output'],
  ['f', 'from-file'],
  ['h', 'help'],
  ['V', 'version'],
]);

/** How many values follow an option. */
const VALUES: ReadonlyMap<string, number> = new Map([
  ['arg', 2],
  ['argjson', 2],
  ['slurpfile', 2],
  ['rawfile', 2],
  ['indent', 1],
  ['library-path', 1],
]);

const MAX_INDENT = 7;

/** Parses the words of a call, as jq does: options may stand anywhere. Throws `JqUsageFault`. */
export function parseJqArguments(words: readonly string[]): JqArguments {
  const flags: string[] = [];
  const operands: string[] = [];
  const variables: JqVariable[] = [];
  const positional: { kind: 'text' | 'json'; value: string }[] = [];
  let style: JsonStyle = {
    indent: 2,
    usesTabs: false,
    isRaw: false,
    end: '\n',
    isAscii: false,
    hasColors: false,
    isSequence: false,
  };
  let filterIsFile = false;
  let wants: JqArguments['wants'] = 'run';
  let rest: 'files' | 'text' | 'json' = 'files';
  let optionsEnded = false;
  let index = 0;

  const values = (name: string, count: number): string[] => {
    const taken = words.slice(index, index + count);
    const what = count === 2 ? 'two parameters (e.g. --' : 'one parameter (e.g. --';
    if (taken.length < count) {
      throw new JqUsageFault(
        count === 2 ? `--${name} takes ${what}${name} varname value)` : `--${name} takes one parameter`,
      );
    }
    index += count;
    return taken;
  };

  const apply = (name: string): void => {
    const handedOn = HANDED_ON.get(name);
    if (handedOn !== undefined) flags.push(handedOn);
    switch (name) {
      case 'raw-output':
        style = { ...style, isRaw: true };
        return;
      case 'raw-output0':
        style = { ...style, isRaw: true, end: '\0' };
        return;
      case 'join-output':
        style = { ...style, isRaw: true, end: '' };
        return;
      case 'ascii-output':
        style = { ...style, isAscii: true };
        return;
      case 'compact-output':
        style = { ...style, indent: 0, usesTabs: false };
        return;
      case 'color-output':
        style = { ...style, hasColors: true };
        return;
      case 'monochrome-output':
        style = { ...style, hasColors: false };
        return;
      case 'tab':
        style = { ...style, usesTabs: true, indent: 1 };
        return;
      case 'seq':
        style = { ...style, isSequence: true };
        flags.push('--seq');
        return;
      case 'indent': {
        const [width = ''] = values(name, 1);
        if (!/^-?\d+$/.test(width)) throw new JqUsageFault('--indent takes a number');
        if (Number(width) < 0) throw new JqUsageFault('Cannot indent less than zero');
        if (Number(width) > MAX_INDENT) throw new JqUsageFault(`Cannot indent more than ${MAX_INDENT} characters`);
        style = { ...style, indent: Number(width), usesTabs: false };
        return;
      }
      case 'library-path':
        throw new JqUsageFault('modules are not available here (-L)');
      case 'arg':
      case 'argjson': {
        const [variable = '', value = ''] = values(name, 2);
        variables.push(
          name === 'arg' ? { kind: 'text', name: variable, value } : { kind: 'json', name: variable, value },
        );
        return;
      }
      case 'slurpfile':
      case 'rawfile': {
        const [variable = '', file = ''] = values(name, 2);
        variables.push(
          name === 'rawfile' ? { kind: 'raw-file', name: variable, file } : { kind: 'json-file', name: variable, file },
        );
        return;
      }
      case 'args':
        rest = 'text';
        return;
      case 'jsonargs':
        rest = 'json';
        return;
      case 'from-file':
        filterIsFile = true;
        return;
      case 'help':
      case 'version':
        wants = name;
        return;
      case 'unbuffered':
      case 'build-configuration':
        return;
      default:
        if (handedOn === undefined) throw new JqUsageFault(`Unknown option: --${name}`);
    }
  };

  while (index < words.length) {
    const word = words[index++] ?? '';
    if (optionsEnded || word === '-' || !word.startsWith('-')) {
      if (operands.length === 0 || rest === 'files') operands.push(word);
      else positional.push({ kind: rest, value: word });
    } else if (word === '--') optionsEnded = true;
    else if (word.startsWith('--')) apply(longName(word));
    else {
      for (const letter of word.slice(1)) {
        const name = letter === 'L' ? 'library-path' : LETTERS.get(letter);
        if (name === undefined) throw new JqUsageFault(`Unknown option: ${word}`);
        apply(name);
      }
    }
  }
  const [filter, ...files] = operands;
  return {
    flags,
    filter,
    filterIsFile,
    files,
    variables,
    positional,
    takesNoInput: flags.includes('-n'),
    style,
    wants,
  };
}

function longName(word: string): string {
  const name = word.slice(2);
  const known = [...HANDED_ON.keys(), ...LETTERS.values(), ...VALUES.keys(), ...OTHERS];
  if (!known.includes(name)) throw new JqUsageFault(`Unknown option: ${word}`);
  return name;
}

const OTHERS: readonly string[] = [
  'raw-output0',
  'tab',
  'seq',
  'args',
  'jsonargs',
  'unbuffered',
  'build-configuration',
];
