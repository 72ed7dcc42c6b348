/** An option of a command. */
export interface OptionSpec {
  /** Its letters; they all mean the same. */
  readonly short?: string;
  /** Its long names, the first is shown. */
  readonly long?: string | readonly string[];
  /** Long names that take the option back, whatever was given before them. */
  readonly undo?: readonly string[];
  /** What its value is called in the help; without it the option takes none. */
  readonly value?: string;
  /** The value may be left out; it is given only as `--name=value` or joined to the letter. */
  readonly valueIsOptional?: boolean;
  /** The words that its value may be, synonyms together; other words are wrong calls with status 1. */
  readonly choices?: readonly (readonly string[])[];
  /** What it does, in one line. Options without are not shown. */
  readonly help?: string;
}

/** Everything about how a command is called: parsing and `--help` come of it. */
export interface CommandUsage<Name extends string> {
  readonly name: string;
  /** What follows the name, one for each way to call it. */
  readonly synopsis: readonly string[];
  /** What the command does, in a sentence or two. */
  readonly summary: string;
  readonly options: Readonly<Record<Name, OptionSpec>>;
  /** More about values and results, shown below the options. */
  readonly notes?: string;
  /** Options end at the first operand, as for commands that run others. */
  readonly stopsAtOperand?: boolean;
  /** The option that `-NUM` stands for. */
  readonly digits?: Name;
  /** Turns an old way of calling, such as `tail +2` or `tar xzf`, into options; `--` and what follows are left alone. */
  readonly rewriteWords?: (words: readonly string[]) => readonly string[];
  /** Exit status for a wrong call. Default 1. */
  readonly faultStatus?: number;
  /** Long names may not be abbreviated. */
  readonly hasExactLongNames?: boolean;
  /** What is said of wrong options where it is not what GNU's getopt says. */
  readonly faultWords?: Partial<FaultWords>;
  /** A wrong option shows the synopsis before the hint, as grep does. */
  readonly showsSynopsisOnFault?: boolean;
}

/** Words for wrong options, without the command's name. */
export interface FaultWords {
  /** @param letter  of an option that there is not */
  unknownLetter(letter: string): string;
  /** @param written  a long option that there is not, without its dashes */
  unknownLong(written: string): string;
  letterWithoutValue(letter: string): string;
  longWithoutValue(long: string): string;
}

/** Returns the long names of an option, the main one first. */
export function longNames({ long }: OptionSpec): readonly string[] {
  if (long === undefined) return [];
  return typeof long === 'string' ? [long] : long;
}
