/** A page of the web that a model wants to read. */
export interface WebPageRequest {
  /** Absolute, http or https, without a user name. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Bytes of the body that are read at most. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Adds what a page has beside its text: comments, scripts, forms, links. */
  readonly extract: boolean;
}

/** What a server answered, as text. */
export interface WebPage {
  readonly status: number;
  readonly statusText: string;
  /** After redirects. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Markdown for HTML, else as it came; a line that says so for what is no text. */
  readonly text: string;
  /** The body was longer than `maxBytes`. */
  readonly isCut: boolean;
}

/** A page, or why there is none, for the model to read. */
export type WebPageOutcome =
  | ({ readonly kind: 'page' } & WebPage)
  | { readonly kind: 'failed'; readonly message: string };

/** One result of a search. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** Hits, or why there are none, for the model to read. */
export type SearchOutcome =
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A place in the network. */
export interface NetworkTarget {
  /** Lower case, without a dot at its end. */
  readonly host: string;
  readonly port: number;
}

/** In a need: a place that is not known. In a rule: every host. */
export const ANY_HOST = '*';

/** The web as the app lets tools have it. Rejects only with `signal.reason`. */
export interface WebAccess {
  /** Returns why a URL must not be fetched, for the model; `undefined` when it may be. */
  check(url: string): Promise<string | undefined>;
  fetchPage(request: WebPageRequest, options: { readonly signal: AbortSignal }): Promise<WebPageOutcome>;
  /** Places that a search reaches; none when there is no search. */
  readonly searchTargets: readonly NetworkTarget[];
  search(
    request: { readonly query: string; readonly limit: number },
    options: { readonly signal: AbortSignal },
  ): Promise<SearchOutcome>;
}

/** The parts of `URL` that are used; every platform of ours has it. */
interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly href: string;
}
declare const URL: { parse?(text: string): ParsedUrl | null; new (text: string): ParsedUrl };

/** Returns the place that a URL names; `undefined` for what is no http or https URL. */
export function targetOf(url: string): NetworkTarget | undefined {
  try {
    const { protocol, hostname, port } = new URL(url);
    const usual = USUAL_PORTS[protocol];
    if (usual === undefined || hostname === '') return undefined;
    return { host: plainHost(hostname), port: port === '' ? usual : Number(port) };
  } catch {
    return undefined;
  }
}

/** Returns a host as rules name it: without dots at its end, and an IPv4 address that is written as one of IPv6 as itself. */
function plainHost(hostname: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/i.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.toLowerCase().replace(/\.+$/, '');
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 0xff]).join('.');
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
