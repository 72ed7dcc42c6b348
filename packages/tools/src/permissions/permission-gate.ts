import type { PreparedCall, Tool } from '../contract/tool.ts';
import type { AlwaysAnswer, ApprovalRequest, AskApproval } from './approval.ts';
import { describeRisk } from './describe-risk.ts';
import {
  evaluateRules,
  type PartVerdict,
  type PermissionNeeds,
  type RuleVerdict,
  type ScopedRule,
} from './evaluate-rules.ts';
import { type PermissionRule, parseRule } from './permission-rule.ts';
import { proposeRules } from './propose-rules.ts';
import { readAnswer } from './read-answer.ts';
import type { RuleBook } from './rule-book.ts';
import { refuseBroadRules } from './rule-breadth.ts';
import { brokenFloor } from './safety-floor.ts';

/** Whether a tool's calls run at once or wait for a person. */
export type PermissionPolicy = 'always_allow' | 'always_ask';

/**
 * How a gate answers where no rule does. `default`: read-only tools run, the others ask. `acceptEdits`: write and edit run
 * too. `plan`: only read-only tools run. `dontAsk`: what would ask is denied. `bypass`: everything runs that no rule and not
 * the safety floor denies.
 */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypass';

/** What the gate decided, and what decided it. */
export type GateDecision =
  /** With `revised` a person has changed the call: that is what may run. */
  | { readonly kind: 'allowed'; readonly decidedBy: string; readonly revised?: RevisedCall }
  /** `stop`: a person wants the conversation's turn to end. */
  | { readonly kind: 'denied'; readonly decidedBy: string; readonly note?: string; readonly stop?: true }
  /** Nobody is there to ask. */
  | { readonly kind: 'approval_required' };

