import type { FetchProvider, FetchRequest, FetchResponse } from '@cloche/system';
import { targetOf } from '@cloche/tools';
import { refuseUrl, type TargetPolicy } from './check-target.ts';

/** A request that must not be made, or a redirect that must not be followed. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';
  readonly code = 'network_refused';
}

const MAX_REDIRECTS = 10;

/** Makes a provider that reaches only what the policy permits, and follows redirects only to the same place. */
export function createCheckedFetch(provider: FetchProvider, policy: TargetPolicy): FetchProvider {
  return {
    async fetch(request, { signal }) {
      let current = request;
      for (let hops = 0; ; hops++) {
        const refusal = refuseUrl(current.url, policy);
        if (refusal !== undefined) throw new NetworkRefusal(refusal);
        const followsItself = provider.redirects === 'followed';
        const sent = { ...current, followsRedirects: followsItself && request.followsRedirects };
        const response = await provider.fetch(sent, { signal });
        // A provider that follows redirects itself says where it ended.
        if (response.url !== '') requireSamePlace(request.url, response.url);
        const location = redirectOf(response);
        if (!request.followsRedirects || location === undefined) return response;
        if (hops >= MAX_REDIRECTS) throw new NetworkRefusal(`more than ${MAX_REDIRECTS} redirects`);
        const next = new URL(location, current.url).href;
        requireSamePlace(request.url, next);
        void response.body[Symbol.asyncIterator]().return?.();
        current = redirected(current, next, response.status);
      }
    },
  };
}

function redirectOf({ status, headers }: FetchResponse): string | undefined {
  if (status < 300 || status > 399 || status === 304) return undefined;
  return headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
}

/** A permission is for one scheme, host and port. */
function requireSamePlace(asked: string, next: string): void {
  const [from, to] = [targetOf(asked), targetOf(next)];
  const isSame = from && to && from.host === to.host && from.port === to.port && schemeOf(asked) === schemeOf(next);
  if (!isSame)
    throw new NetworkRefusal(`redirect blocked: it leads to ${describePlace(next)}; fetch that itself if it is wanted`);
}

function schemeOf(url: string): string {
  return new URL(url).protocol;
}

/** Where a redirect leads, without what could be a secret. */
function describePlace(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** As browsers do: 303, and POST behind 301 and 302, go on as GET without a body. */
function redirected(request: FetchRequest, url: string, status: number): FetchRequest {
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  const becomesGet = status === 303 ? !isGet : (status === 301 || status === 302) && request.method === 'POST';
  return becomesGet ? { ...request, url, method: 'GET', body: undefined } : { ...request, url };
}
