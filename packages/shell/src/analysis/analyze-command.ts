import { forEachChild, parseScript, type SyntaxNode } from '../script/parse-script.ts';
import {
  type AnalysisContext,
  closePart,
  factsOf,
  markElsewhere,
  problem,
  sessionProblem,
} from './analysis-context.ts';
import { analyzeNode } from './analyze-node.ts';
import { collectAssignedNames } from './assigned-names.ts';
import type { AnalysisState, CommandAnalysis } from './command-analysis.ts';
import { isRiskyVariable } from './risky-variables.ts';

/** Longest command line that is analysed, in UTF-16 units. */
export const MAX_ANALYZED_UNITS = 10_000;

const MAX_DEPTH = 16;

/** Variables that bash itself holds to be integers. */
const INTEGERS_OF_BASH = ['BASHPID', 'EPOCHSECONDS', 'HISTCMD', 'LINENO', 'OPTIND', 'RANDOM', 'SECONDS', 'SRANDOM'];

/**
 * Takes a command line apart into all simple commands that can run, those in substitutions, wrappers and nested scripts
 * included, and says of each whether it is fully understood.
 *
 * It reads words as the shell does and never guesses: what is not proven to be simple is not understood. Nothing is run
 * and no file is looked at. Never throws.
 *
 * @see Bash Reference Manual 3.2 Shell Commands, 3.5 Shell Expansions
 */
export function analyzeCommand(text: string, state: AnalysisState): CommandAnalysis {
  const context: AnalysisContext = {
    facts: factsOf(state),
    parts: [],
    problems: [],
    definedFunctions: new Map(),
    arithmeticNames: new Map(),
    textVariables: new Set(),
    integerNames: new Set([
      ...INTEGERS_OF_BASH,
      ...state.state.environment.filter(({ isInteger }) => isInteger).map(({ name }) => name),
    ]),
    changesDirectory: false,
    analyzeScript(script, place) {
      if (place.depth > MAX_DEPTH) {
        context.problems.push(problem('too-deep', `scripts lie more than ${MAX_DEPTH} deep inside one another`));
        return;
      }
      const parsed = parseScript(script);
      const [error] = parsed.errors ?? [];
      if (error) context.problems.push(problem('syntax', `the command line cannot be read: ${error.message}`));
      else context.analyzeParsed(parsed, script, place);
    },
    analyzeParsed(parsed, script, place) {
      const names = collectAssignedNames(parsed);
      for (const name of names.other) context.textVariables.add(name);
      for (const name of [...names.other, ...names.numeric]) {
        if (isRiskyVariable(name) && !context.problems.some(({ message }) => message.startsWith(`${name} `)))
          context.problems.push(problem('environment', `${name} is changed, and changes what commands do`));
      }
      for (const name of names.integer) context.integerNames.add(name);
      collectFunctions(context, parsed);
      for (const statement of parsed.commands) analyzeNode(context, statement, script, place);
    },
  };
  if (text.length > MAX_ANALYZED_UNITS)
    context.problems.push(problem('too-long', `the command line is longer than ${MAX_ANALYZED_UNITS} characters`));
  else if (text.includes('\0')) context.problems.push(problem('syntax', 'the command line has a NUL character'));
  else {
    try {
      context.analyzeScript(text, { origin: 'line', parent: undefined, depth: 0 });
    } catch (error) {
      // A word that the shell refuses, or one that nests too deep for the stack.
      context.problems.push(problem('syntax', `the command line cannot be read: ${messageOf(error)}`));
    }
  }
  // Functions and traps run later, wherever the shell is then.
  if (context.changesDirectory)
    for (const [index, { origin }] of context.parts.entries())
      if (runsLater(context, index, origin)) markElsewhere(context, index);
  checkEnvironment(context, state);
  checkArithmetic(context);
  const parts = context.parts.map(closePart);
  const isUnderstood = context.problems.length === 0 && parts.every((part) => part.isUnderstood);
  return { parts, isUnderstood, problems: context.problems };
}

function runsLater({ parts }: AnalysisContext, index: number, origin: string): boolean {
  if (origin === 'function') return true;
  const parent = parts[index]?.parent;
  return parent !== undefined && parts[parent]?.command?.name === 'trap';
}

function collectFunctions({ definedFunctions }: AnalysisContext, root: SyntaxNode): void {
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Function') definedFunctions.set(node.name.value, node);
    forEachChild(node, visit);
  };
  visit(root);
}

/** A session whose environment was changed where that matters can run other things than it seems. */
function checkEnvironment({ facts, problems }: AnalysisContext, { initialEnvironment }: AnalysisState): void {
  const names = new Set([...facts.environment.keys(), ...initialEnvironment.keys()]);
  for (const name of names) {
    if (isRiskyVariable(name) && facts.environment.get(name) !== initialEnvironment.get(name))
      problems.push(sessionProblem('environment', `${name} was changed in this session, and changes what commands do`));
  }
}

/** Variables that the shell itself sets to texts that a command line chooses. */
const SET_BY_SHELL: ReadonlySet<string> = new Set(
  '_ BASH_REMATCH OPTARG REPLY MAPFILE BASH_ARGV BASH_ARGV0 BASH_COMMAND DIRSTACK FUNCNAME'.split(' '),
);

/** A variable in arithmetic is read as an expression, which can run commands when its value is text from elsewhere. */
function checkArithmetic({
  facts,
  arithmeticNames,
  textVariables,
  integerNames,
  parts,
  problems,
}: AnalysisContext): void {
  // What is assigned to an integer variable is evaluated.
  for (const name of integerNames) if (textVariables.has(name)) arithmeticNames.set(name, -1);
  for (const [name, index] of arithmeticNames) {
    if (isRiskyVariable(name))
      problems.push(problem('environment', `${name} may be changed, and changes what commands do`));
    const value = facts.environment.get(name) ?? '0';
    if (!textVariables.has(name) && !SET_BY_SHELL.has(name) && /^\s*[-+]?\d+\s*$/.test(value)) continue;
    const found = problem(
      'evaluates-text',
      `${name} is evaluated as arithmetic, and its value is not known to be a number`,
    );
    (parts[index]?.problems ?? problems).push(found);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
