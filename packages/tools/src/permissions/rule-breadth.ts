import { formatRule, type PermissionRule } from './permission-rule.ts';

/** A rule that allows nearly everything, given by someone who was not asked twice. */
export class BroadRuleError extends Error {
  override readonly name = 'BroadRuleError';
  readonly code = 'rule_too_broad';
}

/** Tools that change nothing: a rule that allows them all is not much. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'list_dir', 'glob', 'grep', 'read_tool_result']);

/** Commands that are there to run others, which nobody sees through. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set('sudo su doas sh bash dash zsh ksh fish eval source .'.split(' '));

/**
 * Returns why a rule that allows is so broad that a person should be asked twice, as a sentence; `undefined` for other
 * rules, and for those that deny or ask.
 */
export function describeBreadth({ effect, tool, match }: PermissionRule): string | undefined {
  if (effect !== 'allow') return undefined;
  switch (match.kind) {
    case 'any':
      if (tool === '*') return 'it allows every call of every tool';
      return LOOKS.has(tool) ? undefined : `it allows every call of ${tool}`;
    case 'glob':
      return match.pattern.startsWith('*') ? 'it allows commands of any name' : undefined;
    case 'tree':
      return match.root === '/' ? `it allows ${tool === 'read' ? 'reading' : 'changing'} every file` : undefined;
    case 'family':
      return match.tokens.length === 1 && RUNS_ANYTHING.has(match.tokens[0] ?? '')
        ? `it allows whatever ${match.tokens.join(' ')} is given to run`
        : undefined;
    case 'network':
      return match.host === '*' ? 'it allows every host' : undefined;
    case 'exact':
    case 'path':
      return undefined;
  }
}

/** Throws a `BroadRuleError` for the first rule that is broad. */
export function refuseBroadRules(rules: readonly PermissionRule[]): void {
  for (const rule of rules) {
    const breadth = describeBreadth(rule);
    if (breadth !== undefined)
      throw new BroadRuleError(`${formatRule(rule)} is a very broad rule: ${breadth}. Confirm it to keep it`);
  }
}
