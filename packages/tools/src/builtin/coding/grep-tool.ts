import { decodeText, joinPath } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import type { SearchOutcome, SearchParams } from '../../host/tool-host.ts';
import { sanitizeText } from '../../output/limit-output.ts';
import { shapeText } from '../../output/shape-result.ts';
import { treeNeeds } from '../../permissions/file-needs.ts';
import { PATH_LIMIT, PATTERN_LIMIT } from '../path-limit.ts';
import { describeSkipped, SKIPPED_DIRECTORIES } from '../skipped-directories.ts';
import { namesOfType } from './file-types.ts';

const DEFAULT_HEAD_LIMIT = 250;
const MAX_CONTEXT_LINES = 1000;
/** Bytes of a page that the host gathers. */
const MAX_GATHERED_BYTES = 8_388_608;
const BINARY_CHECK_BYTES = 8000;

const inputSchema = z.object({
  pattern: z.string().describe('A Perl-compatible regular expression'),
  path: z.string().describe('File or directory; by default the working directory').optional(),
  glob: z.string().describe('Only files of these names, such as *.ts or src/**/*.{js,ts}').optional(),
  type: z.string().describe('Only files of this type: js, ts, py, go, rust, java… or an extension').optional(),
  output_mode: z
    .enum(['files_with_matches', 'content', 'count'])
    .describe('files_with_matches (default): paths; content: the lines; count: how many lines a file')
    .optional(),
  '-i': z.boolean().describe('Ignore case').optional(),
  '-n': z.boolean().describe('Line numbers, in content; true by default').optional(),
  '-A': integer().describe('Lines of context after each match').optional(),
  '-B': integer().describe('Lines of context before each match').optional(),
  '-C': integer().describe('Lines of context before and after; wins over -A and -B').optional(),
  context: integer().describe('The same as -C').optional(),
  multiline: z.boolean().describe('Matches may span lines, and . matches a newline').optional(),
  head_limit: integer().describe('Entries to show; 250 by default, 0 for all').optional(),
  offset: integer().describe('Entries to leave out at the start').optional(),
});

type GrepInput = z.infer<typeof inputSchema>;
type FoundPage = Extract<SearchOutcome, { kind: 'found' }>;

/** Searches in files. */
export const codingGrepTool: Tool = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Search in files for a Perl-compatible regular expression, line by line unless multiline; a literal ( or [ needs a ' +
    'backslash. Answers with file names by default, with path:line:text for output_mode content, and with path: count for ' +
    'count. $ matches before a carriage return too. Binary files, .git, node_modules and the like are left out unless named as ' +
    'path; files in .gitignore are searched. Shows 250 entries; go on with offset. "no matches" means that files were searched. ' +
    'Rather use this than grep in bash.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { pattern: PATTERN_LIMIT, path: PATH_LIMIT, glob: PATTERN_LIMIT },
  async prepare(input, context) {
    const params = paramsOf(input, context);
    if ('content' in params) return params;
    return {
      needs: await treeNeeds(input.path || '.', context),
      subject: { summary: `Search for ${input.pattern}`, detail: { kind: 'query', text: input.pattern } },
      async run() {
        const outcome = await context.host.call('search', params, { signal: context.signal });
        if (outcome.kind === 'failed') return failure('search_failed', `grep: ${outcome.text}`);
        return describePage(outcome, params, context);
      },
    };
  },
});

function paramsOf(input: GrepInput, { workdir }: ToolContext): SearchParams | ToolResult {
  const { pattern, path, glob, type, output_mode: mode = 'files_with_matches', multiline = false } = input;
  if (pattern === '') return failure('invalid_input', 'grep: pattern is required');
  const { head_limit: limit = DEFAULT_HEAD_LIMIT, offset = 0, context: around = input['-C'] } = input;
  const numbers = { head_limit: limit, offset, '-A': input['-A'], '-B': input['-B'], '-C': around };
  for (const [field, value] of Object.entries(numbers)) {
    if (value !== undefined && value < 0) return failure('invalid_input', `grep: ${field} must be at least 0`);
  }
  const clamp = (lines: number): number => Math.min(lines, MAX_CONTEXT_LINES);
  return {
    pattern,
    root: joinPath(workdir, path || '.'),
    ignoreCase: input['-i'] ?? false,
    multiline,
    mode: MODES[mode],
    before: clamp(around ?? input['-B'] ?? 0),
    after: clamp(around ?? input['-A'] ?? 0),
    showsLineNumbers: input['-n'] ?? true,
    ...(glob === undefined ? {} : { glob }),
    names: type === undefined ? [] : namesOfType(type),
    skips: SKIPPED_DIRECTORIES,
    relativeTo: workdir,
    offset,
    limit,
    maxBytes: MAX_GATHERED_BYTES,
    binaryCheckBytes: BINARY_CHECK_BYTES,
  };
}

const MODES = { files_with_matches: 'files', content: 'content', count: 'count' } as const;

async function describePage(page: FoundPage, params: SearchParams, { loop }: ToolContext): Promise<ToolResult> {
  const { total, shown, filesSearched, filesMatched, matches, skippedDirectories } = page;
  const details = { total, filesSearched, skippedDirectories };
  const skipped = describeSkipped(skippedDirectories);
  const noted = (text: string): ToolResult => success(skipped === '' ? text : `${text}\n${skipped}`, details);
  if (total === 0) return noted(filesSearched === 0 ? 'no matches (0 files searched)' : 'no matches');
  if (params.offset >= total) return noted(`No entries at this offset: there are ${total}`);
  const next = params.offset + shown;
  const left = total - next;
  const trailer = [
    ...(left > 0 ? [`... [${left} more result(s) — page with offset=${next}, or head_limit=0 for all] ...`] : []),
    ...(params.mode === 'count' && left > 0 ? [`[${matches} matching lines in ${filesMatched} files in all]`] : []),
  ].join('\n');
  return shapeText(sanitizeText(decodeText(page.lines)).replace(/\n$/, ''), { trailer, details }, loop);
}
