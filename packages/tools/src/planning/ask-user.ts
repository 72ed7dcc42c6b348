/** A question to the person at the app. Plain data. */
export interface UserQuestion {
  /** A word or two above the question. */
  readonly header?: string;
  readonly question: string;
  /** What may be chosen; without any the answer is free text. */
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  /** Several options may be chosen. */
  readonly multiSelect: boolean;
}

/**
 * Asks the person one question and resolves with what they chose or wrote, at least one text; an empty list when they
 * would not answer. Rejects with `signal.reason` when the call is cancelled.
 */
export type AskUser = (question: UserQuestion, options: { signal: AbortSignal }) => Promise<readonly string[]>;
