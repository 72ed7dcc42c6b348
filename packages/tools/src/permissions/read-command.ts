import { baseName } from '@cloche/system';
import type { AnalyzedPart, AnalyzedWord, CommandAnalysis } from './command-analyzer.ts';
import { specOf } from './command-effects.ts';
import type { CommandReading, Doubt } from './command-reading.ts';
import type { CommandSpec } from './commands/command-spec.ts';
import type { OptionEffect } from './commands/option-table.ts';
import { optionTable } from './commands/option-table.ts';
import { type Argument, type OptionUse, type ReadArguments, readOptions } from './commands/read-options.ts';
import { findFileUses } from './find-file-uses.ts';
import { isHarmlessAwk } from './harmless-awk.ts';
import { isHarmlessSed } from './harmless-sed.ts';
import { isHarmlessSetting } from './harmless-setting.ts';

const NO_OPTIONS = optionTable('');

/** Returns an analysis whose parts have their readings, by the tables of the commands. */
export function readCommands(analysis: CommandAnalysis): CommandAnalysis {
  return { ...analysis, parts: analysis.parts.map((part) => ({ ...part, reading: readCommand(part) })) };
}

/** Reads a part by the table of its command. */
function readCommand(part: AnalyzedPart): CommandReading {
  const [name, ...args] = part.words;
  const found = specOf(part.command?.name ?? '');
  const split = found?.subcommands ? splitSubcommand(found, args) : undefined;
  const spec = split?.spec ?? found;
  const own = readOptions(split?.rest ?? args, styleOf(spec));
  const read: ReadArguments = split
    ? {
        ...own,
        options: [...split.global.options, ...own.options],
        unknown: [...split.global.unknown, ...own.unknown],
        possibleValues: [...split.global.possibleValues, ...own.possibleValues],
      }
    : own;
  const uses = { part, spec, read, subcommand: split?.fromSubcommand[0] };
  const nested = nestedIn(uses);
  const runs = [...(spec ? commandsIn(uses) : []), ...(nested?.reading.runs ?? [])];
  const effects = new Set(read.options.flatMap((option) => option.effects));
  const files = findFileUses({ ...uses, isScriptHarmless: spec?.program === undefined || hasHarmlessScript(uses) });
  return {
    words: name && split ? [name, ...split.fromSubcommand] : part.words,
    doubts: [...doubtsOf(uses), ...(nested?.doubts ?? [])],
    files,
    runs,
    onlyReads: spec !== undefined && onlyReads(spec) && part.isUnderstood,
    isDestructive: isDestructive(spec, effects) || nested?.reading.isDestructive === true,
    deletes: spec?.operands === 'delete' || effects.has('deletes') || effects.has('destroys'),
    usesNetwork: spec?.usesNetwork === true,
    destroysAfar: spec?.usesNetwork === true && effects.has('destroys'),
    listsAddresses: spec?.usesNetwork === true && effects.has('lists'),
    mayConnect:
      spec === undefined
        ? part.command?.kind === 'program'
        : spec.keepsAddresses === true || (found?.isLocal === true && MAY_CONNECT.has(spec.operands)),
    makesLinks:
      spec?.makesLinks === true || spec?.operands === 'repository' || effects.has('links') || spec?.operands === 'move',
    isNeutral: found?.isNeutral === true,
    isTransparent: found?.isTransparent === true,
    isNeutralAlone: found?.isNeutralAlone === true,
    mayRunArguments: spec?.runsArguments === true || (spec === undefined && part.command?.kind === 'program'),
    targets: spec?.hasTargets === true ? targetsOf(read) : [],
    movesDirectory: effects.has('elsewhere') || args.some(({ value }) => value === '-execdir' || value === '-okdir'),
    isLocal: isLocal(part, found),
    isAway: part.isElsewhere,
  };
}

interface NestedCommand {
  readonly reading: CommandReading;
  /** As doubts about the words of the command that runs it. */
  readonly doubts: readonly Doubt[];
}

