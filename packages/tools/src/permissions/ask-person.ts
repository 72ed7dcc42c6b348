import type { AlwaysAnswer, ApprovalRequest, AskApproval } from './approval.ts';
import { describeRisk } from './describe-risk.ts';
import { evaluateRules } from './evaluate-rules.ts';
import {
  type AskedBefore,
  type DecideOptions,
  describeDenial,
  describeFloor,
  type GateCall,
  type GateDecision,
  type KnownRules,
  needsOf,
  type RevisedCall,
  readRules,
} from './gate-call.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import { formatRule, type PermissionRule, parseRule } from './permission-rule.ts';
import { proposeRules } from './propose-rules.ts';
import { readAnswer } from './read-answer.ts';
import type { RuleBook } from './rule-book.ts';
import { refuseBroadRules } from './rule-breadth.ts';
import { nameRule, type RuleVerdict, type ScopedRule } from './rule-verdict.ts';

/** Who is asked, and where the answers are kept. */
export interface AskingOptions {
  readonly rules: RuleBook;
  /** Directory of the workspace's files, absolute: what paths in rules are relative to. */
  readonly root: string;
  /** Asks a person; without it, calls that must ask are refused. */
  readonly ask?: AskApproval;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Asks until the answer can be carried out: a rule that does not cover the call, or a change that may not run, is none. */
export async function askPerson(
  options: AskingOptions,
  call: GateCall,
  knownAtFirst: KnownRules,
  { signal, onAsk, askedBefore, isPreview }: DecideOptions,
): Promise<GateDecision> {
  const { ask, now, newId, root } = options;
  if (!ask || isPreview) return { kind: 'approval_required' };
  const { callId, session, through } = call;
  const { name, title } = call.tool;
  const fingerprint = fingerprintOf(call.prepared);
  const askedAtMs = askedBefore?.askedAtMs ?? now();
  onAsk?.({
    fingerprint,
    askedAtMs,
    ...(askedBefore?.revisedInput === undefined ? {} : { revisedInput: askedBefore.revisedInput }),
  });
  let isChanged = askedBefore !== undefined && askedBefore.fingerprint !== fingerprint;
  let known = knownAtFirst;
  let { problem } = known;
  let revised = await takeUpRevision(call, askedBefore, known.rules);
  let refused: { readonly refusedInput?: unknown } = {};
  let prepared: GateCall['prepared'] = revised?.prepared ?? call.prepared;
  for (;;) {
    const needs = needsOf(call, prepared);
    const request: ApprovalRequest = {
      id: newId(),
      callId,
      session,
      tool: { name, title },
      ...(through ? { through: { name: through.name, title: through.title } } : {}),
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
    // An answer to a call that was cancelled meanwhile permits nothing.
    signal.throwIfAborted();
    if ('problem' in answer) return { kind: 'denied', decidedBy: `the app, whose answer is none: ${answer.problem}` };
    known = await readRules(options.rules, session);
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
          ({ prepared } = change);
          onAsk?.({ fingerprint, askedAtMs, revisedInput: answer.input });
        }
        break;
      }
      case 'allow': {
        const denial = describeDenial(evaluateRules(needs, known.rules));
        if (denial !== undefined) return { kind: 'denied', decidedBy: denial };
        const again = await call.prepareAgain?.(revised ? revised.approvedInput : call.input);
        if (again && placesOf(again) !== placesOf(prepared)) {
          prepared = again;
          revised &&= { ...revised, prepared: again };
          isChanged = true;
          problem = 'what the call is about has changed since it was asked: see the paths, and decide again';
          break;
        }
        const outcome = await keepRules(options, session, needs, known.rules, answer.always);
        const who = revised ? 'a person, who changed it' : 'a person';
        if (outcome.kind === 'kept')
          return { kind: 'allowed', decidedBy: `${who}, ${outcome.how}`, ...(revised ? { revised } : {}) };
        ({ problem } = outcome);
      }
    }
  }
}

/** Returns a text that is the same for calls that reach the same places. */
function placesOf({ needs }: Pick<GateCall['prepared'], 'needs'>): string {
  return JSON.stringify([needs?.paths, needs?.network, needs?.command?.text]);
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
function fingerprintOf(prepared: GateCall['prepared']): string {
  return JSON.stringify([prepared.subject, placesOf(prepared)]);
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

/** Says whether a rule decides on any part of a call. */
function hasPartIn(rule: ScopedRule, { parts }: RuleVerdict): boolean {
  return parts.some((part) => part.rule === nameRule(rule));
}

type Keeping = { readonly kind: 'kept'; readonly how: string } | { readonly kind: 'refused'; readonly problem: string };

/** Stores the rules of an answer before the call may run. */
async function keepRules(
  { rules, root }: AskingOptions,
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
    if (added.length === 0) return { kind: 'refused', problem: 'there is no rule in the answer' };
    if (evaluateRules(needs, [...known, ...scoped]).verdict !== 'allowed')
      return { kind: 'refused', problem: `${always.rules.join(', ')} would not allow this call` };
    const foreign = scoped.find((rule) => !hasPartIn(rule, evaluateRules(needs, [...known, rule])));
    if (foreign) return { kind: 'refused', problem: `${formatRule(foreign)} has nothing to do with this call` };
    await rules.add(added, always.scope === 'session' ? { scope: 'session', session } : { scope: always.scope });
    return { kind: 'kept', how: `always: ${always.rules.join(', ')} (${always.scope})` };
  } catch (error) {
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
  }
}
