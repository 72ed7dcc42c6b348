import { concatBytes, type FetchProvider } from '@cloche/system';
import type { WebPageOutcome, WebPageRequest } from '@cloche/tools';
import type { ReadHtml } from './html-reader.ts';

/** Fetches a page and makes text of it. Rejects only with `signal.reason`. */
export async function readPage(
  { url, method, headers, body, maxBytes, timeoutMs, extract }: WebPageRequest,
  {
    provider,
    readHtml,
    signal,
  }: { readonly provider: FetchProvider; readonly readHtml: ReadHtml; readonly signal: AbortSignal },
): Promise<WebPageOutcome> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const life = AbortSignal.any([signal, deadline]);
  try {
    const request = {
      url,
      method,
      headers,
      body: body === undefined ? undefined : new TextEncoder().encode(body),
      followsRedirects: true,
    };
    const response = await provider.fetch(request, { signal: life });
    const { bytes, isCut } = await readUpTo(response.body, maxBytes);
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    const { status, statusText } = response;
    const text = await textOf(bytes, type, { url: response.url || url, extract, readHtml, signal: life });
    return { kind: 'page', status, statusText, url: response.url || url, headers: response.headers, text, isCut };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted)
      return { kind: 'failed', message: `no answer within ${timeoutMs / 1000} s; try again, or allow more time` };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    const taken = piece.subarray(0, maxBytes - length);
    pieces.push(taken);
    length += taken.length;
    if (taken.length < piece.length) return { bytes: concatBytes(pieces), isCut: true };
  }
  return { bytes: concatBytes(pieces), isCut: false };
}

const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const TEXT_TYPE =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|ecmascript|yaml|toml|x-sh|x-www-form-urlencoded)\b|$)/i;

interface TextOptions {
  readonly url: string;
  readonly extract: boolean;
  readonly readHtml: ReadHtml;
  readonly signal: AbortSignal;
}

async function textOf(
  bytes: Uint8Array,
  type: string,
  { url, extract, readHtml, signal }: TextOptions,
): Promise<string> {
  if (!TEXT_TYPE.test(type) || bytes.subarray(0, 8192).includes(0))
    return `[${type || 'binary'} content, ${bytes.length} bytes, is not shown; curl -o FILE in bash saves it]`;
  const text = decode(bytes, type);
  return HTML_TYPE.test(type) ? readHtml({ html: text, url, extract }, { signal }) : text;
}

/** The charset of the header, else of the page's own mark, else UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const named =
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(type)?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
