import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { limitText, sanitizeText } from '../../output/limit-output.ts';
import { targetOf, type WebAccess, type WebPage, type WebPageRequest } from '../../web/web-access.ts';

const MAX_BODY_BYTES = 4_194_304;
const TIMEOUT_MS = 30_000;

/** The parts of a request that tools leave to their defaults. */
export const PLAIN_REQUEST: Omit<WebPageRequest, 'url'> = {
  method: 'GET',
  headers: [],
  body: undefined,
  maxBytes: MAX_BODY_BYTES,
  timeoutMs: TIMEOUT_MS,
  extract: false,
};

/** Reads a page of the web. */
export const webFetchTool: Tool = defineTool({
  name: 'web_fetch',
  title: 'Read a web page',
  description:
    'Read a page of the web by its http or https URL; HTML is turned into Markdown, and the text is cut at 100 KiB. Needs ' +
    'permission for the host. Redirects to other hosts are not followed: fetch the URL that is named instead. Not for files of the workspace.',
  inputSchema: z.object({ url: z.string().describe('http or https URL') }),
  annotations: { readOnly: false, concurrencySafe: true, destructive: false },
  scope: () => ({ kind: 'free' }),
  prepare({ url }, context) {
    return prepareFetch(
      { ...PLAIN_REQUEST, url },
      { tool: 'web_fetch', problem: 'web_fetch: "url" must be an http or https URL' },
      context,
      async (page) => {
        const notes = [
          ...(page.status >= 200 && page.status < 300 ? [] : [`HTTP ${page.status} ${page.statusText}`.trimEnd()]),
          ...(page.isCut ? [`[the first ${MAX_BODY_BYTES} bytes of the page were read]`] : []),
        ];
        const { text, ...details } = await limitText(sanitizeText(page.text), notes.join('\n'));
        return success(text === '' ? '(empty page)' : text, details);
      },
    );
  },
});

/** How a tool names itself and refuses URLs. */
export interface FetchNaming {
  readonly tool: string;
  /** What is said of a URL that is none of http or https. */
  readonly problem: string;
}

/** Prepares a fetch: what the app would refuse is refused before a person is asked. */
export async function prepareFetch(
  request: WebPageRequest,
  { tool, problem }: FetchNaming,
  { web, signal }: Pick<ToolContext, 'web' | 'signal'>,
  show: (page: WebPage) => Promise<ToolResult>,
): Promise<PreparedCall | ToolResult> {
  const target = targetOf(request.url);
  if (!target) return failure('invalid_input', problem);
  if (!web) return failure('unavailable', `${tool}: ${NO_FETCH}`);
  const refusal = await web.check(request.url);
  if (refusal !== undefined) return failure('denied', `${tool}: ${refusal}`);
  return {
    needs: { network: [target] },
    subject: {
      summary: `${request.method === 'POST' ? 'Send data to' : 'Fetch from'} ${target.host}`,
      detail: { kind: 'query', text: describeRequest(request) },
    },
    run: () => runFetch(request, tool, web, signal, show),
  };
}

/** What tools say where the app gave no network. */
export const NO_FETCH = 'the app gave no fetch provider; its setting is web.fetch of openWorkspace';

async function runFetch(
  request: WebPageRequest,
  tool: string,
  web: WebAccess,
  signal: AbortSignal,
  show: (page: WebPage) => Promise<ToolResult>,
): Promise<ToolResult> {
  const outcome = await web.fetchPage(request, { signal });
  if (outcome.kind === 'failed') return failure('network_failed', `${tool}: ${outcome.message}`);
  return show(outcome);
}

function describeRequest({ method, url, headers, body }: WebPageRequest): string {
  const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return body === undefined ? lines.join('\n') : [...lines, '', body].join('\n');
}
