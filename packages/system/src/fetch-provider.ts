/** A request of a command or a tool. */
export interface FetchRequest {
  /** Absolute, http or https. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
  /** Whether redirects are to be followed; the final URL is in the response then. */
  readonly followsRedirects: boolean;
}

/** What a server answered. */
export interface FetchResponse {
  readonly status: number;
  /** `OK`; may be empty. */
  readonly statusText: string;
  /** As far as the host shows them: browsers hide some of those from other origins. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** After redirects. */
  readonly url: string;
  /** The content, already decoded, piece by piece. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Fetches from the network for commands and tools, as far as the app permits. Rejects with an error whose message says what
 * failed, and with `signal.reason` when aborted.
 */
export interface FetchProvider {
  /**
   * Whether redirects are answers (`shown`, the default) or are followed where the request says so, as in a page, which
   * does not see them: then only where they ended is checked.
   */
  readonly redirects?: 'shown' | 'followed';
  fetch(request: FetchRequest, options: { readonly signal: AbortSignal }): Promise<FetchResponse>;
}

/** What commands say where there is no provider. */
export const NO_NETWORK = 'this machine has no network: the app gives no fetch provider (web.fetch of openWorkspace)';
