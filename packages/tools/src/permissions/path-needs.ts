import { joinPath, normalizePath } from '@cloche/system';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import { effectsOf } from './command-effects.ts';
import type { PathNeed } from './evaluate-rules.ts';

const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

/** Returns the files that a command line redirects, and those that its writing commands are given, by absolute path. */
export function pathNeedsOf({ parts }: CommandAnalysis, cwd: string): PathNeed[] {
  const needs: PathNeed[] = [];
  let isElsewhere = false;
  for (const part of parts) {
    // After `cd` a relative path may mean another file than it seems.
    const resolve = (path: string | undefined): string | undefined =>
      path === undefined || (isElsewhere && !path.startsWith('/')) ? undefined : normalizePath(joinPath(cwd, path));
    for (const { effect, path, text } of part.redirections)
      if (effect !== 'none') needs.push({ access: effect, path: resolve(path), text });
    needs.push(...operandNeeds(part, resolve));
    if (CHANGES_DIRECTORY.has(part.command?.name ?? '')) isElsewhere = true;
  }
  return needs;
}

function operandNeeds(part: AnalyzedPart, resolve: (path: string | undefined) => string | undefined): PathNeed[] {
  const { operands } = effectsOf(part.command?.name ?? '');
  if (!operands) return [];
  const words = part.words.slice(1);
  const dashes = words.findIndex(({ value }) => value === '--');
  const files = words.filter(
    ({ value }, index) => (dashes >= 0 && index > dashes) || value === undefined || !value.startsWith('-'),
  );
  const hasTarget = words.some(({ value }) => /^(?:-\w*t|--target-directory)/.test(value ?? ''));
  return files.map(({ value, text }, index) => {
    const isWritten = operands !== 'copy' || hasTarget || index === files.length - 1;
    return { access: isWritten ? 'write' : 'read', path: resolve(value), text, isCovered: true };
  });
}
