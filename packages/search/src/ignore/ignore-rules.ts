import { compileGlob, type Glob } from '../glob/compile-glob.ts';

/** What a list of patterns says about a path: nothing, that it is ignored, or that it is not after all. */
export type IgnoreVerdict = 'ignored' | 'wanted' | undefined;

/** The patterns of one ignore file. */
export interface IgnoreRules {
  /** @param path  relative to the directory of the patterns, without a slash at either end */
  verdict(path: string, isDirectory: boolean): IgnoreVerdict;
}

interface Rule {
  readonly glob: Glob;
  readonly verdict: 'ignored' | 'wanted';
  readonly isForDirectories: boolean;
  /** The pattern has a slash: it is about the whole path, else about the last name. */
  readonly isForWholePath: boolean;
}

/**
 * Reads patterns as gitignore(5) has them: the last that matches decides, `!` takes a path back, a slash at the end asks
 * for a directory, a slash elsewhere ties the pattern to the directory, `**` stands for any number of directories.
 */
export function parseIgnoreRules(text: string, options: { readonly ignoreCase?: boolean } = {}): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap((line) => readRule(line, options.ignoreCase ?? false));
  return {
    verdict(path, isDirectory) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const rule = rules.findLast(
        ({ glob, isForDirectories, isForWholePath }) =>
          (isDirectory || !isForDirectories) && glob.matches(isForWholePath ? path : name),
      );
      return rule?.verdict;
    },
  };
}

function readRule(line: string, ignoreCase: boolean): Rule[] {
  if (line.startsWith('#')) return [];
  const isTakenBack = line.startsWith('!');
  const written = (isTakenBack ? line.slice(1) : line).replace(/(?<!\\)[ \t]+$/, '');
  const isForDirectories = written.endsWith('/');
  const bare = isForDirectories ? written.slice(0, -1) : written;
  if (bare === '') return [];
  const isForWholePath = bare.includes('/');
  const pattern = bare.startsWith('/') ? bare.slice(1) : bare;
  // `a/**` is about what is inside, not about the directory itself.
  const inside = pattern.endsWith('/**') ? `${pattern}/*` : pattern;
  return [
    {
      glob: compileGlob(inside, { globstar: true, ignoreCase }),
      verdict: isTakenBack ? 'wanted' : 'ignored',
      isForDirectories,
      isForWholePath,
    },
  ];
}
