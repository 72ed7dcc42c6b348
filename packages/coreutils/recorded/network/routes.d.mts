/** An answer of the server. */
export interface RouteAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Answers a request. */
export function answer(request: { readonly method: string; readonly path: string; readonly body: string }): RouteAnswer;
