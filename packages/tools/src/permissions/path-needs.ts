import { joinPath, normalizePath } from '@cloche/system';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import type { FileUse } from './command-reading.ts';
import { type CommandReading, readingOf } from './command-reading.ts';
import type { PathNeed } from './permission-needs.ts';

/** Names under which any file can be reached. */
const ELSEWHERE =
  /^\/(?:proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?(?:cwd|root|fd|map_files|exe)|dev\/fd)(?:\/|$)/;

/**
 * Returns the files that a command line redirects, and what its commands may read and change by their arguments, by
 * absolute path; without a path where it is not known.
 */
export function pathNeedsOf({ parts }: CommandAnalysis, cwd: string): PathNeed[] {
  const readings = parts.map(readingOf);
  const needs = parts.flatMap((part, index) => needsOfPart(part, index, { parts, readings, cwd }));
  return withLinks(needs, readings);
}

/** Returns where a path is; without one where nobody can know. */
type Resolve = (path: string | undefined) => Pick<PathNeed, 'path' | 'asked'>;

interface Line {
  readonly parts: readonly AnalyzedPart[];
  readonly readings: readonly CommandReading[];
  readonly cwd: string;
}

function needsOfPart(part: AnalyzedPart, index: number, line: Line): PathNeed[] {
  const reading = line.readings[index];
  const isMoved = isMovedByParent(part, line);
  const resolveFrom =
    (isElsewhere: boolean): Resolve =>
    (path) => {
      if (path === undefined || (isElsewhere && !path.startsWith('/'))) return { path: undefined };
      const asked = joinPath(line.cwd, path);
      const absolute = normalizePath(asked);
      if ([asked.replace(/\/(?:\.?\/)+/g, '/'), absolute].some((name) => ELSEWHERE.test(name)))
        return { path: undefined };
      return { path: absolute, ...(asked.split('/').includes('..') ? { asked } : {}) };
    };
  // The shell opens what is redirected before the command goes anywhere.
  const redirected = resolveFrom(part.isElsewhere || isMoved);
  const resolve = resolveFrom(part.isElsewhere || isMoved || reading?.movesDirectory === true);
  const needs = part.redirections.flatMap(({ operator, effect, path, text }): PathNeed[] => {
    if (effect === 'none') return [];
    const need = { ...redirected(path), text };
    const read: PathNeed = { access: 'read', ...need };
    return operator === '<>' ? [read, { access: 'write', ...need }] : [{ access: effect, ...need }];
  });
  for (const { name, value } of part.assignments)
    if (READ_AT_START.has(name))
      needs.push({
        access: 'read',
        ...redirected(value),
        text: `${name}=${value ?? ''}`,
        isCovered: true,
        isPossible: true,
      });
  if (part.problems.some(({ kind }) => HIDING.has(kind)))
    for (const access of ['read', 'write'] as const)
      needs.push({ access, path: undefined, text: part.text, isCovered: true, isPossible: true });
  for (const use of reading?.files ?? []) needs.push({ ...needOf(use, resolve), part: index });
  return needs;
}

/** Problems behind which a command can be that reads or changes any file. */
const HIDING: ReadonlySet<string> = new Set(['wrapper-options', 'computed-command', 'computed-script', 'script-input']);

/** Variables that name files which a shell runs when it starts. */
const READ_AT_START: ReadonlySet<string> = new Set(['BASH_ENV', 'ENV']);

function needOf({ access, path, pattern, text, isTree, isPossible }: FileUse, resolve: Resolve): PathNeed {
  const matched = resolve(pattern);
  return {
    access,
    ...resolve(path),
    text,
    isCovered: true,
    ...(isTree ? { isTree } : {}),
    ...(isPossible ? { isPossible } : {}),
    ...(matched.path === undefined ? {} : { pattern: matched.asked ?? matched.path }),
  };
}

function isMovedByParent({ parent }: AnalyzedPart, line: Line): boolean {
  if (parent === undefined) return false;
  const above = line.parts[parent];
  return line.readings[parent]?.movesDirectory === true || (above !== undefined && isMovedByParent(above, line));
}

/** What one command of a line links, moves or unpacks, others may then reach by names that do not lead there yet. */
function withLinks(needs: PathNeed[], readings: readonly CommandReading[]): PathNeed[] {
  const makers = readings.filter(({ makesLinks }) => makesLinks);
  const [maker] = makers;
  const users = readings.filter(({ files }) => files.length > 0);
  const isOnlyOne = users.length <= 1 && makers.length === users.length;
  const isUsed = maker !== undefined && (!isOnlyOne || needs.some(({ isCovered }) => isCovered !== true));
  if (!isUsed) return needs;
  const text = 'a name that this line may have made';
  const more = { path: undefined, text, isCovered: true, isPossible: true } as const;
  return [...needs, { access: 'read', ...more }, { access: 'write', ...more }];
}