/** Reads the command that the arguments of a command are, as of `npx eslint --fix`: that a package holds it changes nothing. */
function nestedIn({ part, spec, read }: Use): NestedCommand | undefined {
  const module = read.options.find(({ effects }) => effects.includes('nests'));
  const [first, ...rest] = module?.value ? [wordOf(module.value), ...read.operands] : read.operands;
  if ((spec?.operands !== 'command' && !module) || first?.value === undefined) return undefined;
  const name = baseName(first.value).replace(/(?<=.)@.*$/s, '');
  const end = rest.findIndex(({ value }) => value === '--');
  const words = [first, ...rest.filter((_, index) => index !== end)];
  const reading = readCommand({ ...part, words, command: { name, kind: 'program' } });
  const doubts = reading.doubts.map(({ option, ...doubt }): Doubt => {
    const word = option === undefined ? undefined : words[option];
    const at = word ? part.words.indexOf(word) : -1;
    return { ...doubt, ...(at < 0 ? {} : { option: at }), ...(module ? { isOfName: true } : {}) };
  });
  return { reading, doubts };
}

function wordOf({ text, value, start }: Argument): AnalyzedWord {
  return { text, value, start, isBare: true, isPattern: false, isSingle: true };
}

const MAY_CONNECT: ReadonlySet<CommandSpec['operands']> = new Set(['any', 'command']);

/** Of a program that is not known, or that is named by a path, nobody can say that it is the same everywhere. */
function isLocal({ command, words }: AnalyzedPart, spec: CommandSpec | undefined): boolean {
  if (command?.kind === 'function' || command === undefined) return false;
  const isPath = words[0]?.value?.startsWith('/') === false && words[0].value.includes('/');
  return isPath || (spec ? spec.isLocal === true : command.kind !== 'builtin');
}

function targetsOf({ operands, options }: ReadArguments): (string | undefined)[] {
  const named = options.flatMap(({ name, value }) => (name === 'url' ? [value?.value] : []));
  return [...operands.map(({ value }) => value), ...named];
}

interface Use {
  readonly part: AnalyzedPart;
  readonly spec: CommandSpec | undefined;
  readonly read: ReadArguments;
  readonly subcommand?: AnalyzedWord | undefined;
}

function styleOf(spec: CommandSpec | undefined): Parameters<typeof readOptions>[1] {
  return {
    table: spec?.options ?? NO_OPTIONS,
    stopsAtOperand: spec?.stopsAtOperand === true,
    dashes: spec?.dashes ?? 'letters',
    hasOldStyle: spec?.hasOldStyle === true,
    hasNoEnd: spec?.hasNoEnd === true,
    isOpen: spec?.isOpen === true,
    ignoresCase: spec?.ignoresCase === true,
  };
}

interface Split {
  readonly global: ReadArguments;
  readonly spec: CommandSpec;
  readonly fromSubcommand: readonly AnalyzedWord[];
  readonly rest: readonly AnalyzedWord[];
}

function splitSubcommand(spec: CommandSpec, args: readonly AnalyzedWord[]): Split {
  const global = readOptions(args, { ...styleOf(spec), stopsAtOperand: true });
  const [first, ...rest] = global.operands;
  const name = first?.value ?? '';
  const { subcommands = {}, otherSubcommands } = spec;
  const known = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  return { global, spec: known ?? otherSubcommands ?? spec, fromSubcommand: global.operands, rest };
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
function doubtsOf(use: Use): Doubt[] {
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
      const place = effects.some((effect) => PLACES.has(effect)) ? value?.value : undefined;
      return {
        reason,
        ...(isNameable ? { option: part.words.indexOf(word) } : {}),
        ...(effects.includes('loads') ? { isOfName: true } : {}),
        ...(writes ? { writes } : {}),
        ...(place === undefined ? {} : { place }),
      };
    }),
    ...(spec?.findsSettings ? placeDoubts(read.operands) : []),
  ];
}

/** Behind an operand that may be the value of the option before it more options may follow. */
function hiddenOptions({ spec, read }: Use): Doubt[] {
  const [hidden] = spec?.readsProgram && spec.options ? read.possibleValues : [];
  return hidden ? [{ reason: `${hidden.text} may be the value of the option before it`, isOfName: true }] : [];
}

