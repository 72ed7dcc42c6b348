/** A run of jq's own code. */
export interface JsonQueryRequest {
  /** All of the input. */
  readonly input: string;
  readonly filter: string;
  /** Options of jq that need no files. */
  readonly flags: readonly string[];
}

/** What came of it; a last newline is missing from both texts. */
export interface JsonQueryAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/**
 * Runs jq (the real one, as WebAssembly). It cannot yield, so a machine that must stay responsive runs it in a worker of
 * its own and ends that worker when `signal` is aborted; rejects with `signal.reason` then.
 */
export interface JsonQueryEngine {
  run(request: JsonQueryRequest, options: { readonly signal: AbortSignal }): Promise<JsonQueryAnswer>;
}
