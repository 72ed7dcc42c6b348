import type { FileDiff } from '../contract/tool-result.ts';
import type { RiskFact } from './describe-risk.ts';
import type { RuleScope } from './permission-rule.ts';
import type { RuleOffer } from './propose-rules.ts';
import type { PartVerdict } from './rule-verdict.ts';

/** What a person decides on: the call in plain words and in full. Built from facts, never from the model's words. */
export interface ApprovalSubject {
  /** One sentence: `Run a command in /workspace`. */
  readonly summary: string;
  readonly detail: /** Without `cwd` it is typed at a program, whose directory is not known. */
    | { readonly kind: 'command'; readonly command: string; readonly cwd?: string }
    | { readonly kind: 'diff'; readonly diff: FileDiff; readonly isNewFile: boolean }
    | { readonly kind: 'query'; readonly text: string };
}

/** A call that waits for a person. Plain data. */
export interface ApprovalRequest {
  readonly id: string;
  readonly callId: string;
  readonly session: string;
  readonly tool: { readonly name: string; readonly title: string };
  /** The tool that was called, where it passed the call on to `tool`; `input` and `subject` are of `tool`. */
  readonly through?: { readonly name: string; readonly title: string };
  readonly subject: ApprovalSubject;
  /** The input that would run, as JSON has it. */
  readonly input: unknown;
  /** What the model asked for, when a person has changed it. */
  readonly proposedInput?: unknown;
  /** A person's change that could not be taken; `problem` says why. */
  readonly refusedInput?: unknown;
  /** Each command and file of the call, with what the rules say about it. */
  readonly parts: readonly PartVerdict[];
  /** What "always" may mean; none for what destroys or is not understood. */
  readonly offers: readonly RuleOffer[];
  readonly risks: readonly RiskFact[];
  /** Why an earlier answer could not be carried out, or why no rules are known. */
  readonly problem?: string;
  /** It was asked before, and what it would do is not the same any more. */
  readonly isChanged?: boolean;
  /** When it was first asked, in milliseconds since the epoch. */
  readonly askedAtMs: number;
}

/** A person's answer. */
export type ApprovalAnswer =
  | { readonly action: 'allow'; readonly always?: AlwaysAnswer }
  /** Runs another input in its place: it is checked and prepared like any call, and then asked about as it would run. */
  | { readonly action: 'edit'; readonly input: unknown }
  /** `note` is shown to the model. With `stop` the other waiting calls of the conversation are denied too, and its turn should end. */
  | { readonly action: 'deny'; readonly note?: string; readonly stop?: boolean };

/** Rules to keep. */
export interface AlwaysAnswer {
  /** As people write them; they must allow the call. */
  readonly rules: readonly string[];
  readonly scope: RuleScope;
  /** The person was asked a second time about rules that allow nearly everything. */
  readonly isConfirmed?: boolean;
}

/** Asks a person. Rejects with `signal.reason` when the call is cancelled meanwhile. */
export type AskApproval = (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
