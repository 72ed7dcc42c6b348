import { chooseWord } from './choose-word.ts';
import { type CommandUsage, type FaultWords, longNames, type OptionSpec } from './command-usage.ts';

/** An option as it was given. */
export interface GivenOption<Name extends string> {
  readonly name: Name;
  /** Empty when the option takes no value or none was given. */
  readonly value: string;
  /** How many operands stand before it. */
  readonly operandsBefore: number;
}

/** What a command was called with. */
export interface ParsedArguments<Name extends string> {
  /** In the order given, `--help` and `--version` not among them. */
  readonly given: readonly GivenOption<Name>[];
  readonly operands: readonly string[];
  has(name: Name): boolean;
  /** Returns the last value given for `name`. */
  value(name: Name): string | undefined;
  values(name: Name): string[];
  /** Returns which of `names` was given last. */
  last<Some extends Name>(...names: readonly Some[]): Some | undefined;
}

/** What came of parsing. */
export type ParseOutcome<Name extends string> =
  | { readonly kind: 'parsed'; readonly arguments: ParsedArguments<Name> }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** In the words of GNU's getopt, without the command's name. */
  | { readonly kind: 'fault'; readonly message: string; readonly status?: number };

/**
 * Parses words as GNU getopt_long does: letters may be bundled and end with a value, long names may be abbreviated while
 * unique, `--` ends the options, and options may come after operands.
 */
export function parseOptions<Name extends string>(
  usage: CommandUsage<Name>,
  words: readonly string[],
): ParseOutcome<Name> {
  return new OptionParser(usage, words).parse();
}

const GETOPT_WORDS: FaultWords = {
  unknownLetter: (letter) => `invalid option -- '${letter}'`,
  unknownLong: (written) => `unrecognized option '--${written}'`,
  letterWithoutValue: (letter) => `option requires an argument -- '${letter}'`,
  longWithoutValue: (long) => `option '--${long}' requires an argument`,
};

/** An option by one of its long names; `undefined` for the two that every command has. */
interface LongOption<Name extends string> {
  readonly option: Name | undefined;
  readonly long: string;
  readonly spec: OptionSpec;
  readonly isUndone?: boolean;
}

type Fault = Extract<ParseOutcome<never>, { kind: 'fault' | 'help' | 'version' }>;

class OptionParser<Name extends string> {
  readonly #usage: CommandUsage<Name>;
  readonly #words: readonly string[];
  readonly #specs: readonly (readonly [Name, OptionSpec])[];
  #given: GivenOption<Name>[] = [];
  readonly #operands: string[] = [];
  readonly #faultWords: FaultWords;
  #index = 0;

  constructor(usage: CommandUsage<Name>, words: readonly string[]) {
    this.#usage = usage;
    this.#words = usage.rewriteWords?.(words) ?? words;
    this.#specs = optionEntries(usage.options);
    this.#faultWords = { ...GETOPT_WORDS, ...usage.faultWords };
  }

