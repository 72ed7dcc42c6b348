import type { Assignment, Command } from '../script/parse-script.ts';
import { type AnalysisContext, type OpenPart, problem, type ScriptPlace, takeFinds } from './analysis-context.ts';
import { analyzeRedirections, inputText } from './analyze-redirections.ts';
import { CHANGES_DIRECTORY } from './builtin-effects.ts';
import { checkBuiltin, splitNames } from './check-builtin.ts';
import type { AnalysisProblem, AnalyzedAssignment, AnalyzedWord } from './command-analysis.ts';
import { createFinds, readArgument, readArithmetic, readText, type WordFinds } from './read-word.ts';
import { resolveCommand, type SearchedKinds } from './resolve-command.ts';
import { IGNORES_VARIABLES, isHarmlessAssignment, isHarmlessVariable, isRiskyVariable } from './risky-variables.ts';
import { readShellArguments, SHELL_NAMES } from './shell-arguments.ts';
import { unwrap, WRAPPERS } from './wrappers.ts';

const MAX_PARTS = 500;

/** Adds the part of a simple command, and the parts of what it runs. */
export function analyzeSimpleCommand(
  context: AnalysisContext,
  node: Command,
  source: string,
  place: ScriptPlace,
): void {
  const finds = createFinds();
  const problems: AnalysisProblem[] = [];
  const words: AnalyzedWord[] = [];
  if (node.name) words.push(readArgument(node.name, finds));
  for (const arg of node.args) words.push(readArgument({ ...arg, type: 'Word', value: arg.text }, finds));
  const assignments: AnalyzedAssignment[] = [];
  for (const item of node.prefix) if (item.type === 'Assignment') assignments.push(readAssignment(item, finds));
  const redirections = analyzeRedirections(node.redirects, source, finds, problems);
  const index = addPart(context, {
    text: source.slice(node.pos, node.end),
    words,
    assignments,
    redirections,
    ...place,
    getsMoreArguments: false,
    isElsewhere: context.changesDirectory,
    command: undefined,
    problems,
  });
  checkAssignments(context, { words, assignments, problems });
  const input = (): string | undefined => inputText(node.redirects, createFinds());
  analyzeWords(context, index, { place, searches: 'all', input });
  takeFinds(context, finds, { index, problems }, place.depth);
}

function readAssignment({ name, value, index }: Assignment, finds: WordFinds): AnalyzedAssignment {
  if (index) readArithmetic(index.text, finds);
  if (value.type === 'ArrayValue') {
    for (const element of value.elements) readArgument(element, finds);
    return { name, value: undefined };
  }
  const text = readText(value.text, 'assignment', finds);
  return { name, value: index ? undefined : text };
}

/** Before a command a variable reaches it; alone it changes the shell, and programs when it is exported. */
function checkAssignments(
  { facts }: AnalysisContext,
  { words, assignments, problems }: Pick<OpenPart, 'words' | 'assignments' | 'problems'>,
): void {
  for (const { name, value } of assignments) {
    if (isHarmlessAssignment(name, value)) continue;
    const called = words[0]?.value ?? '';
    // `IFS= read` splits that one line by it.
    if (called === 'read' && name === 'IFS') continue;
    const isDangerous =
      words.length > 0
        ? isRiskyVariable(name) || !(isHarmlessVariable(name) || IGNORES_VARIABLES.has(called))
        : isRiskyVariable(name) || facts.environment.has(name);
    if (isDangerous) problems.push(problem('environment', `${name} may change what the command does`));
  }
}

function addPart(
  context: AnalysisContext,
  {
    text,
    words,
    assignments,
    redirections,
    origin,
    parent,
    getsMoreArguments,
    isElsewhere,
    command,
    problems,
  }: OpenPart,
): number {
  if (context.parts.length >= MAX_PARTS) {
    if (!context.problems.some(({ kind }) => kind === 'too-many-parts'))
      context.problems.push(problem('too-many-parts', `the command line has more than ${MAX_PARTS} parts`));
    return MAX_PARTS - 1;
  }
  context.parts.push({
    text,
    words,
    assignments,
    redirections,
    origin,
    parent,
    getsMoreArguments,
    isElsewhere,
    command,
    problems,
  });
  return context.parts.length - 1;
}

interface WordsPlace {
  readonly place: ScriptPlace;
  /** What the name is looked up among. */
  readonly searches: SearchedKinds;
  /** Returns the fixed text of standard input. */
  readonly input: () => string | undefined;
}

