import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PermissionRule, RuleStore } from '@cloche/tools';

/** Returns where a path leads now: of one that does not exist yet, where its nearest directory leads. */
export function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), basename(path));
  }
}

/** Returns a store whose rules that deny or ask about files hold also where the links in their paths lead. */
export function withRealPlaces(store: RuleStore): RuleStore {
  return {
    async load(scope) {
      const rules = await store.load(scope);
      return rules.flatMap((rule) => [rule, ...guardAtRealPlace(rule)]);
    },
    update: (scope, change) => store.update(scope, change),
  };
}

function guardAtRealPlace(rule: PermissionRule): PermissionRule[] {
  const { effect, match } = rule;
  if (effect === 'allow' || (match.kind !== 'path' && match.kind !== 'tree')) return [];
  const asked = match.kind === 'path' ? match.path : match.root;
  const place = realPlace(asked);
  if (place === asked) return [];
  return [{ ...rule, match: match.kind === 'path' ? { kind: 'path', path: place } : { kind: 'tree', root: place } }];
}

/** Returns rules under which no tool changes the file of rules, nor the lock beside it. */
export function guardRulesFile(path: string): PermissionRule[] {
  const places = new Set([path, realPlace(path)].flatMap((place) => [place, `${place}.lock`]));
  return Array.from(places, (place) => ({ effect: 'deny', tool: 'edit', match: { kind: 'path', path: place } }));
}
