import type { AnalyzedPart, AnalyzedWord } from './command-analyzer.ts';
import type { Doubt } from './command-reading.ts';
import type { CommandSpec } from './commands/command-spec.ts';
import type { OptionEffect } from './commands/option-table.ts';
import type { Argument, OptionUse, ReadArguments } from './commands/read-options.ts';
import { isHarmlessAwk } from './harmless-awk.ts';
import { isHarmlessSed } from './harmless-sed.ts';
import { isHarmlessSetting } from './harmless-setting.ts';
import { outsidePlaces } from './outside-places.ts';

/** A command with the table of its name, and its arguments told apart. */
export interface Use {
  readonly part: AnalyzedPart;
  readonly spec: CommandSpec | undefined;
  readonly read: ReadArguments;
  readonly subcommand?: AnalyzedWord | undefined;
}

const DOUBTFUL: ReadonlySet<OptionEffect> = new Set(['writes', 'deletes', 'runs', 'loads', 'extracts', 'asks']);
/** Commands whose names do not say that they change what they are given. */
const READS: ReadonlySet<CommandSpec['operands']> = new Set([
  'none',
  'read',
  'compared',
  'pattern',
  'in-out',
  'setting',
  'any',
  'assigned',
]);
/** With one operand more they do more. */
const COUNTS_OPERANDS: ReadonlySet<CommandSpec['operands']> = new Set(['in-out', 'setting']);

/** Returns why a use is not plain. */
export function doubtsOf(use: Use): Doubt[] {
  const { spec, read, part } = use;
  const other = otherDoubt(use);
  const options = (spec?.options ? read.options : []).filter((each) => isDoubtful(each, spec));
  return [
    ...(other === undefined ? [] : [{ reason: other }]),
    ...hiddenOptions(use),
    ...options.map(({ name, effects, value, word }): Doubt => {
      const reason = `its option ${name} makes it do more`;
      const isNameable = effects.length > 0 && effects.every((effect) => NAMED.has(effect));
      const isKnown = !effects.includes('writes') || value !== undefined || spec?.operands === 'archive';
      const writes = isKnown && effects.length > 0 && effects.every((effect) => WRITES.has(effect));
      const place = effects.some((effect) => PLACES.has(effect)) ? placeNamed(value?.value) : undefined;
      return {
        reason,
        ...(isNameable ? { option: part.words.indexOf(word) } : {}),
        ...(effects.includes('loads') ? { isOfName: true } : {}),
        ...(writes ? { writes } : {}),
        ...(place === undefined ? {} : { place }),
      };
    }),
    ...placeDoubts(use),
    ...part.assignments.flatMap(codePlaces),
  ];
}

/** Behind an operand that may be the value of the option before it more options may follow. */
function hiddenOptions({ spec, read }: Use): Doubt[] {
  const [hidden] = spec?.readsProgram && spec.options ? read.possibleValues : [];
  return hidden ? [{ reason: `${hidden.text} may be the value of the option before it`, isOfName: true }] : [];
}

/** What runs the directory's own code runs no other: words that may name some ask where they lead out of the workspace. */
function placeDoubts({ spec, read, part }: Use): Doubt[] {
  if (!spec) return [];
  const about = (word: AnalyzedWord, value: Argument, isOfName = false): Doubt[] =>
    placesIn(value).map((place) => ({
      reason: `what it runs may be found at ${word.text}, outside the workspace`,
      option: part.words.indexOf(word),
      ...(isOfName ? { isOfName } : {}),
      ...(place === undefined ? {} : { place }),
    }));
  const isOwn = spec.isLocal === true || spec.findsSettings === true;
  const named = isOwn && spec.isOpen ? read.unknownValues.flatMap(({ value, word }) => about(word, value)) : [];
  const [script] = read.operands;
  const isEach = read.options.some(({ effects }) => effects.includes('runs-operands'));
  const scripts = spec.readsProgram && script ? (isEach ? read.operands : [script]) : [];
  // Settings, which may run something, are found beside what the operands name.
  const operands = spec.findsSettings ? read.operands : isOwn ? read.possibleValues : [];
  return [
    ...named,
    ...operands.filter(({ value }) => !/^-./.test(value ?? '')).flatMap((word) => about(word, placeOfWord(word))),
    ...scripts.flatMap((word) => about(word, placeOfWord(word), true)),
  ];
}

/** Variables whose directories hold code that is run. */
const CODE_PATHS: ReadonlySet<string> = new Set(['PYTHONPATH', 'NODE_PATH']);

function codePlaces({ name, value }: AnalyzedPart['assignments'][number]): Doubt[] {
  if (!CODE_PATHS.has(name)) return [];
  const reason = `${name} may lead to code outside the workspace`;
  return value === undefined ? [{ reason }] : value.split(':').map((place) => ({ reason, place }));
}

