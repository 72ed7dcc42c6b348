import { codingWebFetchTool } from '../builtin/web/coding-web-fetch-tool.ts';
import { webFetchTool } from '../builtin/web/web-fetch-tool.ts';
import { codingWebSearchTool, webSearchTool } from '../builtin/web/web-search-tools.ts';
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
