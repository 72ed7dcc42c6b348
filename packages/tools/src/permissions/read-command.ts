import { baseName } from '@cloche/system';
import type { AnalyzedPart, AnalyzedWord, CommandAnalysis } from './command-analyzer.ts';
import { doubtsOf, hasHarmlessScript, isHarmlessThroughout, runsItsInput, type Use } from './command-doubts.ts';
import { specOf } from './command-effects.ts';
import type { CommandReading, Doubt } from './command-reading.ts';
import type { CommandSpec } from './commands/command-spec.ts';
import { type OptionEffect, optionTable } from './commands/option-table.ts';
import { type Argument, type ReadArguments, readOptions } from './commands/read-options.ts';
import { findFileUses } from './find-file-uses.ts';
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
        unknownValues: [...split.global.unknownValues, ...own.unknownValues],
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
    mayRunArguments:
      spec?.runsArguments === true ||
      (spec === undefined && part.command?.kind === 'program') ||
      nested?.reading.mayRunArguments === true,
    isUnordered: spec?.isUnordered === true,
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

function styleOf(spec: CommandSpec | undefined): Parameters<typeof readOptions>[1] {
  return {
    table: spec?.options ?? NO_OPTIONS,
    stopsAtOperand: spec?.stopsAtOperand === true,
    dashes: spec?.dashes ?? 'letters',
    hasOldStyle: spec?.hasOldStyle === true,
    hasNoEnd: spec?.hasNoEnd === true,
    isOpen: spec?.isOpen === true,
    ignoresCase: spec?.ignoresCase === true,
    takesUnderscores: spec?.takesUnderscores === true,
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

function onlyReads(spec: CommandSpec): boolean {
  const isReader = ['none', 'read', 'compared', 'pattern'].includes(spec.operands);
  return isReader && spec.usesNetwork !== true && isHarmlessThroughout(spec);
}

function isDestructive(spec: CommandSpec | undefined, effects: ReadonlySet<OptionEffect>): boolean {
  const destroys: readonly OptionEffect[] = ['writes', 'in-place', 'deletes', 'extracts', 'destroys'];
  return (
    spec?.isDestructive === true ||
    (spec?.operands === 'write' && spec.onlyCreates !== true) ||
    spec?.operands === 'assigned' ||
    destroys.some((effect) => effects.has(effect))
  );
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
