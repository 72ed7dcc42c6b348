import { describeBreadth, parseRule } from '@cloche/tools';

/**
 * Returns why a rule that allows, as people write it, is so broad that a person should be asked twice; `undefined` for
 * others and for what is no rule.
 */
export function describeRuleBreadth(text: string): string | undefined {
  try {
    return describeBreadth(parseRule('allow', text, '/workspace'));
  } catch {
    return undefined;
  }
}