/** Settings, which may run something, are found beside what the operands name. */
function placeDoubts(operands: readonly AnalyzedWord[]): Doubt[] {
  return operands.flatMap(({ text, value, isPattern }) => {
    const place = value ?? (isPattern && !/[$`]/.test(text) ? text : undefined);
    if (isBelowHere(place) || (place !== undefined && /^-./.test(place))) return [];
    const reason = `what it runs is found beside ${text}, which may be outside the workspace`;
    return [{ reason, ...(place === undefined ? {} : { place }) }];
  });
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

function runsItsInput({ part, spec, read }: Use): boolean {
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
  if (effects.some((effect) => PLACES.has(effect))) return !isBelowHere(value?.value);
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

function isBelowHere(path: string | undefined): boolean {
  if (path === undefined || path === '' || /^[/~]/.test(path)) return false;
  return !path.split('/').some((name) => name === '..' || name.toLowerCase() === 'node_modules');
}

function isHarmlessThroughout(spec: CommandSpec): boolean {
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

function onlyReads(spec: CommandSpec): boolean {
  const isReader = ['none', 'read', 'compared', 'pattern'].includes(spec.operands);
  return isReader && spec.usesNetwork !== true && isHarmlessThroughout(spec);
}

function isDestructive(spec: CommandSpec | undefined, effects: ReadonlySet<OptionEffect>): boolean {
  const destroys: readonly OptionEffect[] = ['writes', 'in-place', 'deletes', 'extracts', 'destroys'];
  return (
    spec?.isDestructive === true ||
    spec?.operands === 'write' ||
    spec?.operands === 'assigned' ||
    destroys.some((effect) => effects.has(effect))
  );
}

function hasHarmlessScript({ spec, read }: Use): boolean {
  const given = read.options.filter(({ effects }) => effects.includes('script')).map(({ value }) => value?.value);
  const isGiven = read.options.some(({ effects }) => effects.includes('pattern'));
  const scripts = isGiven ? given : [read.operands[0] ? read.operands[0].value : ''];
  const isHarmless = spec?.program === 'sed' ? isHarmlessSed : isHarmlessAwk;
  return scripts.every((script) => script !== undefined && isHarmless(script));
}

/** What stands for standard input as the name of a file. */
const READS_INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

/** Returns the commands that arguments name, with the words of those that are plain. */
function commandsIn(use: Use): (readonly string[] | undefined)[] {
  const { spec, read } = use;
  const commands: (readonly string[] | undefined)[] = [];
  for (const { effects, value } of read.options) {
    if (effects.includes('runs'))
      commands.push(READS_INPUT.test(value?.value ?? '') ? undefined : plainWords(value?.value));
    if (effects.includes('configures') && !isHarmlessSetting(value?.value)) commands.push(undefined);
  }
  if (spec?.operands === 'command') {
    const values = read.operands.map(({ value }) => value);
    commands.push(values.every((value) => value !== undefined) ? values : undefined);
  }
  if (read.operands.some(({ value }) => value !== undefined && spec?.dangerousOperand?.test(value)))
    commands.push(undefined);
  const [setting, setTo] = spec?.operands === 'setting' ? read.operands : [];
  if (setTo && !isHarmlessSetting(`${setting?.value ?? ''}=${setTo.value ?? ''}`)) commands.push(undefined);
  if (spec?.program !== undefined && !hasHarmlessScript(use)) commands.push(undefined);
  if (spec?.mayBeAlias || (spec?.readsProgram && readsItsProgram(use)) || runsItsInput(use)) commands.push(undefined);
  return commands;
}

/** Without a file, or with `-`, an interpreter runs what it reads. */
function readsItsProgram({ part, read }: Use): boolean {
  const [first] = read.operands;
  const isAsked = part.words
    .slice(1)
    .some(({ value }) => /^(?:-[vVhceEpr]|--?(?:version|help|eval|print))$/.test(value ?? ''));
  return (first === undefined && !isAsked) || first?.value === '-';
}

function plainWords(text: string | undefined): readonly string[] | undefined {
  return text !== undefined && /^[\w./ -]+$/.test(text) ? text.trim().split(/ +/) : undefined;
}
