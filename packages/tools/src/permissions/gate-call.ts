import type { PreparedCall, Tool } from '../contract/tool.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import type { RuleBook } from './rule-book.ts';
import type { RuleVerdict, ScopedRule } from './rule-verdict.ts';
import { brokenFloor } from './safety-floor.ts';

/** The call a gate decides on. */
export interface GateCall {
  readonly callId: string;
  readonly session: string;
  readonly tool: Pick<Tool, 'name' | 'title' | 'annotations'>;
  /** The tool that was called, where it passed the call on to `tool`. */
  readonly through?: Pick<Tool, 'name' | 'title'>;
  readonly input: unknown;
  readonly prepared: Pick<PreparedCall, 'subject' | 'needs'>;
  /**
   * What the model's server decided (`evaluated_permission`). `deny`: the call never runs. `allow`, or none: it is decided
   * here. Anything else, `ask` among it: a person must confirm it.
   */
  readonly evaluatedPermission?: string;
  /** Checks and prepares another input in the call's place; answers with the problem when it cannot be. */
  revise?(input: unknown): Promise<RevisedCall | { readonly problem: string }>;
  /** Prepares an input once more, since files may lead elsewhere after a person has thought; `undefined` when it cannot be. */
  prepareAgain?(input: unknown): Promise<PreparedCall | undefined>;
}

/** A call as a person has changed it. */
export interface RevisedCall {
  /** What the person wrote. */
  readonly approvedInput: unknown;
  /** What of it counts: defaults filled in, unknown keys gone. */
  readonly input: unknown;
  readonly prepared: PreparedCall;
}

/** What the gate decided, and what decided it. */
export type GateDecision =
  /** With `revised` a person has changed the call: that is what may run. */
  | { readonly kind: 'allowed'; readonly decidedBy: string; readonly revised?: RevisedCall }
  /** `stop`: a person wants the conversation's turn to end. */
  | { readonly kind: 'denied'; readonly decidedBy: string; readonly note?: string; readonly stop?: true }
  /** Nobody is there to ask. */
  | { readonly kind: 'approval_required' };

/** How a decision is made. */
export interface DecideOptions {
  readonly signal: AbortSignal;
  /** Told before a person is asked: what the question is about, so that it can be asked again after a reload. */
  readonly onAsk?: (asked: AskedBefore) => void;
  /** Nobody is asked: a call that would ask is answered with `approval_required`. */
  readonly isPreview?: boolean;
  /** The call was asked about before a reload. */
  readonly askedBefore?: AskedBefore;
}

/** A question as it was asked. Plain data. */
export interface AskedBefore {
  /** The same for calls that would do the same. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number;
  /** What a person has made of the input meanwhile. */
  readonly revisedInput?: unknown;
}

/** A call that counts as one of another tool needs what that one needs; one that only reads does not count as its own. */
export function needsOf({ tool, through }: GateCall, { needs = {} }: GateCall['prepared']): PermissionNeeds {
  const { gateAs = tool.name, isReading, ...wanted } = needs;
  return {
    tool: gateAs,
    calledAs: isReading ? gateAs : tool.name,
    ...(through ? { through: through.name } : {}),
    paths: [],
    network: [],
    ...wanted,
  };
}

/** Returns why the safety floor forbids a call, if it does. */
export function describeFloor({ command }: PermissionNeeds): string | undefined {
  const floor = command && brokenFloor(command.text, command.analysis);
  return floor === undefined ? undefined : `the safety floor: ${floor}`;
}

/** Returns why rules deny a call, if they do. */
export function describeDenial({ parts }: RuleVerdict): string | undefined {
  const denial = parts.find((part) => part.verdict === 'denied');
  return denial && `the rule ${denial.rule ?? ''}, for ${JSON.stringify(denial.text)}`;
}

/** The rules that hold. */
export interface KnownRules {
  readonly rules: readonly ScopedRule[];
  /** Why stored rules could not be read: then nothing is allowed without a person. */
  readonly problem: string | undefined;
}

/** Returns the rules of a session. */
export async function readRules(book: RuleBook, session: string): Promise<KnownRules> {
  try {
    return { rules: await book.list(session), problem: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { rules: [], problem: `the stored rules cannot be read: ${reason}` };
  }
}
