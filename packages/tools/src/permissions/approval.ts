import type { FileDiff } from '../contract/tool-result.ts';
import type { RiskFact } from './describe-risk.ts';
import type { PartVerdict } from './evaluate-rules.ts';
import type { RuleScope } from './permission-rule.ts';
import type { RuleOffer } from './propose-rules.ts';

/** What a person decides on: the call in plain words and in full. Built from facts, never from the model's words. */
export interface ApprovalSubject {
  /** One sentence: `Run a command in /workspace`. */
  readonly summary: string;
  readonly detail:
    | { readonly kind: 'command'; readonly command: string; readonly cwd: string }
    | { readonly kind: 'diff'; readonly diff: FileDiff; readonly isNewFile: boolean }
    | { readonly kind: 'query'; readonly text: string };
}

/** A call that waits for a person. Plain data. */
export interface ApprovalRequest {
  readonly id: string;
  readonly callId: string;
  readonly session: string;
  readonly tool: { readonly name: string; readonly title: string };
  readonly subject: ApprovalSubject;
  /** Each command and file of the call, with what the rules say about it. */
  readonly parts: readonly PartVerdict[];
  /** What "always" may mean; none for what destroys or is not understood. */
  readonly offers: readonly RuleOffer[];
  readonly risks: readonly RiskFact[];
  /** Why an earlier answer could not be carried out, or why no rules are known. */
  readonly problem?: string;
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number;
}

/** A person's answer. */
export type ApprovalAnswer =
  | {
      readonly action: 'allow';
      /** Rules to keep, as people write them; they must allow the call. */
      readonly always?: { readonly rules: readonly string[]; readonly scope: RuleScope };
    }
  /** `note` is shown to the model. */
  | { readonly action: 'deny'; readonly note?: string };

/** Asks a person. Rejects with `signal.reason` when the call is cancelled meanwhile. */
export type AskApproval = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
