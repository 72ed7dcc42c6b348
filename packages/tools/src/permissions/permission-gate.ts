import type { Tool } from '../contract/tool.ts';
import type { ApprovalAnswer, ApprovalRequest, ApprovalSubject, AskApproval } from './approval.ts';
import { describeRisk } from './describe-risk.ts';
import { evaluateRules, type PermissionNeeds, type RuleVerdict, type ScopedRule } from './evaluate-rules.ts';
import { type PermissionRule, parseRule } from './permission-rule.ts';
import { proposeRules } from './propose-rules.ts';
import type { RuleBook } from './rule-book.ts';
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
  | { readonly kind: 'allowed'; readonly decidedBy: string }
  | { readonly kind: 'denied'; readonly decidedBy: string; readonly note?: string }
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
  readonly now: () => number;
  readonly newId: () => string;
}

/** Decides on prepared calls. */
export interface PermissionGate {
  /** Decides on one call; waits for a person when one must be asked. Rejects with `signal.reason` when cancelled. */
  decide(call: GateCall, options: { signal: AbortSignal }): Promise<GateDecision>;
}

/** The call a gate decides on. */
export interface GateCall {
  readonly callId: string;
  readonly session: string;
  readonly tool: Pick<Tool, 'name' | 'title' | 'annotations'>;
  readonly subject: ApprovalSubject;
  readonly needs: PermissionNeeds;
}

const EDITING: ReadonlySet<string> = new Set(['write', 'edit', 'multi_edit']);

/**
 * Creates the gate of a workspace. In this order: the safety floor, rules that deny, the mode, rules that ask, the tool's
 * policy and rules that allow, and then a person.
 */
export function createPermissionGate(options: PermissionGateOptions): PermissionGate {
  const { policies, rules, mode = () => 'default' } = options;
  return {
    async decide(call, { signal }) {
      const { tool, needs } = call;
      const floor = needs.command && brokenFloor(needs.command.text, needs.command.analysis);
      if (floor !== undefined) return { kind: 'denied', decidedBy: `the safety floor: ${floor}` };
      const known = await readRules(rules, call.session);
      if (known.problem !== undefined) return askPerson(options, call, known, signal);
      const verdict = evaluateRules(needs, known.rules);
      const denial = verdict.parts.find((part) => part.verdict === 'denied');
      if (denial)
        return { kind: 'denied', decidedBy: `the rule ${denial.rule ?? ''}, for ${JSON.stringify(denial.text)}` };
      const policy = Object.hasOwn(policies, tool.name) ? policies[tool.name] : undefined;
      const settled = decideByMode(mode(), tool, verdict, policy);
      return settled ?? askPerson(options, call, known, signal);
    },
  };
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

function decideByMode(
  mode: PermissionMode,
  tool: GateCall['tool'],
  verdict: RuleVerdict,
  policy: PermissionPolicy | undefined,
): GateDecision | undefined {
  const readOnly = tool.annotations.readOnly === true;
  if (mode === 'bypass') return { kind: 'allowed', decidedBy: 'mode bypass' };
  if (mode === 'plan' && !readOnly) return { kind: 'denied', decidedBy: 'mode plan, in which only reading is allowed' };
  const asksByRule = verdict.parts.some((part) => part.verdict === 'asks' && part.rule !== undefined);
  if (!asksByRule) {
    if (policy === 'always_allow') return { kind: 'allowed', decidedBy: `policy always_allow of ${tool.name}` };
    if (verdict.verdict === 'allowed') return { kind: 'allowed', decidedBy: describeRules(verdict) };
    if (readOnly && (policy === undefined || mode === 'plan')) return { kind: 'allowed', decidedBy: 'read-only tool' };
    if (mode === 'acceptEdits' && EDITING.has(tool.name)) return { kind: 'allowed', decidedBy: 'mode acceptEdits' };
  }
  return mode === 'dontAsk' ? { kind: 'denied', decidedBy: 'mode dontAsk' } : undefined;
}

function describeRules({ parts }: RuleVerdict): string {
  const names = new Set(
    parts.flatMap(({ verdict, rule }) => (verdict === 'allowed' && rule !== undefined ? [rule] : [])),
  );
  return `the ${names.size === 1 ? 'rule' : 'rules'} ${[...names].join(', ')}`;
}

/** Asks until the answer can be carried out: a rule that does not cover the call, or cannot be stored, is no answer. */
async function askPerson(
  options: PermissionGateOptions,
  call: GateCall,
  known: KnownRules,
  signal: AbortSignal,
): Promise<GateDecision> {
  const { ask, now, newId, root } = options;
  if (!ask) return { kind: 'approval_required' };
  const { callId, session, subject, needs } = call;
  const { name, title } = call.tool;
  let problem = known.problem;
  for (;;) {
    const { parts } = evaluateRules(needs, known.rules);
    const request: ApprovalRequest = {
      id: newId(),
      callId,
      session,
      tool: { name, title },
      subject,
      parts,
      offers: known.problem === undefined ? proposeRules(needs, known.rules) : [],
      risks: describeRisk(needs, root),
      ...(problem === undefined ? {} : { problem }),
      askedAtMs: now(),
    };
    const answer = await ask(request, { signal });
    if (answer.action === 'deny') {
      const note = answer.note?.trim();
      return { kind: 'denied', decidedBy: 'a person', ...(note ? { note } : {}) };
    }
    const outcome = await keepRules(options, call, known.rules, answer);
    if (outcome.kind === 'kept') return { kind: 'allowed', decidedBy: outcome.decidedBy };
    ({ problem } = outcome);
  }
}

type Keeping =
  | { readonly kind: 'kept'; readonly decidedBy: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Stores the rules of an answer before the call may run. */
async function keepRules(
  { rules, root }: PermissionGateOptions,
  { session, needs }: GateCall,
  known: readonly ScopedRule[],
  answer: Extract<ApprovalAnswer, { action: 'allow' }>,
): Promise<Keeping> {
  const { always } = answer;
  if (!always) return { kind: 'kept', decidedBy: 'a person, once' };
  try {
    const added = always.rules.map((text): PermissionRule => parseRule('allow', text, root));
    const scoped = added.map((rule): ScopedRule => ({ ...rule, scope: always.scope }));
    if (added.length === 0 || evaluateRules(needs, [...known, ...scoped]).verdict !== 'allowed') {
      return { kind: 'refused', problem: `${always.rules.join(', ')} would not allow this call` };
    }
    await rules.add(added, always.scope === 'session' ? { scope: 'session', session } : { scope: always.scope });
    return { kind: 'kept', decidedBy: `a person, always: ${always.rules.join(', ')} (${always.scope})` };
  } catch (error) {
    return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
  }
}
