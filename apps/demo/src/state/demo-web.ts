import { createBrowserFetch, type SearchHit, type WebOptions } from 'cloche';

const ENCYCLOPEDIA = 'https://en.wikipedia.org/';

/** The web of the demo: the page's own fetch, and an encyclopedia's search, which needs no key. Each use asks. */
export function demoWeb(): WebOptions {
  return {
    fetch: createBrowserFetch(),
    search: {
      endpoints: [ENCYCLOPEDIA],
      async search(query, { limit, signal, fetch }) {
        const url = new URL('w/api.php', ENCYCLOPEDIA);
        url.search = new URLSearchParams({
          action: 'query',
          list: 'search',
          format: 'json',
          origin: '*',
          srlimit: String(limit),
          srsearch: query,
        }).toString();
        const request = { url: url.href, method: 'GET', headers: [], body: undefined, followsRedirects: false };
        const { status, body } = await fetch(request, { signal });
        const decoder = new TextDecoder();
        let text = '';
        for await (const piece of body) text += decoder.decode(piece, { stream: true });
        if (status !== 200) throw new Error(`the encyclopedia answered ${status}`);
        return readHits(JSON.parse(text));
      },
    },
  };
}

interface Answer {
  readonly query?: { readonly search?: readonly { readonly title: string; readonly snippet: string }[] };
}

function readHits({ query }: Answer): SearchHit[] {
  return (query?.search ?? []).map(({ title, snippet }) => ({
    title,
    url: new URL(`wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`, ENCYCLOPEDIA).href,
    // Excerpts have marks around the words that were found.
    snippet: snippet.replaceAll(/<[^>]*>/g, ''),
  }));
}
