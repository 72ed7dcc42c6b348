import { isInside } from '@cloche/system';
import { type AskingOptions, askPerson } from './ask-person.ts';
import { type DecisionRecord, recordDecision } from './decision-record.ts';
import { evaluateRules } from './evaluate-rules.ts';
import {
  type DecideOptions,
  describeDenial,
  describeFloor,
  type GateCall,
  type GateDecision,
  needsOf,
  readRules,
} from './gate-call.ts';
import type { PermissionNeeds } from './permission-needs.ts';
import type { PartVerdict, RuleVerdict } from './rule-verdict.ts';

/** Whether a tool's calls run at once or wait for a person. */
export type PermissionPolicy = 'always_allow' | 'always_ask';

/**
 * How a gate answers where no rule does. `default`: read-only tools run, the others ask. `acceptEdits`: write and edit run
 * too, on files of the workspace that are not git's own. `plan`: only read-only tools run. `dontAsk`: what would ask is denied. `bypass`: everything runs that no rule and not
 * the safety floor denies; a person is asked about what a rule may deny.
 */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypass';

/** What a gate is made of. */
export interface PermissionGateOptions extends AskingOptions {
  /** Policies by tool name, from the app's toolset. A tool without one runs when it is read-only and asks otherwise. */
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
  /** Returns the mode that holds now. Default `default`. */
  readonly mode?: () => PermissionMode;
  /** Told the names of the rules that decided a call, as `nameRule` gives them. */
  readonly onRulesUsed?: (names: readonly string[]) => void;
  /**
   * Told each decision: not of a preview, of a call that was cancelled first, and of one that runs since its tool only reads.
   */
  readonly onDecided?: (record: DecisionRecord) => void;
}

/** Decides on prepared calls. */
export interface PermissionGate {
  /** Decides on one call; waits for a person when one must be asked. Rejects with `signal.reason` when cancelled. */
  decide(call: GateCall, options: DecideOptions): Promise<GateDecision>;
}

/** What decides on calls that nothing else is about. */
const READ_ONLY = 'read-only tool';

/** Git runs and reads what is there by itself, and where it finds a `HEAD` it takes the directory for a repository. */
const GIT_OWN: readonly string[] = ['.git', 'head'];

const EDITING: ReadonlySet<string> = new Set(['write', 'edit', 'multi_edit']);

/**
 * Creates the gate of a workspace. In this order: the safety floor, rules that deny, the mode, rules that ask, the tool's
 * policy and rules that allow, and then a person.
 */
export function createPermissionGate(options: PermissionGateOptions): PermissionGate {
  return {
    async decide(call, asking) {
      const decision = await decideCall(options, call, asking);
      const isRead = decision.kind === 'allowed' && decision.decidedBy === READ_ONLY;
      if (!asking.isPreview && !isRead) options.onDecided?.(recordDecision(call, decision, options.now()));
      return decision;
    },
  };
}

async function decideCall(
  options: PermissionGateOptions,
  call: GateCall,
  asking: DecideOptions,
): Promise<GateDecision> {
  const { policies, rules, mode = () => 'default' } = options;
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
    isEdit: EDITING.has(tool.name) && needs.paths.every((need) => isPlainFile(need, options.root)),
    readOnly: tool.annotations.readOnly === true || call.prepared.needs?.isReading === true,
    verdict,
    policy,
    mustAsk,
    isCovered: needs.isCovered === true,
  });
  if (settled?.kind === 'allowed' && settled.decidedBy === describeRules(verdict))
    options.onRulesUsed?.(rulesIn(verdict, 'allowed'));
  return settled ?? askPerson(options, call, known, asking);
}

/** Says whether a file is one of the workspace's own: none beside it, and none of those that git keeps. */
function isPlainFile({ path }: PermissionNeeds['paths'][number], root: string): boolean {
  return (
    path !== undefined &&
    isInside(root, path) &&
    !path
      .toLowerCase()
      .split('/')
      .some((name) => GIT_OWN.includes(name))
  );
}

/** A tool that counts as another one may still be one of those that always ask. */
function policyOf(
  policies: PermissionGateOptions['policies'],
  { tool, calledAs = tool, through = tool }: PermissionNeeds,
): PermissionPolicy | undefined {
  const own = (name: string): PermissionPolicy | undefined =>
    Object.hasOwn(policies, name) ? policies[name] : undefined;
  return [calledAs, through].some((name) => own(name) === 'always_ask') ? 'always_ask' : own(tool);
}

function decideByMode({
  mode,
  tool,
  readOnly,
  isEdit,
  verdict,
  policy,
  mustAsk,
  isCovered,
}: {
  readonly mode: PermissionMode;
  readonly tool: GateCall['tool'];
  readonly readOnly: boolean;
  /** It changes files of the workspace. */
  readonly isEdit: boolean;
  readonly verdict: RuleVerdict;
  readonly policy: PermissionPolicy | undefined;
  /** Nothing but a person may allow it. */
  readonly mustAsk: boolean;
  /** What it does was permitted by an earlier call. */
  readonly isCovered: boolean;
}): GateDecision | undefined {
  const mayBeDenied = verdict.parts.some((part) => part.mayBeDenied);
  if (mode === 'bypass' && !mustAsk && !mayBeDenied) return { kind: 'allowed', decidedBy: 'mode bypass' };
  if (mode === 'plan' && !readOnly) return { kind: 'denied', decidedBy: 'mode plan, in which only reading is allowed' };
  const asksByRule = verdict.parts.some((part) => part.verdict === 'asks' && part.rule !== undefined);
  if (!asksByRule && !mustAsk) {
    if (policy === 'always_allow') return { kind: 'allowed', decidedBy: `policy always_allow of ${tool.name}` };
    if (isCovered && policy === undefined)
      return { kind: 'allowed', decidedBy: 'the permission that the process was started with' };
    if (verdict.verdict === 'allowed') return { kind: 'allowed', decidedBy: describeRules(verdict) };
    if (readOnly && (policy === undefined || mode === 'plan')) return { kind: 'allowed', decidedBy: READ_ONLY };
    if (mode === 'acceptEdits' && isEdit) return { kind: 'allowed', decidedBy: 'mode acceptEdits' };
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
