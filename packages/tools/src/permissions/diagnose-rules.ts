import { formatRule, type PermissionRule } from './permission-rule.ts';
import { describeBreadth } from './rule-breadth.ts';

/** Something about a rule that a person may want to know; it changes nothing. */
export interface RuleDiagnostic {
  /** Index of the rule, from 0. */
  readonly ruleIndex: number;
  readonly code: /** It allows a family of commands that the catalog does not know. */
    | 'allow_family_out_of_catalog'
    /** It allows nearly everything. */
    | 'rule_too_broad'
    /** It allows what another rule, which comes first, denies or asks about in the same words. */
    | 'rule_without_effect';
  readonly message: string;
}

/**
 * Returns what is remarkable about rules, in their order.
 *
 * @param catalog  first words of the commands that there are, such as `git` or `git log`; without it every family that is
 *   allowed is unknown
 */
export function diagnoseRules(
  rules: readonly PermissionRule[],
  catalog: ReadonlySet<string> | undefined,
): RuleDiagnostic[] {
  return rules.flatMap((rule, ruleIndex): RuleDiagnostic[] => {
    const text = formatRule(rule);
    const found: RuleDiagnostic[] = [];
    const add = (code: RuleDiagnostic['code'], message: string): void => void found.push({ ruleIndex, code, message });
    if (rule.effect !== 'allow') return found;
    if (rule.match.kind === 'family' && !knowsFamily(catalog, rule.match.tokens))
      add('allow_family_out_of_catalog', `no command here begins with ${rule.match.tokens.join(' ')}`);
    const breadth = describeBreadth(rule);
    if (breadth !== undefined) add('rule_too_broad', breadth);
    const stronger = rules.find((other) => other.effect !== 'allow' && formatRule(other) === text);
    if (stronger) add('rule_without_effect', `${stronger.effect} ${text} comes before it`);
    return found;
  });
}

function knowsFamily(catalog: ReadonlySet<string> | undefined, tokens: readonly string[]): boolean {
  return tokens.some((_, index) => catalog?.has(tokens.slice(0, index + 1).join(' ')));
}
