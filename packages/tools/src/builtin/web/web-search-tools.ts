import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, type SearchResultContent, success, type ToolResult } from '../../contract/tool-result.ts';
import { sanitizeText } from '../../output/limit-output.ts';
import type { SearchHit } from '../../web/web-access.ts';

const MAX_RESULT_BYTES = 102_400;
const DEFAULT_HITS = 5;
const MAX_HITS = 10;
const NO_RESULTS = 'No results found.';
/** What tools say where the app gave no search. */
export const NO_SEARCH = 'the app gave no search provider; its setting is web.search of openWorkspace';

/** Searches the web; each hit is a block of its own. */
export const webSearchTool: Tool = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description:
    'Search the web and get titles, addresses and excerpts of pages. Use it to find documentation, error messages and ' +
    'recent facts; read a page that looks right with web_fetch. Answers with at most 10 results.',
  inputSchema: z.object({ query: z.string().describe('What to search for') }),
  annotations: { readOnly: false, concurrencySafe: true, destructive: false },
  scope: () => ({ kind: 'free' }),
  prepare: ({ query }, context) =>
    prepareSearch(
      { query, limit: MAX_HITS },
      context,
      (hits) => {
        const content = searchBlocks(hits);
        return content.length === 0
          ? success(NO_RESULTS, { total: 0 })
          : { content, isError: false, details: { total: content.length } };
      },
      (message) => `web_search: ${message}`,
    ),
});

/** Searches the web; the hits are a numbered list. */
export const codingWebSearchTool: Tool = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description:
    'Search the web; answers with a numbered list of titles, addresses and excerpts, 5 of them or as many as results says ' +
    '(at most 10). Use it to find documentation, error messages and recent facts; read a page that looks right with web_fetch.',
  inputSchema: z.object({
    query: z.string().describe('What to search for'),
    results: z.number().int().min(1).max(MAX_HITS).describe('How many; 5 if not given').optional(),
  }),
  annotations: { readOnly: false, concurrencySafe: true, destructive: false },
  scope: () => ({ kind: 'free' }),
  prepare: ({ query, results = DEFAULT_HITS }, context) =>
    prepareSearch(
      { query, limit: results },
      context,
      (hits) => {
        const shown = hits.slice(0, results);
        if (shown.length === 0) return success(NO_RESULTS, { total: 0 });
        return success(sanitizeText(shown.map(describeHit).join('\n\n')), { total: shown.length });
      },
      () => 'error: web search failed',
    ),
});

async function prepareSearch(
  request: { readonly query: string; readonly limit: number },
  { web, signal }: Pick<ToolContext, 'web' | 'signal'>,
  show: (hits: readonly SearchHit[]) => ToolResult,
  describeFailure: (message: string) => string,
): Promise<PreparedCall | ToolResult> {
  if (request.query.trim() === '') return failure('invalid_input', 'web_search: query is required');
  if (!web || web.searchTargets.length === 0) return failure('unavailable', `web_search: ${NO_SEARCH}`);
  return {
    needs: { network: web.searchTargets },
    subject: {
      summary: `Search the web at ${web.searchTargets.map(({ host }) => host).join(', ')}`,
      detail: { kind: 'query', text: request.query },
    },
    async run() {
      const outcome = await web.search(request, { signal });
      if (outcome.kind === 'failed')
        return failure('network_failed', describeFailure(outcome.message), { notes: [outcome.message] });
      return show(outcome.hits.filter(({ url }) => url !== ''));
    },
  };
}

/** One budget for all blocks: a hit's title and address are charged first, its excerpt goes in only whole. */
function searchBlocks(hits: readonly SearchHit[]): SearchResultContent[] {
  let left = MAX_RESULT_BYTES;
  const blocks: SearchResultContent[] = [];
  for (const hit of hits) {
    const source = sanitizeText(hit.url);
    const title = sanitizeText(hit.title.trim()) || source;
    const cost = utf8Length(title) + utf8Length(source);
    if (cost > left) break;
    left -= cost;
    const snippet = sanitizeText(hit.snippet);
    const isWhole = snippet !== '' && utf8Length(snippet) <= left;
    if (isWhole) left -= utf8Length(snippet);
    const excerpt = isWhole ? snippet : '';
    blocks.push({
      type: 'search_result',
      title,
      source,
      excerpt,
      text: `${[title, source, excerpt].filter(Boolean).join('\n')}\n`,
    });
  }
  return blocks;
}

function describeHit({ title, url, snippet }: SearchHit, index: number): string {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const lines = [
    `${index + 1}. ${oneLine(title) || url}`,
    `   ${url}`,
    ...(snippet.trim() ? [`   ${oneLine(snippet)}`] : []),
  ];
  return lines.join('\n');
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return length;
}