/** Finds out what the words of a part run. */
function analyzeWords(context: AnalysisContext, index: number, { place, searches, input }: WordsPlace): void {
  const part = context.parts[index];
  const [name, ...args] = part?.words ?? [];
  if (!part || !name) return;
  const target = resolveCommand(context, name, searches, part.problems);
  part.command = target;
  if (target.kind === 'builtin') {
    part.problems.push(...checkBuiltin(target.name, args));
    for (const split of splitNames(target.name, args)) context.arithmeticNames.set(split, index);
    if (CHANGES_DIRECTORY.has(target.name)) context.changesDirectory = true;
    runBuiltinTexts(context, index, target.name, args, place);
    // What is not known may go elsewhere, since it runs in this shell.
    if (RUNS_TEXT.has(target.name) && part.problems.length > 0) context.changesDirectory = true;
  }
  if (part.problems.some(({ kind }) => kind === 'function' || kind === 'alias' || kind === 'computed-command'))
    context.changesDirectory = true;
  if (target.kind !== 'builtin' && target.kind !== 'program') return;
  const wrapper = Object.hasOwn(WRAPPERS, target.name) ? WRAPPERS[target.name] : undefined;
  if (wrapper) analyzeWrapped(context, index, target.name, { place, searches, input });
  else if (target.name === 'find') analyzeFind(context, index, args, place);
  else if (SHELL_NAMES.has(target.name)) analyzeShell(context, index, args, place, input);
}

const RUNS_TEXT: ReadonlySet<string> = new Set(['.', 'source', 'eval']);

/** Builtins whose arguments are scripts. */
function runBuiltinTexts(
  context: AnalysisContext,
  index: number,
  name: string,
  args: readonly AnalyzedWord[],
  place: ScriptPlace,
): void {
  const problems = context.parts[index]?.problems ?? [];
  if (name === 'eval') analyzeJoined(context, index, args, place);
  if (name === '.' || name === 'source') problems.push(problem('script-file', `${name} runs what is in a file`));
  if (name !== 'trap') return;
  const operands = args.filter(({ value }) => value === undefined || !/^-[lp-]+$/.test(value));
  const [action] = operands;
  if (!action || operands.length === 1 || action.value === '' || action.value === '-') return;
  if (action.value === undefined)
    problems.push(problem('computed-script', 'trap: its command is not known before it runs'));
  else context.analyzeScript(action.value, { origin: 'script', parent: index, depth: place.depth + 1 });
}

function analyzeJoined(
  context: AnalysisContext,
  index: number,
  words: readonly AnalyzedWord[],
  place: ScriptPlace,
): void {
  const part = context.parts[index];
  const values = words.map(({ value }) => value);
  if (values.every((value) => value !== undefined))
    context.analyzeScript(values.join(' '), { origin: 'script', parent: index, depth: place.depth + 1 });
  else part?.problems.push(problem('computed-script', `${part.text}: what it runs is not known before it runs`));
}

const SEARCHED_BY: Readonly<Record<string, SearchedKinds>> = { command: 'builtins and programs', builtin: 'builtins' };

function analyzeWrapped(context: AnalysisContext, index: number, name: string, { place, input }: WordsPlace): void {
  const part = context.parts[index];
  const wrapper = WRAPPERS[name];
  if (!part || !wrapper) return;
  const args = part.words.slice(1);
  const unwrapped = unwrap(
    wrapper,
    args.map(({ value, isSingle }) => (isSingle ? value : undefined)),
  );
  if (unwrapped.kind === 'unclear') {
    part.problems.push(problem('wrapper-options', `${name} ${unwrapped.word}: it is not clear what it runs`));
    return;
  }
  const ownArguments = unwrapped.kind === 'command' ? args.slice(0, unwrapped.start) : args;
  for (const { value } of ownArguments) {
    const removed = /^(?:-\w*u|--unset=)?([A-Za-z_]\w*)$/.exec(value ?? '')?.[1];
    if (name === 'env' && removed !== undefined && isRiskyVariable(removed))
      part.problems.push(problem('environment', `${removed} may change what the command does`));
  }
  if (unwrapped.kind === 'nothing') return;
  const words = args.slice(unwrapped.start);
  if (wrapper.joins) {
    analyzeJoined(context, index, words, place);
    return;
  }
  const assignments = unwrapped.assignments.map((at): AnalyzedAssignment => {
    const [variable = '', ...rest] = (args[at]?.value ?? '').split('=');
    return { name: variable, value: rest.join('=') };
  });
  const child = addPart(context, {
    text: words.map(({ text }) => text).join(' '),
    words,
    assignments,
    redirections: [],
    origin: 'wrapped',
    parent: index,
    getsMoreArguments: wrapper.addsArguments === true || part.getsMoreArguments,
    isElsewhere: part.isElsewhere,
    command: undefined,
    problems: [],
  });
  const added = context.parts[child];
  if (added) checkAssignments(context, added);
  const searches = SEARCHED_BY[name] ?? 'programs';
  analyzeWords(context, child, { place: { ...place, depth: place.depth + 1 }, searches, input });
}

