import { compileGlob } from '@cloche/search';

/** Returns whether a name of a member matches. */
export type NameTest = (name: string) => boolean;

/** How patterns meet names. */
export interface PatternRules {
  readonly hasWildcards: boolean;
  /** The pattern begins where the name does, not behind any slash. */
  readonly isAnchored: boolean;
  readonly slashIsOrdinary: boolean;
  readonly ignoresCase: boolean;
}

/**
 * Compiles a pattern of `--exclude` or a member's name; what matches a directory's name matches all that is in it (GNU
 * tar manual 6.5).
 */
export function compileNameTest(pattern: string, rules: PatternRules): NameTest {
  const written = pattern.replace(/\/+$/, '') || '/';
  const fold = (text: string): string => (rules.ignoresCase ? text.toLowerCase() : text);
  const glob = rules.hasWildcards ? compileGlob(fold(written), { slashIsOrdinary: rules.slashIsOrdinary }) : undefined;
  const isWhole = (text: string): boolean => (glob ? glob.matches(text) : text === fold(written));
  return (name) => {
    const folded = fold(name.replace(/\/+$/, ''));
    return startsOf(folded, rules.isAnchored).some((start) => {
      const rest = folded.slice(start);
      return endsOf(rest).some((end) => isWhole(rest.slice(0, end)));
    });
  };
}

function startsOf(name: string, isAnchored: boolean): number[] {
  const starts = [0];
  if (isAnchored) return starts;
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) starts.push(at + 1);
  return starts;
}

function endsOf(name: string): number[] {
  const ends = [name.length];
  for (let at = name.indexOf('/', 1); at >= 0; at = name.indexOf('/', at + 1)) ends.push(at);
  return ends;
}
