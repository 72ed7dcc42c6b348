import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure } from '../../contract/tool-result.ts';
import { cutText, sanitizeText } from '../../output/limit-output.ts';
import { shapeText } from '../../output/shape-result.ts';
import type { WebPage } from '../../web/web-access.ts';
import { PLAIN_REQUEST, prepareFetch } from './web-fetch-tool.ts';

const MAX_BODY_BYTES = 2_097_152;
const MAX_TEXT_BYTES = 65_536;
const MAX_HEADERS = 16;
const DEFAULT_TIMEOUT_S = 30;
const MAX_TIMEOUT_S = 60;

/** Endings of files that hold nothing for a model to read: what pages load beside themselves. */
const STATIC_ASSET =
  /\.(?:css|js|mjs|map|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|iso|wasm)$/i;
const METHOD_NAMES = ['GET', 'POST'] as const;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Reads a page of the web, or asks a service. */
export const codingWebFetchTool: Tool = defineTool({
  name: 'web_fetch',
  title: 'Read a web page',
  description:
    'Fetch an http or https URL, by GET or POST; HTML is turned into compact Markdown. extract adds comments, scripts, forms and links of ' +
    'a page. Keeps at most 64 KiB of text, and no images, scripts or archives. Needs permission for the host; a redirect elsewhere is ' +
    'named and not followed. To save a file use curl in bash.',
  inputSchema: z.object({
    url: z.string().describe('http or https URL'),
    method: z.enum(METHOD_NAMES).describe('GET if not given').optional(),
    headers: z.record(z.string(), z.string()).describe('Headers by name').optional(),
    body: z.string().describe('What POST sends').optional(),
    extract: z.boolean().describe('Add comments, scripts, forms and links').optional(),
    timeout: z.number().int().min(1).max(MAX_TIMEOUT_S).describe('Seconds; 30 if not given').optional(),
  }),
  annotations: { readOnly: false, concurrencySafe: true, destructive: false },
  scope: () => ({ kind: 'free' }),
  async prepare(input, context) {
    const { url, method = 'GET', headers = {}, body, extract = false, timeout = DEFAULT_TIMEOUT_S } = input;
    if (body !== undefined && method === 'GET')
      return failure('invalid_input', 'web_fetch: body goes with method POST only');
    const wrong = Object.entries(headers).find(([name, value]) => !HEADER_NAME.test(name) || /[\r\n\0]/.test(value));
    if (wrong) return failure('invalid_input', `web_fetch: headers: ${JSON.stringify(wrong[0])} is no usable header`);
    if (STATIC_ASSET.test(url.replace(/[?#].*$/s, '')))
      return failure(
        'invalid_input',
        'web_fetch: that is a static asset, which is not fetched; curl in bash saves files',
      );
    const request = {
      ...PLAIN_REQUEST,
      url,
      method,
      headers: Object.entries(headers),
      body,
      extract,
      maxBytes: MAX_BODY_BYTES,
      timeoutMs: timeout * 1000,
    };
    const naming = { tool: 'web_fetch', problem: 'web_fetch: "url" must be an http or https URL' };
    return prepareFetch(request, naming, context, (page) =>
      shapeText(describePage(page), { trailer: '', details: {} }, context.loop),
    );
  },
});

function describePage({ status, statusText, headers, text, isCut }: WebPage): string {
  const shown = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).toSorted();
  const clean = sanitizeText(text);
  const body = cutText(clean, MAX_TEXT_BYTES);
  const isShort = body.length < clean.length;
  const cut = isShort
    ? [`[body truncated at ${MAX_TEXT_BYTES} bytes]`]
    : isCut
      ? [`[body truncated at ${MAX_BODY_BYTES} bytes]`]
      : [];
  const head = `HTTP ${status} ${statusText}`.trimEnd();
  return [head, ...shown.slice(0, MAX_HEADERS), '', body, ...cut].join('\n');
}
