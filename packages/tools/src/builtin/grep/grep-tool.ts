import { decodeText, joinPath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';
import { limitText, sanitizeText } from '../../output/limit-output.ts';
import { treeNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT, PATTERN_LIMIT } from '../path-limit.ts';

/** Output that the host gathers before it only counts. */
const MAX_GATHERED_BYTES = 1_048_576;

const inputSchema = z.object({ pattern: z.string(), path: z.string().optional() });

/** Searches files by content, as the reference SDK's `grep`. */
export const grepTool: Tool = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Search file contents for a Perl-compatible regular expression, line by line: a literal { or ( needs a backslash. Answers with ' +
    'path:line:text for each matching line. Directories are searched with everything below them except .git and ' +
    'node_modules; binary files are skipped. $ matches before a carriage return too. "no matches" means that files were searched.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { pattern: PATTERN_LIMIT, path: PATH_LIMIT },
  async prepare({ pattern, path }, context) {
    const { host, workdir, signal, callId } = context;
    if (pattern === '') return failure('invalid_input', 'grep: pattern is required');
    const root = joinPath(workdir, path || '.');
    return {
      needs: await treeNeeds(path || '.', context),
      subject: { summary: `Search for ${pattern}`, detail: { kind: 'query', text: pattern } },
      async run() {
        const outcome = await host.call('grep', { pattern, root, maxBytes: MAX_GATHERED_BYTES }, { signal });
        if (outcome.kind === 'failed') return failure('search_failed', `grep: ${outcome.text}`);
        const counts = { total: outcome.matches, filesSearched: outcome.filesSearched };
        if (outcome.matches === 0) {
          const text = outcome.filesSearched === 0 ? 'no matches (0 files searched)' : 'no matches';
          return success(text, counts);
        }
        const lines = sanitizeText(decodeText(outcome.lines)).replace(/\n$/, '');
        const body = outcome.isCut ? `[output truncated]\n${lines}` : lines;
        const spill = async (text: string): Promise<string | undefined> =>
          (await host.call('spill', { callId, text }, { signal })).path;
        const { text, ...details } = await limitText(body, '', spill);
        return success(text, { ...details, ...counts });
      },
    };
  },
});
