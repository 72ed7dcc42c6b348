import { formatRule, type PermissionRule, type RuleScope } from './permission-rule.ts';

/** A rule with where it comes from. */
export interface ScopedRule extends PermissionRule {
  readonly scope: RuleScope;
}

/** What rules say about one part of a call. */
export interface PartVerdict {
  /** The command or the file, as it stands. */
  readonly text: string;
  readonly kind: 'command' | 'read' | 'write' | 'network' | 'tool';
  /** `neutral`: needs no rule beside parts that have one. */
  readonly verdict: 'allowed' | 'neutral' | 'asks' | 'denied';
  /** The rule that decided, as people write it. */
  readonly rule?: string;
  /** Why it asks, or why it was denied. */
  readonly reason?: string;
  /** It asks since a rule may deny it. */
  readonly mayBeDenied?: true;
}

/** What rules say about a call. */
export interface RuleVerdict {
  readonly verdict: 'allowed' | 'asks' | 'denied';
  readonly parts: readonly PartVerdict[];
}

/** Why a part asks that no rule is about. */
export const NO_RULE = 'no rule allows it';

/** Returns a rule's name in verdicts: `allow bash(git log:*) (workspace)`. */
export function nameRule(rule: ScopedRule): string {
  return `${rule.effect} ${formatRule(rule)} (${rule.scope})`;
}

/** Says whether a rule is about a tool, or about all. */
export function appliesToTool(rule: PermissionRule, tool: string): boolean {
  return rule.tool === tool || rule.tool === '*';
}

/** Returns what the first of the rules says that comes first: denials, then questions, then permissions. */
export function strongest(rules: readonly ScopedRule[]): Pick<PartVerdict, 'verdict' | 'rule'> | undefined {
  for (const effect of ['deny', 'ask', 'allow'] as const) {
    const rule = rules.find((candidate) => candidate.effect === effect);
    if (rule) return { verdict: VERDICTS[effect], rule: nameRule(rule) };
  }
  return undefined;
}

const VERDICTS = { deny: 'denied', ask: 'asks', allow: 'allowed' } as const;

/** Returns what a verdict says of a rule that may be about a part. */
export function guardedBy(rule: ScopedRule): Pick<PartVerdict, 'rule' | 'mayBeDenied'> {
  return { rule: nameRule(rule), ...(rule.effect === 'deny' ? { mayBeDenied: true } : {}) };
}

/** Without a rule a part asks only because nothing allows it. */
export function isHeldByRule({ verdict, rule }: PartVerdict): boolean {
  return rule !== undefined && (verdict === 'denied' || verdict === 'asks');
}

/** Returns the verdict on a call by those on its parts: a part that is allowed is needed, and none that asks. */
export function combine(parts: readonly PartVerdict[]): RuleVerdict['verdict'] {
  if (parts.some(({ verdict }) => verdict === 'denied')) return 'denied';
  const isAllowed =
    parts.some(({ verdict }) => verdict === 'allowed') && parts.every(({ verdict }) => verdict !== 'asks');
  return isAllowed ? 'allowed' : 'asks';
}
