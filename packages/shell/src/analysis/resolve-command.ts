import { baseName, directoryName } from '@cloche/system';
import { type AnalysisContext, problem, sessionProblem } from './analysis-context.ts';
import { BUILTIN_NAMES } from './builtin-names.ts';
import type { AnalysisProblem, AnalyzedWord, CommandTarget } from './command-analysis.ts';

/** What a name is looked up among; programs that run others know no builtins and functions. */
export type SearchedKinds = 'all' | 'builtins and programs' | 'builtins' | 'programs';

/** Returns what a command's name leads to; what stands in the way of knowing is added to `problems`. */
export function resolveCommand(
  { facts, definedFunctions }: AnalysisContext,
  word: AnalyzedWord,
  searches: SearchedKinds,
  problems: AnalysisProblem[],
): CommandTarget {
  const { value } = word;
  const unknown = (name: string): CommandTarget => ({ name, kind: 'unknown' });
  if (value === undefined || !word.isSingle) {
    problems.push(problem('computed-command', `${word.text}: which command it is, is not known before it runs`));
    return unknown('');
  }
  if (searches === 'all') {
    if (facts.aliases.has(value) && word.isBare) {
      problems.push(sessionProblem('alias', `${value}: it is an alias in this session`));
      return unknown(value);
    }
    if (facts.functions.has(value)) {
      problems.push(sessionProblem('function', `${value}: it is a function in this session`));
      return unknown(value);
    }
    if (definedFunctions.has(value)) {
      if (BUILTIN_NAMES.has(value) || facts.programs.has(value))
        problems.push(problem('function', `${value}: the command line redefines it`));
      return { name: value, kind: 'function' };
    }
  }
  if (value.includes('/')) {
    const name = baseName(value);
    if (facts.programDirectories.has(directoryName(value)) && facts.programs.has(name))
      return { name, kind: 'program' };
    problems.push({ ...problem('unknown-command', `${value}: it is not a program of this machine`), named: 0 });
    return unknown(name);
  }
  if (searches !== 'programs' && BUILTIN_NAMES.has(value)) return { name: value, kind: 'builtin' };
  if (searches !== 'builtins' && facts.programs.has(value)) return { name: value, kind: 'program' };
  problems.push(problem('unknown-command', `${value}: it is neither a builtin nor a program of this machine`));
  return unknown(value);
}
