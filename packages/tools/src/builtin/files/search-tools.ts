import { decodeText, relativePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';
import { globNeeds, treeNeeds } from '../../permissions/file-needs.ts';
import { PATTERN_LIMIT } from '../path-limit.ts';
import { capText } from './cap-text.ts';

const MAX_NAMES = 1000;
const MAX_MATCHES = 200;
const MAX_GATHERED_BYTES = 1_048_576;

/** Finds files of the workspace by name. */
export const filesGlobTool: Tool = defineTool({
  name: 'glob',
  title: 'Find files',
  description:
    'Find files of the workspace by a glob pattern of their paths: * ? [abc] stay within one name, ** crosses directories, {a,b} ' +
    'stands for alternatives; names that start with a dot match too. Paths are relative to the workspace and sorted, at most ' +
    '1000. Example: {"pattern": "src/**/*.ts"}. To search in files use grep, to see one directory list_dir.',
  inputSchema: z.object({ pattern: z.string() }),
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { pattern: PATTERN_LIMIT },
  async prepare({ pattern: given }, context) {
    const { host, workdir, signal } = context;
    const pattern = given.replace(/^(?:\.?\/)+/, '');
    if (pattern === '') return failure('invalid_input', 'glob: pattern is required');
    if (pattern.split('/').includes('..'))
      return failure('search_failed', `glob failed: "${given}" escapes the workspace; leave out ..`);
    return {
      needs: await globNeeds('.', pattern, context),
      subject: { summary: `Find files named ${pattern}`, detail: { kind: 'query', text: pattern } },
      async run() {
        const params = {
          pattern,
          root: workdir,
          maxResults: MAX_NAMES,
          kinds: 'files',
          order: 'name',
          braces: true,
        } as const;
        const outcome = await host.call('glob', params, { signal });
        if (outcome.kind === 'failed') return failure('search_failed', `glob failed: ${outcome.text}`);
        const { paths, total } = outcome;
        if (total === 0) return success('no files match', { total });
        const cut =
          total > paths.length ? `\n... [output truncated: showing first ${paths.length} of ${total} files]` : '';
        return success(capText(paths.map((path) => relativePath(workdir, path)).join('\n')) + cut, { total });
      },
    };
  },
});

/** Searches in the files of the workspace. */
export const filesGrepTool: Tool = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Search in the files of the workspace for a Perl-compatible regular expression, line by line; a literal ( or [ needs a ' +
    'backslash. path is a glob of the files to search, such as src/**/*.ts; without it all are searched, except binary ones. ' +
    'Answers with path:line:text, sorted, at most 200 lines. Example: {"pattern": "TODO", "path": "**/*.md"}. Not for names of files: ' +
    'use glob.',
  inputSchema: z.object({
    pattern: z.string(),
    path: z.string().describe('A glob of the files to search').optional(),
  }),
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { pattern: PATTERN_LIMIT, path: PATTERN_LIMIT },
  async prepare({ pattern, path }, context) {
    const { host, workdir, signal } = context;
    if (pattern === '') return failure('invalid_input', 'grep: pattern is required');
    return {
      needs: await treeNeeds('.', context),
      subject: { summary: `Search for ${pattern}`, detail: { kind: 'query', text: pattern } },
      async run() {
        const outcome = await host.call(
          'search',
          {
            pattern,
            root: workdir,
            ignoreCase: false,
            multiline: false,
            mode: 'content',
            before: 0,
            after: 0,
            showsLineNumbers: true,
            names: [],
            skips: [],
            relativeTo: workdir,
            offset: 0,
            limit: MAX_MATCHES,
            maxBytes: MAX_GATHERED_BYTES,
            binaryCheckBytes: Number.MAX_SAFE_INTEGER,
            ...(path ? { glob: asPathGlob(path) } : {}),
          },
          { signal },
        );
        if (outcome.kind === 'failed') return failure('search_failed', `grep failed: ${outcome.text}`);
        const { total, shown, filesSearched } = outcome;
        const details = { total, filesSearched };
        if (total === 0) return success(filesSearched === 0 ? 'no matches (0 files searched)' : 'no matches', details);
        const marker = `\n... [output truncated: showing first ${shown} matches; narrow the pattern or path]`;
        const text = capText(decodeText(outcome.lines).replace(/\n$/, ''));
        return success(text + (total > shown ? marker : ''), details);
      },
    };
  },
});

/** A glob of one name is for files in the root, unlike in other tools: it is a path. */
function asPathGlob(glob: string): string {
  const path = glob.replace(/^(?:\.?\/)+/, '');
  return path.includes('/') ? path : `{${path},**/${path}}`;
}
