import { codingWebFetchTool } from '../builtin/web/coding-web-fetch-tool.ts';
import { NO_FETCH, webFetchTool } from '../builtin/web/web-fetch-tool.ts';
import { codingWebSearchTool, NO_SEARCH, webSearchTool } from '../builtin/web/web-search-tools.ts';
import type { Tool } from '../contract/tool.ts';

interface WebToolset {
  readonly fetch: readonly Tool[];
  readonly search: readonly Tool[];
}

const NOTHING: WebToolset = { fetch: [], search: [] };
const CODING: WebToolset = { fetch: [codingWebFetchTool], search: [codingWebSearchTool] };
const TOOLSETS: Readonly<Record<string, WebToolset>> = {
  agentToolset20260401: { fetch: [webFetchTool], search: [webSearchTool] },
  codingTools: CODING,
  fileTools: NOTHING,
};

/** Returns a preset's tools for the web: those for which the app gives what they need. */
export function webTools(
  preset: string,
  { fetch = false, search = false }: { readonly fetch?: boolean; readonly search?: boolean },
): readonly Tool[] {
  const toolset = TOOLSETS[preset] ?? NOTHING;
  return [...(fetch ? toolset.fetch : []), ...(search ? toolset.search : [])];
}

/** Returns why a preset's other tools for the web are not there, by name. */
export function absentWebTools(
  preset: string,
  { fetch = false, search = false }: { readonly fetch?: boolean; readonly search?: boolean },
): Readonly<Record<string, string>> {
  const toolset = TOOLSETS[preset] ?? NOTHING;
  return {
    ...(fetch || toolset.fetch.length === 0 ? {} : { web_fetch: NO_FETCH }),
    ...(search || toolset.search.length === 0 ? {} : { web_search: NO_SEARCH }),
  };
}
