import type { FetchProvider } from '@cloche/system';
import type { SearchHit } from '@cloche/tools';

/** The web that an app gives to tools and commands; without it there is none. */
export interface WebOptions {
  /** Fetches for `web_fetch`, and for `curl` and `wget` in the tab's own machine. `createBrowserFetch()` is the page's own. */
  readonly fetch?: FetchProvider;
  /** Searches for `web_search`. */
  readonly search?: SearchProvider;
  /** The only hosts that may be reached: `example.com`, `*.example.com`, each with `:port` or for any. Default: every public one. */
  readonly allowedHosts?: readonly string[];
  /** Hosts that may be reached though they are the page's own, this computer or in a private network. Default: none. */
  readonly privateHosts?: readonly string[];
}

/** Searches the web. */
export interface SearchProvider {
  /** The only places that it reaches, as URLs; at least one. `fetch` refuses others, and redirects to others. */
  readonly endpoints: readonly string[];
  /** Resolves with hits, best first. What it rejects with is not shown to the model beyond 200 bytes. */
  search(
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal; readonly fetch: FetchProvider['fetch'] },
  ): Promise<readonly SearchHit[]>;
}
