import type { FetchProvider } from '@cloche/system';

/** Headers that a page may not send, or that would make every request ask the server for leave first. */
const DROPPED: ReadonlySet<string> = new Set([
  'user-agent',
  'cookie',
  'referer',
  'host',
  'origin',
  'accept-encoding',
  'connection',
  'content-length',
]);

/**
 * The page's own fetch as a provider: without cookies or logins, without telling where the page is, and from the network only
 * what its server permits to pages of other origins (CORS). It follows redirects itself, since a page does not see them.
 */
export function createBrowserFetch(): FetchProvider {
  return {
    redirects: 'followed',
    async fetch({ url, method, headers, body, followsRedirects }, { signal }) {
      const init: RequestInit = {
        method,
        headers: headers.filter(([name]) => !DROPPED.has(name.toLowerCase())).map(([name, value]) => [name, value]),
        ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // Every request reaches the server, and none waits for another to the same address.
        cache: 'no-store',
        redirect: followsRedirects ? 'follow' : 'manual',
        signal,
      };
      let response: Response;
      try {
        response = await fetch(url, init);
      } catch (error) {
        signal.throwIfAborted();
        throw new Error(
          `${method} ${new URL(url).host}: the browser got no answer, and does not say why; often the server does not permit pages of other origins (CORS)`,
          { cause: error },
        );
      }
      if (response.type === 'opaqueredirect')
        throw new Error(
          `${method} ${new URL(url).host}: the server redirects, and a browser does not say where to; follow redirects (curl -L)`,
        );
      return {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        url: response.url,
        body: readBody(response.body),
      };
    },
  };
}

async function* readBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
