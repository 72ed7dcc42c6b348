import type { FunctionDefinition, ParsedScript } from '../script/parse-script.ts';
import type {
  AnalysisProblem,
  AnalysisState,
  AnalyzedAssignment,
  AnalyzedRedirection,
  AnalyzedWord,
  CommandPart,
  CommandTarget,
  PartOrigin,
  ProblemKind,
} from './command-analysis.ts';
import type { WordFinds } from './read-word.ts';

/** A part while it is being found out about. */
export interface OpenPart {
  readonly text: string;
  readonly words: readonly AnalyzedWord[];
  readonly assignments: readonly AnalyzedAssignment[];
  readonly redirections: readonly AnalyzedRedirection[];
  readonly origin: PartOrigin;
  readonly parent: number | undefined;
  readonly getsMoreArguments: boolean;
  isElsewhere: boolean;
  command: CommandTarget | undefined;
  readonly problems: AnalysisProblem[];
}

/** Where in the whole a script stands. */
export interface ScriptPlace {
  readonly origin: PartOrigin;
  readonly parent: number | undefined;
  readonly depth: number;
}

/** What one analysis has found so far. */
export interface AnalysisContext {
  readonly facts: StateFacts;
  readonly parts: OpenPart[];
  readonly problems: AnalysisProblem[];
  /** Functions that the text defines, by name. */
  readonly definedFunctions: Map<string, FunctionDefinition>;
  /** Names that arithmetic looks up, and the index of the part in which; -1 for none. */
  readonly arithmeticNames: Map<string, number>;
  /** Variables that get text from anywhere but numbers that stand in the text. */
  readonly textVariables: Set<string>;
  /** Variables whose values are evaluated as arithmetic when they are assigned. */
  readonly integerNames: Set<string>;
  changesDirectory: boolean;
  analyzeScript(text: string, place: ScriptPlace): void;
  analyzeParsed(script: ParsedScript, text: string, place: ScriptPlace): void;
}

/** The state, by name. */
export interface StateFacts {
  readonly environment: ReadonlyMap<string, string>;
  readonly functions: ReadonlySet<string>;
  /** Empty when aliases are not expanded. */
  readonly aliases: ReadonlySet<string>;
  readonly programs: ReadonlySet<string>;
  readonly programDirectories: ReadonlySet<string>;
}

/** Puts a state into the form in which it is asked. */
export function factsOf({ state, programs, programDirectories }: AnalysisState): StateFacts {
  return {
    environment: new Map(state.environment.map(({ name, value }) => [name, value])),
    functions: new Set(state.functions.map(({ name }) => name)),
    aliases: new Set(state.shellOptions.includes('expand_aliases') ? state.aliases.map(([name]) => name) : []),
    programs,
    programDirectories: new Set(programDirectories),
  };
}

/** Makes a problem. */
export function problem(kind: ProblemKind, message: string): AnalysisProblem {
  return { kind, message };
}

/** Makes a problem that comes from what the session has become. */
export function sessionProblem(kind: ProblemKind, message: string): AnalysisProblem {
  return { kind, message, isOfSession: true };
}

/** Marks the parts from an index on as running in a directory that is not known. */
export function markElsewhere({ parts }: AnalysisContext, from: number): void {
  for (const part of parts.slice(from)) part.isElsewhere = true;
}

/** Takes over what was found in the words of a part, or of a compound command (`part` undefined). */
export function takeFinds(
  context: AnalysisContext,
  finds: WordFinds,
  part: { readonly index: number; readonly problems: AnalysisProblem[] } | undefined,
  depth: number,
): void {
  (part?.problems ?? context.problems).push(...finds.problems);
  for (const name of finds.arithmeticNames) context.arithmeticNames.set(name, part?.index ?? -1);
  for (const { script, isProcess } of finds.scripts) {
    context.analyzeScript(script.text, {
      origin: isProcess ? 'process-substitution' : 'substitution',
      parent: part?.index,
      depth: depth + 1,
    });
  }
}

/** Returns a part in its final form. */
export function closePart(part: OpenPart): CommandPart {
  return { ...part, isUnderstood: part.problems.length === 0 };
}
