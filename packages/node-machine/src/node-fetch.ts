import type { FetchProvider } from '@cloche/system';

/** Node's own fetch, for curl and wget on a person's machine: it reaches what the other programs there reach. */
export function createNodeFetch(): FetchProvider {
  return {
    redirects: 'followed',
    async fetch({ url, method, headers, body, followsRedirects }, { signal }) {
      let response: Response;
      try {
        response = await fetch(url, {
          method,
          headers: headers.map(([name, value]): [string, string] => [name, value]),
          ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
          redirect: followsRedirects ? 'follow' : 'manual',
          signal,
        });
      } catch (error) {
        signal.throwIfAborted();
        throw new Error(`${method} ${new URL(url).host}: ${describeCause(error)}`, { cause: error });
      }
      return {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        url: response.url,
        body: response.body ?? noBody(),
      };
    },
  };
}

/** Node says `fetch failed`, and why in the cause: `connect ECONNREFUSED 127.0.0.1:9`. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

async function* noBody(): AsyncGenerator<Uint8Array> {}