const EXEC_PRIMARIES: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** `find … -exec COMMAND {} ;`: words with `{}` depend on what is found. */
function analyzeFind(context: AnalysisContext, index: number, args: readonly AnalyzedWord[], place: ScriptPlace): void {
  const part = context.parts[index];
  if (!part) return;
  const places = args.findIndex(({ value }) => value !== undefined && /^[-(!]/.test(value));
  const starts = places < 0 ? args : args.slice(0, places);
  const isPlainStart = !args.some(({ value }) => /^-(?:[HLPD]|O\d?|files0-from)$/.test(value ?? ''));
  const firstExpression = args.findIndex(({ value }) => value !== undefined && /^[-(!]/.test(value));
  for (let at = 0; at < args.length; at++) {
    const { value, isSingle, text } = args[at] ?? { value: '', isSingle: true, text: '' };
    const isArgument = isSingle && /^-\w+$/.test(args[at - 1]?.value ?? '');
    if (value === undefined && firstExpression >= 0 && at > firstExpression && !isArgument)
      part.problems.push(problem('wrapper-options', `find ${text}: it may be an action`));
    if (value === undefined || !EXEC_PRIMARIES.has(value)) continue;
    const end = args.findIndex(
      (word, later) => later > at && (word.value === ';' || (word.value === '+' && args[later - 1]?.value === '{}')),
    );
    if (end < 0) {
      part.problems.push(problem('wrapper-options', `find ${value}: its end is missing`));
      return;
    }
    const words = args
      .slice(at + 1, end)
      .map(
        (word): AnalyzedWord =>
          word.text.includes('{}') ? foundWord(word, value, isPlainStart ? starts : undefined) : word,
      );
    const child = addPart(context, {
      text: words.map((word) => word.text).join(' '),
      words,
      assignments: [],
      redirections: [],
      origin: 'wrapped',
      parent: index,
      getsMoreArguments: false,
      isElsewhere: part.isElsewhere || value === '-execdir' || value === '-okdir',
      command: undefined,
      problems: [],
    });
    analyzeWords(context, child, {
      place: { ...place, depth: place.depth + 1 },
      searches: 'programs',
      input: () => undefined,
    });
    at = end;
  }
}

/** What is found begins with where find was told to start; with `-execdir` it begins with `./`. */
function foundWord(word: AnalyzedWord, primary: string, starts: readonly AnalyzedWord[] | undefined): AnalyzedWord {
  const isInDirectory = primary === '-execdir' || primary === '-okdir';
  const isNamed = starts?.every(({ value }) => value !== undefined && /^[\w./]/.test(value));
  const start = isInDirectory
    ? './'
    : starts?.length === 0
      ? '.'
      : isNamed
        ? (starts?.[0]?.value?.charAt(0) ?? '')
        : '';
  const before = word.text.slice(0, word.text.indexOf('{}')).replace(/^["']/, '');
  return { ...word, value: undefined, isBare: false, isSingle: true, start: before === '' ? start : before };
}

function analyzeShell(
  context: AnalysisContext,
  index: number,
  args: readonly AnalyzedWord[],
  place: ScriptPlace,
  input: () => string | undefined,
): void {
  const part = context.parts[index];
  if (!part) return;
  const called = readShellArguments(args);
  const script = called.kind === 'input' ? input() : called.kind === 'script' ? called.text : undefined;
  if (script !== undefined) {
    context.analyzeScript(script, { origin: 'script', parent: index, depth: place.depth + 1 });
    if (part.getsMoreArguments) part.problems.push(problem('computed-script', 'its script gets arguments from input'));
  } else if (called.kind === 'nothing') return;
  else if (called.kind === 'input') part.problems.push(problem('script-input', 'it runs what it reads'));
  else if (called.kind === 'file')
    part.problems.push({ ...problem('script-file', 'it runs what is in a file'), named: called.at + 1 });
  else part.problems.push(problem('computed-script', 'what it runs is not known before it runs'));
}