/** A pattern of the shell is known as far as it stays below a directory. */
function placeOfWord(word: AnalyzedWord): Argument {
  const { text, value, isPattern, start } = word;
  return value === undefined && isPattern && !/[$`]/.test(text) ? { text, value: text, start } : word;
}

/** Returns the place that a value is: `=/x` is `/x`, to programs that take the sign for a part of the option. */
function placeNamed(value: string | undefined): string | undefined {
  const [outside = value] = value === undefined ? [] : outsidePlaces(value);
  return outside === '' ? undefined : outside;
}

/** Returns the places of a value that may be outside; `undefined` for one that is not known. */
function placesIn(value: Argument | undefined): (string | undefined)[] {
  return value?.value === undefined ? [undefined] : outsidePlaces(value.value);
}

const PLACES: ReadonlySet<OptionEffect> = new Set(['elsewhere', 'settings']);

/** What a rule may permit by naming the option. */
const NAMED: ReadonlySet<OptionEffect> = new Set(['writes', 'in-place', 'deletes', 'extracts', 'destroys', 'walks']);

const WRITES: ReadonlySet<OptionEffect> = new Set(['writes', 'in-place', 'extracts']);

function otherDoubt({ part, spec, read, subcommand }: Use): string | undefined {
  const args = part.words.slice(1);
  const isMoreUnknown = part.getsMoreArguments;
  if (!spec?.options) {
    const isUnclear = args.some(
      ({ value }, index) => value === undefined && !args.slice(0, index).some((before) => before.value === '--'),
    );
    return isMoreUnknown || isUnclear ? 'an argument is not known before it runs' : undefined;
  }
  const [unknown] = spec.isOpen ? [] : read.unknown;
  if (unknown !== undefined) return `what ${unknown} does is not known`;
  if (subcommand && read.possibleValues.includes(subcommand))
    return `${subcommand.text} may be the value of the option before it`;
  // Behind `--` nothing is an option; it may still be one operand more.
  const takesAny =
    !COUNTS_OPERANDS.has(spec.operands) && spec.dangerousOperand === undefined && spec.program === undefined;
  const isMoreOpen = isMoreUnknown && !(read.isEnded && takesAny);
  if ((isMoreOpen || read.unclear.length > 0) && !isHarmlessThroughout(spec))
    return 'an argument that is not known before it runs may be an option that does more';
  const { dangerousOperand, operands, program } = spec;
  const operand = read.operands.find(({ value }) => value !== undefined && dangerousOperand?.test(value));
  if (operand) return `${operand.text} makes it do more`;
  if (runsItsInput({ part, spec, read })) return 'it runs what it reads';
  if (operands === 'in-out' && read.operands.length > 1) return 'it writes its second file';
  if (operands === 'setting' && read.operands.length > 1) return 'it changes a setting';
  if (program !== undefined && !hasHarmlessScript({ part, spec, read })) return 'its script may do more than print';
  return undefined;
}

/** Says whether a command runs what it reads, since it is given too few operands. */
export function runsItsInput({ part, spec, read }: Use): boolean {
  const isHelp = part.words.some(({ value }) => /^--?(?:help|version)$/.test(value ?? ''));
  return spec?.runsInput !== undefined && read.operands.length < spec.runsInput && !isHelp;
}

/** Files that keep nothing of what is written. */
const DISCARDS = /^\/dev\/(?:null|stdout|stderr)$/;

function isDoubtful({ name, effects, value }: OptionUse, spec: CommandSpec | undefined): boolean {
  if (!spec) return false;
  if (effects.includes('writes') && DISCARDS.test(value?.value ?? '')) return false;
  if (effects.some((effect) => DOUBTFUL.has(effect))) return true;
  if (effects.includes('in-place')) return READS.has(spec.operands);
  // Whether it is the workspace's own is known when the links on the way are.
  if (effects.some((effect) => PLACES.has(effect))) return true;
  if (effects.includes('modules')) return value?.value === undefined || /[/\\]|^\./.test(value.value);
  if (effects.includes('sends-at')) return value === undefined || /^(?:@|$)/.test(value.value ?? value.start);
  if (effects.includes('sends') && sendsFile(value?.value, effects)) return true;
  if (effects.includes('configures')) return !isHarmlessSetting(value?.value);
  if (effects.includes('formats')) return value?.value === undefined || value.value.includes('%output{');
  // An archive on another machine is read by a program that connects to it.
  const isRemote = value?.value === undefined ? value !== undefined : /^[^/]*:/.test(value.value);
  return spec.operands === 'archive' && (name === 'f' || name === 'file') && isRemote;
}

/** Says whether a value names a file that is sent away: any, or one behind `@` or `<`. */
function sendsFile(value: string | undefined, effects: readonly OptionEffect[]): boolean {
  return value === undefined || effects.includes('reads') || /[@<]/.test(value);
}

/** Says whether no argument makes a command do more than its name says. */
export function isHarmlessThroughout(spec: CommandSpec): boolean {
  const { options, operands, program, dangerousOperand } = spec;
  if (COUNTS_OPERANDS.has(operands) || operands === 'any' || operands === 'repository' || operands === 'command')
    return false;
  if (program !== undefined || dangerousOperand || !options) return false;
  return [...options].every(
    ([, { effects }]) =>
      !effects.some((effect) => DOUBTFUL.has(effect) || PLACES.has(effect) || effect === 'formats') &&
      !(effects.includes('in-place') && READS.has(operands)),
  );
}

/** Says whether the script that a command is given only prints. */
export function hasHarmlessScript({ spec, read }: Use): boolean {
  const given = read.options.filter(({ effects }) => effects.includes('script')).map(({ value }) => value?.value);
  const isGiven = read.options.some(({ effects }) => effects.includes('pattern'));
  const scripts = isGiven ? given : [read.operands[0] ? read.operands[0].value : ''];
  const isHarmless = spec?.program === 'sed' ? isHarmlessSed : isHarmlessAwk;
  return scripts.every((script) => script !== undefined && isHarmless(script));
}
