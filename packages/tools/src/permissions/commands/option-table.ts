/** What an option makes a command do beyond what its name says, or what its value is. */
export type OptionEffect =
  /** Its value is a file that is read. */
  | 'reads'
  /** Its value is a file with names of files that are read. */
  | 'lists'
  /** Its value is a file, or a directory of files, that is written. */
  | 'writes'
  /** The operands are changed where they are. */
  | 'in-place'
  /** What the operands name is removed. */
  | 'deletes'
  /** Something that the name does not promise is run; its value is the command. */
  | 'runs'
  /** An interpreter runs what its value is or names: a rule for the interpreter alone is about that. */
  | 'loads'
  /** Its value is the name of a program, and what follows that program's arguments. */
  | 'nests'
  /** Every operand is a file that is run. */
  | 'runs-operands'
  /** Files are unpacked into the directory. */
  | 'extracts'
  /** Does more than the name says in another way. */
  | 'asks'
  /** Destroys what nothing brings back; the name of the command says that it may. */
  | 'destroys'
  /** Everything below the operands is read or changed. */
  | 'walks'
  /** Its value is the directory into which the operands go. */
  | 'target'
  /** It gives what else the first operand would be: a pattern, a script. */
  | 'pattern'
  /** Its value is a script of the command's own language. */
  | 'script'
  /** Its value is the directory in which the command works. */
  | 'elsewhere'
  /** Its value is where settings are found, which may make it run something. */
  | 'settings'
  /** Its value is a name, or the path of a file that is run. */
  | 'modules'
  /** Its value is sent to another machine; what the file holds, where it begins with `@`. */
  | 'sends-at'
  /** A file is read whose name follows `@` in its value. */
  | 'uploads'
  /** What its value says is sent to another machine; a file, where the value names one. */
  | 'sends'
  /** Its value is `name=value` of a setting that may make it run something. */
  | 'configures'
  /** Links are copied, or made, as links. */
  | 'links'
  /** Its value is a text that may name a file that is written: `%output{file}`. */
  | 'formats'
  /** It shows no contents of files. */
  | 'skims'
  /** It shows all of what it shows, whatever paths are given. */
  | 'whole'
  /** Its value is a text that may show what files hold: `%(raw)`. */
  | 'templates';

/** An option: what it takes, and what it does; nothing of note when there are no effects. */
export interface OptionSpec {
  readonly takes: 'nothing' | 'value' | 'joined value' | 'command' | 'rest';
  readonly effects: readonly OptionEffect[];
}

/** Options by name without dashes; one letter is a short option. */
export type OptionTable = ReadonlyMap<string, OptionSpec>;

const EFFECTS: ReadonlySet<string> = new Set<OptionEffect>([
  'reads',
  'lists',
  'writes',
  'in-place',
  'deletes',
  'runs',
  'loads',
  'nests',
  'runs-operands',
  'extracts',
  'asks',
  'destroys',
  'walks',
  'target',
  'pattern',
  'script',
  'elsewhere',
  'settings',
  'modules',
  'sends-at',
  'uploads',
  'sends',
  'configures',
  'links',
  'formats',
  'skims',
  'whole',
  'templates',
]);

const TAKES: Readonly<Record<string, OptionSpec['takes']>> = {
  '=': 'value',
  '?': 'joined value',
  ';': 'command',
  '!': 'rest',
};

/**
 * Reads a table: items with blanks between them, each `names`, then `=` when it takes a value, `?` when one may be joined
 * to it, `;` when a command up to `;` follows, `!` when it takes a value and nothing behind that is an option, then `:effect+effect`. Names have commas between them, each may have the sign; letters in brackets
 * are options of one letter: `[nr] o,output=:writes`. A name that ends with `.`, `-` or `@` stands for all that begin with it. Throws `TypeError` for an effect that does not exist.
 */
export function optionTable(text: string): OptionTable {
  const table = new Map<string, OptionSpec>();
  for (const item of text.split(/\s+/)) {
    const [, names = '', sign = '', effects] = /^(.+?)([=?;!]?)(?::([a-z+-]+))?$/.exec(item) ?? [];
    const spec: OptionSpec = {
      takes: TAKES[sign] ?? 'nothing',
      effects: (effects?.split('+') ?? []).map(checkEffect),
    };
    const all = names.startsWith('[')
      ? Array.from(names.slice(1, -1))
      : names.split(',').map((name) => name.replace(/[=?;!]$/, ''));
    for (const name of all) if (name !== '') table.set(name, spec);
  }
  return table;
}

function checkEffect(text: string): OptionEffect {
  if (isEffect(text)) return text;
  throw new TypeError(`${text} is no effect of an option`);
}

function isEffect(text: string): text is OptionEffect {
  return EFFECTS.has(text);
}