  parse(): ParseOutcome<Name> {
    const operands = this.#operands;
    while (this.#index < this.#words.length) {
      const word = this.#words[this.#index++] ?? '';
      if (word === '--') {
        operands.push(...this.#words.slice(this.#index));
        break;
      }
      if (word === '-' || !word.startsWith('-')) {
        operands.push(word);
        if (!this.#usage.stopsAtOperand) continue;
        operands.push(...this.#words.slice(this.#index));
        break;
      }
      const fault = word.startsWith('--') ? this.#long(word.slice(2)) : this.#letters(word);
      if (fault) return fault;
    }
    return { kind: 'parsed', arguments: createArguments(this.#given, operands) };
  }

  #long(written: string): Fault | undefined {
    const equals = written.indexOf('=');
    const name = equals < 0 ? written : written.slice(0, equals);
    const value = equals < 0 ? undefined : written.slice(equals + 1);
    const found = this.#findLong(name, written);
    if ('kind' in found) return found;
    const { option, long, spec, isUndone } = found;
    if (isUndone) {
      this.#given = this.#given.filter((given) => given.name !== option);
      return undefined;
    }
    if (spec.value === undefined) {
      if (value !== undefined) return fault(`option '--${long}' doesn't allow an argument`);
      if (option === undefined) return { kind: long === 'help' ? 'help' : 'version' };
    }
    if (option === undefined) return undefined;
    if (value === undefined && spec.value !== undefined && !spec.valueIsOptional) {
      const next = this.#words[this.#index++];
      if (next === undefined) return fault(this.#faultWords.longWithoutValue(long));
      return this.#give(option, spec, next);
    }
    return value === undefined ? this.#give(option, {}, '') : this.#give(option, spec, value);
  }

  #findLong(name: string, written: string): LongOption<Name> | Fault {
    const candidates: LongOption<Name>[] = [];
    for (const [option, spec] of this.#specs) {
      for (const long of longNames(spec)) candidates.push({ option, long, spec });
      for (const long of spec.undo ?? []) candidates.push({ option, long, spec: {}, isUndone: true });
    }
    candidates.push({ option: undefined, long: 'help', spec: {} }, { option: undefined, long: 'version', spec: {} });
    const exact = candidates.find(({ long }) => long === name);
    if (exact) return exact;
    const begun = this.#usage.hasExactLongNames ? [] : candidates.filter(({ long }) => long.startsWith(name));
    const [first] = begun;
    if (!first) return fault(this.#faultWords.unknownLong(written));
    if (new Set(begun.map(({ option, long }) => option ?? long)).size === 1) return first;
    const possible = begun.map(({ long }) => `'--${long}'`).join(' ');
    return fault(`option '--${written}' is ambiguous; possibilities: ${possible}`);
  }

  #letters(word: string): Fault | undefined {
    const { digits } = this.#usage;
    for (let at = 1; at < word.length; at++) {
      const letter = String.fromCodePoint(word.codePointAt(at) ?? 0);
      const number = digits === undefined ? '' : (/^\d+/.exec(word.slice(at))?.[0] ?? '');
      if (number !== '' && digits !== undefined && !this.#findLetter(letter)) {
        this.#give(digits, {}, number);
        at += number.length - 1;
        continue;
      }
      const found = this.#findLetter(letter);
      if (!found) return fault(this.#faultWords.unknownLetter(letter));
      const [name, spec] = found;
      if (spec.value === undefined) {
        this.#give(name, {}, '');
        continue;
      }
      const joined = word.slice(at + 1);
      if (joined !== '' || spec.valueIsOptional) {
        return this.#give(name, joined === '' ? {} : spec, joined);
      }
      const next = this.#words[this.#index++];
      if (next === undefined) return fault(this.#faultWords.letterWithoutValue(letter));
      return this.#give(name, spec, next);
    }
    return undefined;
  }

  /** Notes an option; returns what is wrong with its value. */
  #give(name: Name, spec: OptionSpec, written: string): Fault | undefined {
    const chosen = spec.choices && chooseWord(written, longNames(spec)[0] ?? '', spec.choices);
    if (chosen && 'fault' in chosen) return { kind: 'fault', message: chosen.fault, status: 1 };
    this.#given.push({ name, value: chosen?.word ?? written, operandsBefore: this.#operands.length });
    return undefined;
  }

  #findLetter(letter: string): readonly [Name, OptionSpec] | undefined {
    return this.#specs.find(([, { short }]) => short?.includes(letter));
  }
}

/** Returns the options of a table with their names, typed. */
export function optionEntries<Name extends string>(
  options: Readonly<Record<Name, OptionSpec>>,
): (readonly [Name, OptionSpec])[] {
  const entries: (readonly [Name, OptionSpec])[] = [];
  for (const name in options) entries.push([name, options[name]]);
  return entries;
}

function fault(message: string): Fault {
  return { kind: 'fault', message };
}

/** Makes parsed arguments of what was given. */
export function createArguments<Name extends string>(
  given: readonly GivenOption<Name>[],
  operands: readonly string[],
): ParsedArguments<Name> {
  return {
    given,
    operands,
    has: (name) => given.some((option) => option.name === name),
    value: (name) => given.findLast((option) => option.name === name)?.value,
    values: (name) => given.filter((option) => option.name === name).map(({ value }) => value),
    last: (...names) => {
      for (let index = given.length - 1; index >= 0; index--) {
        const found = names.find((name) => name === given[index]?.name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
