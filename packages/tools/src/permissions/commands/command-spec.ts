import { type OptionTable, optionTable } from './option-table.ts';

/** What the operands of a command are. */
export type OperandKind =
  /** Names of no files, or of files whose contents are not read. */
  | 'none'
  /** Files that are read. */
  | 'read'
  /** A pattern or a script, and then files that are read. */
  | 'pattern'
  /** Files that are written. */
  | 'write'
  /** Files that are removed. */
  | 'delete'
  /** A mode or an owner, and then files that are changed. */
  | 'mode'
  /** Files that are read, and the last one, or the directory into which they go. */
  | 'copy'
  /** The same, but what was there is gone then. */
  | 'move'
  /** Targets of links, and where the links go. */
  | 'link'
  /** One file that is read and one that is written. */
  | 'in-out'
  /** A file that is read, and names or a beginning of names that are written beside it. */
  | 'pieces'
  /** An archive that is written, and files that are read. */
  | 'archive'
  /** An archive, and names inside it, which are written here. */
  | 'unpack'
  /** Files that are replaced by others beside them. */
  | 'convert'
  /** Anything: a program may read and write what it is given. */
  | 'any'
  /** Anything, and any file of the repository or directory may be changed. */
  | 'repository'
  /** A command with its arguments. */
  | 'command'
  /** `if=FILE` is read and `of=FILE` written. */
  | 'assigned'
  /** Files that are read; of a directory the file in it that is named like the other. */
  | 'compared'
  /** The name of a setting; with a second operand it is set. */
  | 'setting';

/** What a command's arguments can make it do besides what its name says. Data; a command is one entry. */
export interface CommandSpec {
  /** Options of note; with `isOpen` all others are harmless, else one that is not here makes the part ask. */
  readonly options?: OptionTable;
  readonly isOpen?: boolean;
  readonly operands: OperandKind;
  readonly stopsAtOperand?: boolean;
  readonly dashes?: 'words' | 'both';
  readonly hasOldStyle?: boolean;
  readonly hasNoEnd?: boolean;
  /** Upper and lower case of its long options are the same. */
  readonly ignoresCase?: boolean;
  /** In its long options `_` is the same as `-`. */
  readonly takesUnderscores?: boolean;
  /** An operand that makes it do more: a URL that is run, a variable that is set. */
  readonly dangerousOperand?: RegExp;
  /** Its script must be of the harmless kind. */
  readonly program?: 'sed' | 'awk';
  /** What its first operand may be; without an entry it is as `otherSubcommands` says, else as the command itself. */
  readonly subcommands?: Readonly<Record<string, CommandSpec>>;
  readonly otherSubcommands?: CommandSpec;
  /** It reads or changes everything below the directories that it is given. */
  readonly walks?: boolean;
  /** Without an operand for it, it walks the current directory; `always`: its operands may be no files at all. */
  readonly walksHere?: boolean | 'always';
  /** It shows, or takes in, what files of the repository hold: `by default` unless an option says otherwise, or only with one. */
  readonly shows?: 'always' | 'by default' | 'by option';
  /** The first operand with which it does so, where it does so only with one. */
  readonly showsWith?: RegExp;
  /** An operand with which it reads files that only its text names. */
  readonly loads?: RegExp;
  /** It is a wrapper: what it runs is a part of its own, and decides. */
  readonly isTransparent?: boolean;
  /** Changes nothing outside the shell; needs no rule beside commands that have one. */
  readonly isNeutral?: boolean;
  /** Without a command of its own it changes nothing but the shell. */
  readonly isNeutralAlone?: boolean;
  /** What it does is found in the directory: scripts, settings, tasks. */
  readonly isLocal?: boolean;
  /** Beside its operands it finds settings, or what it runs. */
  readonly findsSettings?: boolean;
  /** Its arguments may be, or hold, commands that it runs. */
  readonly runsArguments?: boolean;
  /** The order of its operands says nothing: what a rule names first may stand anywhere. */
  readonly isUnordered?: boolean;
  /** It may be another name for any command. */
  readonly mayBeAlias?: boolean;
  /** It runs what it reads when it is given no file. */
  readonly readsProgram?: boolean;
  /** With fewer operands it runs what it reads, even where its name is permitted. */
  readonly runsInput?: number;
  /** Its operands may be patterns for files. */
  readonly takesPathspecs?: boolean;
  /** What it writes is new, or stays as it is: nothing is lost. */
  readonly onlyCreates?: boolean;
  /** It destroys what nothing brings back, with or without options. */
  readonly isDestructive?: boolean;
  /** It makes links, or unpacks them. */
  readonly makesLinks?: boolean;
  readonly usesNetwork?: boolean;
  /** Its operands may be addresses that later commands connect to. */
  readonly keepsAddresses?: boolean;
  /** Its operands are addresses. */
  readonly hasTargets?: boolean;
}

/** Commands by name. */
export type CommandTable = Readonly<Record<string, CommandSpec>>;

/** Makes a spec whose options are all listed. */
export function listed(operands: OperandKind, options: string, more: Partial<CommandSpec> = {}): CommandSpec {
  return { operands, options: optionTable(options), ...more };
}

/** Makes a spec in which options that are not listed are harmless. */
export function open(operands: OperandKind, options = '', more: Partial<CommandSpec> = {}): CommandSpec {
  return { operands, isOpen: true, options: optionTable(options), ...more };
}

/** Gives several commands the same spec. */
export function many(names: string, spec: CommandSpec): CommandTable {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]));
}

/** Says of commands that what they do is found in the directory. */
export function local(table: CommandTable): CommandTable {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, { ...spec, isLocal: true }]));
}
