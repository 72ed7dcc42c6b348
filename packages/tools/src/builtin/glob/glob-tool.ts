import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';
import { limitText, sanitizeText } from '../../output/limit-output.ts';
import { globNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT, PATTERN_LIMIT } from '../path-limit.ts';

const MAX_RESULTS = 200;

const inputSchema = z.object({
  pattern: z.string(),
  path: z.string().describe('Directory to search in. Defaults to the workdir.').optional(),
});

/** Finds files by name, as the reference SDK's `glob`. */
export const globTool: Tool = defineTool({
  name: 'glob',
  title: 'Find files',
  description:
    'Find files and directories whose path matches a glob pattern: * ? [abc] stay within one name, ** crosses directories. ' +
    'Names that start with a dot match too. Results are absolute paths, newest first, at most 200; the total is told when there are more.',
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
        const outcome = await host.call('glob', { pattern, root, maxResults: MAX_RESULTS }, { signal });
        if (outcome.kind === 'failed') return failure('search_failed', `glob: ${outcome.text}`);
        if (outcome.total === 0) return success('no matches', { total: 0 });
        const cut = outcome.total > outcome.paths.length;
        const trailer = cut
          ? `[${outcome.paths.length} of ${outcome.total} matches shown, newest first; refine the pattern]`
          : '';
        const { text, ...details } = await limitText(sanitizeText(outcome.paths.join('\n')), trailer);
        return success(text, { ...details, total: outcome.total });
      },
    };
  },
});
