import type { AnalyzedWord } from '../command-analyzer.ts';
import type { OptionEffect, OptionSpec, OptionTable } from './option-table.ts';

/** A word, or a part of one, that a command is given. */
export type Argument = Pick<AnalyzedWord, 'text' | 'value' | 'start'>;

/** An option as it is used. */
export interface OptionUse {
  /** In full, without dashes. */
  readonly name: string;
  readonly effects: readonly OptionEffect[];
  readonly value: Argument | undefined;
  /** The word in which it stands. */
  readonly word: AnalyzedWord;
}

/** How arguments are told apart. */
export interface OptionStyle {
  readonly table: OptionTable;
  /** What stands behind the first operand is none of the command's options. */
  readonly stopsAtOperand: boolean;
  /** `words`: `-name` is one option, not letters. `both`: it is one when it is known. Default `letters`. */
  readonly dashes: 'letters' | 'words' | 'both';
  /** The first word may be letters without a dash: `tar xf a.tar`. */
  readonly hasOldStyle: boolean;
  /** `--` does not end its options, and is none. */
  readonly hasNoEnd: boolean;
  /** Long names are the same in upper and lower case. */
  readonly ignoresCase: boolean;
  /** In long names `_` is the same as `-`. */
  readonly takesUnderscores: boolean;
  /** The table does not have all options: one that it lacks may take the next word as its value. */
  readonly isOpen: boolean;
}

/** A command's arguments, told apart. */
export interface ReadArguments {
  readonly options: readonly OptionUse[];
  readonly operands: readonly AnalyzedWord[];
  /** Options that the table does not have. */
  readonly unknown: readonly string[];
  /** The values that are joined to such options. */
  readonly unknownValues: readonly { readonly value: Argument; readonly word: AnalyzedWord }[];
  /** Words that are not fixed and may be options; they are among the operands too. */
  readonly unclear: readonly AnalyzedWord[];
  /** Operands that may be the value of an option which the table does not have. */
  readonly possibleValues: readonly AnalyzedWord[];
  /** Behind `--` nothing is an option. */
  readonly isEnded: boolean;
}

/**
 * Tells the options of a command from its operands, as getopt_long does: letters in clusters, values joined or in the next
 * word, long names by any unambiguous beginning, `--` as the end. Where a beginning is ambiguous all that it may be count.
 * Behind an option that is not known the next word may be its value, or not: it is read as if it were none, and hides
 * nothing that follows it.
 *
 * @see GNU C Library manual, 25.3 Parsing program options using getopt
 */
export function readOptions(words: readonly AnalyzedWord[], style: OptionStyle): ReadArguments {
  const reader = new OptionReader(words, style);
  reader.read();
  return reader;
}

class OptionReader implements ReadArguments {
  readonly options: OptionUse[] = [];
  readonly operands: AnalyzedWord[] = [];
  readonly unknown: string[] = [];
  readonly unknownValues: { readonly value: Argument; readonly word: AnalyzedWord }[] = [];
  readonly unclear: AnalyzedWord[] = [];
  readonly possibleValues: AnalyzedWord[] = [];
  isEnded = false;
  readonly #words: readonly AnalyzedWord[];
  readonly #style: OptionStyle;
  /** Index of the next word. */
  #at = 0;
  /** The word that is read. */
  #current: AnalyzedWord | undefined;
  /** The word that is read may be the value of the one before it. */
  #mayBeValue = false;
  /** The word that is read ends with an option that may take a value. */
  #mayTake = false;

  constructor(words: readonly AnalyzedWord[], style: OptionStyle) {
    this.#words = words;
    this.#style = style;
  }