/** What a gate is made of. */
export interface PermissionGateOptions {
  /** Policies by tool name, from the app's toolset. A tool without one runs when it is read-only and asks otherwise. */
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
  readonly rules: RuleBook;
  /** Directory of the workspace's files, absolute: what paths in rules are relative to. */
  readonly root: string;
  /** Returns the mode that holds now. Default `default`. */
  readonly mode?: () => PermissionMode;
  /** Asks a person; without it, calls that must ask are refused. */
  readonly ask?: AskApproval;
  /** Told the names of the rules that decided a call, as `nameRule` gives them. */
  readonly onRulesUsed?: (names: readonly string[]) => void;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Decides on prepared calls. */
export interface PermissionGate {
  /** Decides on one call; waits for a person when one must be asked. Rejects with `signal.reason` when cancelled. */
  decide(call: GateCall, options: DecideOptions): Promise<GateDecision>;
}

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

/** The call a gate decides on. */
export interface GateCall {
  readonly callId: string;
  readonly session: string;
  readonly tool: Pick<Tool, 'name' | 'title' | 'annotations'>;
  readonly input: unknown;
  readonly prepared: Pick<PreparedCall, 'subject' | 'needs'>;
  /**
   * What the model's server decided (`evaluated_permission`). `deny`: the call never runs. `allow`, or none: it is decided
   * here. Anything else, `ask` among it: a person must confirm it.
   */
  readonly evaluatedPermission?: string;
  /** Checks and prepares another input in the call's place; answers with the problem when it cannot be. */
  revise?(input: unknown): Promise<RevisedCall | { readonly problem: string }>;
}

/** A call as a person has changed it. */
export interface RevisedCall {
  /** What the person wrote. */
  readonly approvedInput: unknown;
  /** What of it counts: defaults filled in, unknown keys gone. */
  readonly input: unknown;
  readonly prepared: PreparedCall;
}

const EDITING: ReadonlySet<string> = new Set(['write', 'edit', 'multi_edit']);

/**
 * Creates the gate of a workspace. In this order: the safety floor, rules that deny, the mode, rules that ask, the tool's
 * policy and rules that allow, and then a person.
 */
export function createPermissionGate(options: PermissionGateOptions): PermissionGate {
  const { policies, rules, mode = () => 'default' } = options;
  return {
    async decide(call, asking) {
      const { tool, session, evaluatedPermission } = call;
      if (evaluatedPermission === 'deny') return { kind: 'denied', decidedBy: "the model's server" };
      const needs = needsOf(call, call.prepared);
      const floor = describeFloor(needs);
      if (floor !== undefined) return { kind: 'denied', decidedBy: floor };
      const known = await readRules(rules, session);
      if (known.problem !== undefined) return askPerson(options, call, known, asking);
      const verdict = evaluateRules(needs, known.rules);
      const denial = describeDenial(verdict);
      if (denial !== undefined) {
        options.onRulesUsed?.(rulesIn(verdict, 'denied'));
        return { kind: 'denied', decidedBy: denial };
      }
      const policy = policyOf(policies, needs);
      const mustAsk = evaluatedPermission !== undefined && evaluatedPermission !== 'allow';
      const settled = decideByMode({
        mode: mode(),
        tool,
        readOnly: tool.annotations.readOnly === true || call.prepared.needs?.isReading === true,
        verdict,
        policy,
        mustAsk,
        isCovered: needs.isCovered === true,
      });
      if (settled?.kind === 'allowed' && settled.decidedBy === describeRules(verdict))
        options.onRulesUsed?.(rulesIn(verdict, 'allowed'));
      return settled ?? askPerson(options, call, known, asking);
    },
  };
}

/** A call that counts as one of another tool needs what that one needs; one that only reads does not count as its own. */
function needsOf({ tool }: GateCall, { needs = {} }: GateCall['prepared']): PermissionNeeds {
  const { gateAs = tool.name, isReading, ...wanted } = needs;
  return { tool: gateAs, calledAs: isReading ? gateAs : tool.name, paths: [], network: [], ...wanted };
}

/** A tool that counts as another one may still be one of those that always ask. */
function policyOf(
  policies: PermissionGateOptions['policies'],
  { tool, calledAs = tool }: PermissionNeeds,
): PermissionPolicy | undefined {
  const own = Object.hasOwn(policies, calledAs) ? policies[calledAs] : undefined;
  if (own === 'always_ask') return own;
  return Object.hasOwn(policies, tool) ? policies[tool] : undefined;
}

function describeFloor({ command }: PermissionNeeds): string | undefined {
  const floor = command && brokenFloor(command.text, command.analysis);
  return floor === undefined ? undefined : `the safety floor: ${floor}`;
}

function describeDenial({ parts }: RuleVerdict): string | undefined {
  const denial = parts.find((part) => part.verdict === 'denied');
  return denial && `the rule ${denial.rule ?? ''}, for ${JSON.stringify(denial.text)}`;
}

interface KnownRules {
  readonly rules: readonly ScopedRule[];
  /** Why stored rules could not be read: then nothing is allowed without a person. */
  readonly problem: string | undefined;
}

async function readRules(book: RuleBook, session: string): Promise<KnownRules> {
  try {
    return { rules: await book.list(session), problem: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { rules: [], problem: `the stored rules cannot be read: ${reason}` };
  }
}

function decideByMode({
  mode,
  tool,
  readOnly,
  verdict,
  policy,
  mustAsk,
  isCovered,
}: {
  readonly mode: PermissionMode;
  readonly tool: GateCall['tool'];
  readonly readOnly: boolean;
  readonly verdict: RuleVerdict;
  readonly policy: PermissionPolicy | undefined;
  /** Nothing but a person may allow it. */
  readonly mustAsk: boolean;
  /** What it does was permitted by an earlier call. */
  readonly isCovered: boolean;
}): GateDecision | undefined {
  if (mode === 'bypass' && !mustAsk) return { kind: 'allowed', decidedBy: 'mode bypass' };
  if (mode === 'plan' && !readOnly) return { kind: 'denied', decidedBy: 'mode plan, in which only reading is allowed' };
  const asksByRule = verdict.parts.some((part) => part.verdict === 'asks' && part.rule !== undefined);
  if (!asksByRule && !mustAsk) {
    if (policy === 'always_allow') return { kind: 'allowed', decidedBy: `policy always_allow of ${tool.name}` };
    if (isCovered && policy === undefined)
      return { kind: 'allowed', decidedBy: 'the permission that the process was started with' };
    if (verdict.verdict === 'allowed') return { kind: 'allowed', decidedBy: describeRules(verdict) };
    if (readOnly && (policy === undefined || mode === 'plan')) return { kind: 'allowed', decidedBy: 'read-only tool' };
    if (mode === 'acceptEdits' && EDITING.has(tool.name)) return { kind: 'allowed', decidedBy: 'mode acceptEdits' };
  }
  return mode === 'dontAsk' ? { kind: 'denied', decidedBy: 'mode dontAsk' } : undefined;
}

function describeRules(verdict: RuleVerdict): string {
  const names = rulesIn(verdict, 'allowed');
  return `the ${names.length === 1 ? 'rule' : 'rules'} ${names.join(', ')}`;
}

/** Returns the names of the rules behind a verdict, each once. */
function rulesIn({ parts }: RuleVerdict, wanted: PartVerdict['verdict']): string[] {
  return [...new Set(parts.flatMap(({ verdict, rule }) => (verdict === wanted && rule !== undefined ? [rule] : [])))];
}

/** Asks until the answer can be carried out: a rule that does not cover the call, or a change that may not run, is none. */
async function askPerson(
  options: PermissionGateOptions,
  call: GateCall,
  known: KnownRules,
  { signal, onAsk, askedBefore, isPreview }: DecideOptions,
): Promise<GateDecision> {
  const { ask, now, newId, root } = options;
  if (!ask || isPreview) return { kind: 'approval_required' };
  const { callId, session } = call;
  const { name, title } = call.tool;
  const fingerprint = fingerprintOf(call.prepared);
  const askedAtMs = askedBefore?.askedAtMs ?? now();
  onAsk?.({
    fingerprint,
    askedAtMs,
    ...(askedBefore?.revisedInput === undefined ? {} : { revisedInput: askedBefore.revisedInput }),
  });
  const isChanged = askedBefore !== undefined && askedBefore.fingerprint !== fingerprint;
  let { problem } = known;
  let revised = await takeUpRevision(call, askedBefore, known.rules);
  let refused: { readonly refusedInput?: unknown } = {};
  for (;;) {
    const prepared = revised?.prepared ?? call.prepared;
    const needs = needsOf(call, prepared);
    const request: ApprovalRequest = {
      id: newId(),
      callId,
      session,
      tool: { name, title },
      subject: prepared.subject,
      input: revised ? revised.input : call.input,
      ...(revised ? { proposedInput: call.input } : {}),
      ...refused,
      parts: evaluateRules(needs, known.rules).parts,
      offers: known.problem === undefined ? proposeRules(needs, known.rules) : [],
      risks: describeRisk(needs, root),
      ...(problem === undefined ? {} : { problem }),
      ...(isChanged ? { isChanged } : {}),
      askedAtMs,
    };
    const answer = readAnswer(await ask(request, { signal }));
    if ('problem' in answer) return { kind: 'denied', decidedBy: `the app, whose answer is none: ${answer.problem}` };
    ({ problem } = known);
    refused = {};
    switch (answer.action) {
      case 'deny': {
        const note = answer.note?.trim();
        return {
          kind: 'denied',
          decidedBy: 'a person',
          ...(note ? { note } : {}),
          ...(answer.stop === true ? { stop: true } : {}),
        };
      }
      case 'edit': {
        const change = await reviseCall(call, answer.input, known.rules);
        if ('problem' in change) {
          ({ problem } = change);
          refused = { refusedInput: answer.input };
        } else {
          revised = change;
          onAsk?.({ fingerprint, askedAtMs, revisedInput: answer.input });
        }
        break;
      }
      case 'allow': {
        const outcome = await keepRules(options, session, needs, known.rules, answer.always);
        const who = revised ? 'a person, who changed it' : 'a person';
        if (outcome.kind === 'kept')
          return { kind: 'allowed', decidedBy: `${who}, ${outcome.how}`, ...(revised ? { revised } : {}) };
        ({ problem } = outcome);
      }
    }
  }
}

/** Returns the change that a person had made before a reload, if it can still be made. */
async function takeUpRevision(
  call: GateCall,
  askedBefore: AskedBefore | undefined,
  rules: readonly ScopedRule[],
): Promise<RevisedCall | undefined> {
  if (askedBefore?.revisedInput === undefined) return undefined;
  const change = await reviseCall(call, askedBefore.revisedInput, rules);
  return 'problem' in change ? undefined : change;
}

/** Returns a text that is the same for calls that would do the same. */
function fingerprintOf({ subject, needs }: GateCall['prepared']): string {
  return JSON.stringify([subject, needs?.paths, needs?.network, needs?.command?.text]);
}

/** Checks what a person made of a call: what the rules or the safety floor deny is no call that can be asked about. */
async function reviseCall(
  call: GateCall,
  input: unknown,
  rules: readonly ScopedRule[],
): Promise<RevisedCall | { readonly problem: string }> {
  if (!call.revise) return { problem: 'this call cannot be changed' };
  const change = await call.revise(input);
  if ('problem' in change) return change;
  const needs = needsOf(call, change.prepared);
  const denial = describeFloor(needs) ?? describeDenial(evaluateRules(needs, rules));
  return denial === undefined ? change : { problem: `the changed call is denied by ${denial}` };
}

type Keeping = { readonly kind: 'kept'; readonly how: string } | { readonly kind: 'refused'; readonly problem: string };

/** Stores the rules of an answer before the call may run. */
async function keepRules(
  { rules, root }: PermissionGateOptions,
  session: string,
  needs: PermissionNeeds,
  known: readonly ScopedRule[],
  always: AlwaysAnswer | undefined,
): Promise<Keeping> {
  if (!always) return { kind: 'kept', how: 'once' };
  try {
    const added = always.rules.map((text): PermissionRule => parseRule('allow', text, root));
    if (always.isConfirmed !== true) refuseBroadRules(added);
    const scoped = added.map((rule): ScopedRule => ({ ...rule, scope: always.scope }));
    if (added.length === 0 || evaluateRules(needs, [...known, ...scoped]).verdict !== 'allowed') {
      return { kind: 'refused', problem: `${always.rules.join(', ')} would not allow this call` };
    }
    await rules.add(added, always.scope === 'session' ? { scope: 'session', session } : { scope: always.scope });
    return { kind: 'kept', how: `always: ${always.rules.join(', ')} (${always.scope})` };
  } catch (error) {
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
  }
}
