import type { FetchProvider } from '@cloche/system';
import {
  type AppServer,
  type NetworkTarget,
  serveAppNetwork,
  ToolFault,
  targetOf,
  type WebAccess,
} from '@cloche/tools';
import type { NetworkUse } from '../../wire/runner-api.ts';
import { refuseUrl, type TargetPolicy } from './check-target.ts';
import { createCheckedFetch } from './checked-fetch.ts';
import type { ReadHtml } from './html-reader.ts';
import { readPage } from './read-page.ts';
import { reportFetch } from './report-fetch.ts';
import type { SearchProvider, WebOptions } from './web-options.ts';

/** The web as the page gives it to the runner. */
export interface ServedWeb extends WebAccess {
  readonly hasFetch: boolean;
  /** Answers the machine's own requests; absent without a provider. */
  readonly app: AppServer | undefined;
}

const SEARCH_LIMIT_MS = 30_000;
const MAX_EXCERPT_UNITS = 200;

/** What the web is served with. */
export interface WebParts {
  /** Of the page. */
  readonly origin: string;
  readonly readHtml: ReadHtml;
  readonly onUse: (use: NetworkUse) => void;
}

/** Serves the web by an app's options. Throws a `ToolFault` (`machine_failed`) for a search without places. */
export function serveWeb(options: WebOptions, { origin, readHtml, onUse }: WebParts): ServedWeb {
  const { fetch, search } = options;
  const policy: TargetPolicy = { ...options, ownOrigin: origin };
  const checked = fetch && createCheckedFetch(fetch, policy);
  const provider = checked && reportFetch(checked, 'tool', onUse);
  const searching = fetch && reportFetch(fetch, 'search', onUse);
  const searchTargets = search ? placesOf(search) : [];
  return {
    hasFetch: provider !== undefined,
    app: checked && serveAppNetwork(reportFetch(checked, 'command', onUse)),
    async check(url) {
      const refusal = refuseUrl(url, policy);
      const target = targetOf(url);
      if (refusal !== undefined && target) onUse({ by: 'tool', method: 'GET', ...target, outcome: 'refused' });
      return refusal;
    },
    async fetchPage(request, { signal }) {
      if (!provider) return { kind: 'failed', message: 'the app gives no fetch provider' };
      return readPage(request, { provider, readHtml, signal });
    },
    searchTargets,
    async search({ query, limit }, { signal }) {
      if (!search) return { kind: 'failed', message: 'the app gives no search' };
      const life = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_LIMIT_MS)]);
      try {
        const hits = await search.search(query, { limit, signal: life, fetch: fetchOnly(searchTargets, searching) });
        return { kind: 'hits', hits: hits.filter(({ url }) => refuseUrl(url, policy) === undefined) };
      } catch (error) {
        signal.throwIfAborted();
        return { kind: 'failed', message: withoutSecrets(error) };
      }
    },
  };
}

function placesOf({ endpoints }: SearchProvider): NetworkTarget[] {
  const places = endpoints.map(targetOf);
  const known = places.filter((place) => place !== undefined);
  if (known.length === 0 || known.length < places.length)
    throw new ToolFault(
      'machine_failed',
      'web.search.endpoints must name at least one place, each an http or https URL',
    );
  return known;
}

/** A search reaches the places that it named, and no others. */
function fetchOnly(places: readonly NetworkTarget[], provider: FetchProvider | undefined): FetchProvider['fetch'] {
  const reaches = (url: string): boolean => {
    const target = targetOf(url);
    return places.some(({ host, port }) => host === target?.host && port === target.port);
  };
  return async (request, options) => {
    if (!provider) throw new Error('the app gives no fetch provider');
    if (!reaches(request.url)) throw new Error('the search wanted to reach a place that it had not named');
    const response = await provider.fetch(request, options);
    if (response.url !== '' && !reaches(response.url))
      throw new Error('the search was led to a place that it had not named');
    return response;
  };
}

/** A search's errors may hold its key: what follows a question mark, and long words, are left out. */
function withoutSecrets(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll(/\?\S*/g, '?…')
    .replaceAll(/[\w-]{20,}/g, '…')
    .slice(0, MAX_EXCERPT_UNITS);
}