  read(): void {
    if (this.#style.hasOldStyle) this.#readOldStyle();
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at++];
      if (!word) return;
      this.#current = word;
      this.#mayBeValue = this.#mayTake;
      this.#mayTake = false;
      if (word.value === '--') {
        if (this.#mayBeValue || this.#style.hasNoEnd) continue;
        this.isEnded = true;
        this.operands.push(...this.#words.slice(this.#at));
        return;
      }
      if (mayBeOption(word)) {
        this.#readOption(word);
        continue;
      }
      this.operands.push(word);
      if (this.#mayBeValue) this.possibleValues.push(word);
      if (!this.#style.stopsAtOperand) continue;
      this.operands.push(...this.#words.slice(this.#at));
      return;
    }
  }

  #readOldStyle(): void {
    const [first] = this.#words;
    if (first?.value === undefined || !/^[A-Za-z]/.test(first.value)) return;
    this.#at = 1;
    this.#current = first;
    for (const letter of first.value) {
      const spec = this.#style.table.get(letter);
      if (!spec) this.unknown.push(`-${letter}`);
      else this.#use(letter, spec, spec.takes === 'value' ? this.#takeNext() : undefined);
    }
  }

  #readOption(word: AnalyzedWord): void {
    const { value, start } = word;
    // Of a word that is not fixed the beginning may already say which option it is.
    const known = value ?? start;
    const isLong = known.startsWith('--');
    const name = known.slice(isLong ? 2 : 1);
    const { dashes } = this.#style;
    const isWord =
      isLong || dashes === 'words' || (dashes === 'both' && [...candidates(this.#style, nameOf(name))].length > 0);
    const isRead = name !== '' && (isWord ? this.#readWord(name, word) : this.#readLetters(name, word));
    if (isRead) {
      // What is not fixed and not quoted may be several words.
      if (value === undefined && !word.isSingle) this.unclear.push(word);
      return;
    }
    this.unclear.push(word);
    this.operands.push(word);
  }

  /** Reads `name` or `name=value`; false when the word goes on in a way that is not known. */
  #readWord(text: string, word: AnalyzedWord): boolean {
    const name = nameOf(text);
    const isJoined = text.length > name.length;
    if (!isJoined && word.value === undefined) return false;
    const rest = isJoined ? restOf(word, text.slice(name.length + 1)) : undefined;
    const found = candidates(this.#style, name);
    if (found.length === 0) {
      this.unknown.push(text);
      if (rest) this.unknownValues.push({ value: rest, word });
      this.#mayTake = this.#style.isOpen && !isJoined;
    }
    const takesNext = rest === undefined && found.some(([, { takes }]) => takes === 'value');
    const isCommand = found.some(([, { takes }]) => takes === 'command');
    const takesRest = found.some(([, { takes }]) => takes === 'rest');
    const next = takesNext || (takesRest && !isJoined) ? this.#takeNext() : rest;
    for (const [full, spec] of found) this.#use(full, spec, spec.takes === 'nothing' ? undefined : next);
    if (isCommand) this.#skipCommand();
    if (takesRest) this.#takeRest();
    return true;
  }

  #readLetters(letters: string, word: AnalyzedWord): boolean {
    for (let index = 0; index < letters.length; index++) {
      const pair = letters.slice(index, index + 2);
      // Options of one dash may have two letters in a cluster too.
      const isPair = pair.length === 2 && this.#style.dashes === 'both' && this.#style.table.has(pair);
      const letter = isPair ? pair : letters.charAt(index);
      if (isPair) index++;
      const spec = this.#style.table.get(/\d/.test(letter) ? '#' : letter);
      if (!spec) {
        this.unknown.push(`-${letter}`);
        this.unknownValues.push({ value: restOf(word, letters.slice(index + 1)), word });
        this.#mayTake = this.#style.isOpen && index === letters.length - 1;
        continue;
      }
      if (spec.takes === 'nothing') {
        this.#use(letter, spec, undefined);
        continue;
      }
      const joined = letters.slice(index + 1);
      const isJoined = joined !== '' || word.value === undefined;
      if (spec.takes === 'joined value') this.#use(letter, spec, isJoined ? restOf(word, joined) : undefined);
      else this.#use(letter, spec, isJoined ? restOf(word, joined) : this.#takeNext());
      if (spec.takes === 'rest') this.#takeRest();
      return true;
    }
    return word.value !== undefined;
  }

  /** What follows belongs to what the option named. */
  #takeRest(): void {
    this.operands.push(...this.#words.slice(this.#at));
    this.#at = this.#words.length;
  }

  #skipCommand(): void {
    while (this.#at < this.#words.length) {
      const value = this.#words[this.#at++]?.value;
      if (value === ';' || (value === '+' && this.#words[this.#at - 2]?.value === '{}')) return;
    }
  }

  #use(name: string, { effects }: OptionSpec, value: Argument | undefined): void {
    if (this.#current) this.options.push({ name, effects, value, word: this.#current });
  }

  /** Takes the next word as an option's value. One that may become several words, or none, moves what follows it. */
  #takeNext(): AnalyzedWord | undefined {
    const word = this.#words[this.#at];
    const mayBeOne = word !== undefined && mayBeOption(word);
    if (!this.#mayBeValue || !mayBeOne) this.#at++;
    if (word?.value === undefined && word?.isSingle === false) this.unclear.push(word);
    return word;
  }
}

/** Says whether a word is an option, or may turn out to be one; `-` alone is none. */
export function mayBeOption({ value, start }: Argument): boolean {
  if (value !== undefined) return /^-./s.test(value);
  return start === '' || start.startsWith('-');
}

function nameOf(text: string): string {
  const end = text.indexOf('=');
  return end < 0 ? text : text.slice(0, end);
}

/** Options that a name may mean: that one, those that begin with it, and one for all with a beginning (`config.`). */
function candidates(
  { table, ignoresCase, takesUnderscores, dashes }: OptionStyle,
  written: string,
): (readonly [string, OptionSpec])[] {
  const name = takesUnderscores ? written.replaceAll('_', '-') : written;
  const exact = table.get(name);
  if (exact) return [[name, exact]];
  if (name === '') return [];
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const wanted = fold(name);
  // Where `-name` is one option, nobody abbreviates it.
  const isMeant = (full: string): boolean => (dashes === 'words' ? full === name : fold(full).startsWith(wanted));
  return [...table].filter(
    ([full]) => (full.length > 1 || full === '@') && (isMeant(full) || (/[.@-]$/.test(full) && name.startsWith(full))),
  );
}

/** Returns the rest of a word as a value of its own. */
function restOf(word: AnalyzedWord, rest: string): Argument {
  return word.value === undefined
    ? { text: word.text, value: undefined, start: rest }
    : { text: rest, value: rest, start: rest };
}
