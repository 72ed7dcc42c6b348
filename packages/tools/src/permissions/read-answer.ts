import type { AlwaysAnswer, ApprovalAnswer } from './approval.ts';

const SCOPES: ReadonlySet<unknown> = new Set(['session', 'workspace', 'app']);

/**
 * Returns an answer as an app gave it, or what is wrong with it: an app's answer comes from code that the types may not have
 * reached, and what cannot be read is no permission.
 */
export function readAnswer(given: unknown): ApprovalAnswer | { readonly problem: string } {
  if (!isRecord(given)) return { problem: 'it is no object' };
  switch (given['action']) {
    case 'allow':
      return readAllow(given['always']);
    case 'edit':
      return 'input' in given ? { action: 'edit', input: given['input'] } : { problem: 'input is missing' };
    case 'deny': {
      const { note, stop } = { note: given['note'], stop: given['stop'] };
      if (note !== undefined && typeof note !== 'string') return { problem: 'note must be a text' };
      if (stop !== undefined && typeof stop !== 'boolean') return { problem: 'stop must be true or false' };
      return {
        action: 'deny',
        ...(note === undefined ? {} : { note }),
        ...(stop === undefined ? {} : { stop }),
      };
    }
    default:
      return { problem: 'action must be "allow", "edit" or "deny"' };
  }
}

function readAllow(given: unknown): ApprovalAnswer | { readonly problem: string } {
  if (given === undefined) return { action: 'allow' };
  if (!isRecord(given)) return { problem: 'always must be an object' };
  const rules: unknown = given['rules'];
  const scope = given['scope'];
  if (!Array.isArray(rules) || !rules.every((rule): rule is string => typeof rule === 'string'))
    return { problem: 'always.rules must be a list of texts' };
  if (!isScope(scope)) return { problem: 'always.scope must be "session", "workspace" or "app"' };
  return { action: 'allow', always: { rules, scope, isConfirmed: given['isConfirmed'] === true } };
}

function isScope(scope: unknown): scope is AlwaysAnswer['scope'] {
  return SCOPES.has(scope);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
