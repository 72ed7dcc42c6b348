import { compileGlob, type Glob } from '@cloche/search';

/** A rule of `--include` or `--exclude`. */
interface FilterRule {
  readonly kind: 'include' | 'exclude';
  readonly glob: Glob;
}

/** Decides which files and directories a search goes to. */
export interface FileFilter {
  /** `isNamed`: given on the command line, where a glob may match any trailing part of the name. */
  takesFile(name: string, options: { isNamed: boolean }): boolean;
  takesDirectory(name: string, options: { isNamed: boolean }): boolean;
}

/** Creates a filter. Of several rules that match a file the last decides; a file that none matches depends on the first. */
export function createFileFilter(
  rules: readonly { readonly kind: 'include' | 'exclude'; readonly glob: string }[],
  excludedDirectories: readonly string[],
): FileFilter {
  const files = rules.map(({ kind, glob }): FilterRule => ({ kind, glob: compile(glob) }));
  const directories = excludedDirectories.map((glob) => compile(withoutTrailingSlashes(glob)));
  return {
    takesFile(name, { isNamed }) {
      const rule = files.findLast(({ glob }) => matches(glob, name, isNamed));
      if (rule) return rule.kind === 'include';
      return files[0]?.kind !== 'include';
    },
    takesDirectory(name, { isNamed }) {
      return !directories.some((glob) => matches(glob, withoutTrailingSlashes(name), isNamed));
    },
  };
}

function compile(glob: string): Glob {
  return compileGlob(glob, { slashIsOrdinary: true });
}

function matches(glob: Glob, name: string, isNamed: boolean): boolean {
  if (glob.matches(name)) return true;
  if (!isNamed) return false;
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
    if (glob.matches(name.slice(slash + 1))) return true;
  }
  return false;
}

function withoutTrailingSlashes(name: string): string {
  return name.length > 1 ? name.replace(/\/+$/, '') || '/' : name;
}
