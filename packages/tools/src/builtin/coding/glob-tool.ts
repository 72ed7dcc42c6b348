import { isInside, joinPath, normalizePath, relativePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';
import { limitText, sanitizeText } from '../../output/limit-output.ts';
import { globNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT, PATTERN_LIMIT } from '../path-limit.ts';
import { describeSkipped, SKIPPED_DIRECTORIES } from '../skipped-directories.ts';

const MAX_RESULTS = 100;

const inputSchema = z.object({
  pattern: z.string(),
  path: z.string().describe('Directory to search in; by default the working directory').optional(),
});

/** Finds files by name. */
export const codingGlobTool: Tool = defineTool({
  name: 'glob',
  title: 'Find files',
  description:
    'Find files by a glob pattern: * ? [abc] stay within one name, ** crosses directories, {a,b} stands for alternatives. A ' +
    'pattern without a slash is for names at any depth. Names that start with a dot match too. .git, node_modules and the like ' +
    'are not entered unless named. Paths are relative to the working directory, newest first, at most 100; the total is told. To search in ' +
    'files use grep.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { pattern: PATTERN_LIMIT, path: PATH_LIMIT },
  async prepare({ pattern, path }, context) {
    const { host, workdir, signal } = context;
    if (pattern === '') return failure('invalid_input', 'glob: pattern is required');
    const root = joinPath(workdir, path || '.');
    return {
      needs: await globNeeds(path || '.', pattern, context),
      subject: { summary: `Find files named ${pattern}`, detail: { kind: 'query', text: pattern } },
      async run() {
        const outcome = await host.call(
          'glob',
          {
            pattern,
            root,
            maxResults: MAX_RESULTS,
            kinds: 'files',
            braces: true,
            namesAnywhere: true,
            skips: namedDirectories(pattern),
          },
          { signal },
        );
        if (outcome.kind === 'failed') return failure('search_failed', `glob: ${outcome.text}`);
        const skippedDirectories = outcome.skipped.map((skipped) => shownPath(skipped, workdir));
        const details = { total: outcome.total, skippedDirectories };
        const skipped = describeSkipped(skippedDirectories);
        if (outcome.total === 0) return success(skipped === '' ? 'no matches' : `no matches\n${skipped}`, details);
        const cut = outcome.total > outcome.paths.length;
        const trailer = cut
          ? `[truncated: ${outcome.paths.length} of ${outcome.total} matches shown, newest first; refine the pattern]`
          : '';
        const shown = outcome.paths.map((found) => shownPath(found, workdir)).join('\n');
        const { text, ...limited } = await limitText(sanitizeText(shown), trailer);
        return success(text, { ...details, ...limited });
      },
    };
  },
});

/** A directory that the pattern names itself is entered. */
function namedDirectories(pattern: string): string[] {
  const names = pattern.split('/');
  return SKIPPED_DIRECTORIES.filter((name) => !names.includes(name));
}

function shownPath(path: string, workdir: string): string {
  const base = normalizePath(workdir);
  return path !== base && isInside(base, path) ? relativePath(base, path) : path;
}
