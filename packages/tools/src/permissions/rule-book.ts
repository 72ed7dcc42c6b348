import type { ScopedRule } from './evaluate-rules.ts';
import { formatRule, type PermissionRule, type RuleScope } from './permission-rule.ts';

/** Keeps rules beyond a session. */
export interface RuleStore {
  /** Returns the rules of a scope. Rejects with a `RuleStoreError` for a record that cannot be read. */
  load(scope: StoredScope): Promise<PermissionRule[]>;
  /** Replaces the rules of a scope, all or nothing. */
  save(scope: StoredScope, rules: readonly PermissionRule[]): Promise<void>;
}

/** Scopes that outlive a session. */
export type StoredScope = Exclude<RuleScope, 'session'>;

/** The rules that hold now. */
export interface RuleBook {
  /** Returns the rules for a session, its own included. Rejects when stored rules cannot be read. */
  list(session: string): Promise<readonly ScopedRule[]>;
  /** Adds rules, all or none; stored ones are stored when it resolves. Rules that are there already are not doubled. */
  add(rules: readonly PermissionRule[], place: RulePlace): Promise<void>;
  /** Takes a rule away, wherever it is the same. */
  remove(rule: PermissionRule, place: RulePlace): Promise<void>;
}

/** Where a rule is kept. */
export type RulePlace = { readonly scope: StoredScope } | { readonly scope: 'session'; readonly session: string };

/** Creates the book over a store; each answer is read anew, so that another tab's changes count at once. */
export function createRuleBook(store: RuleStore): RuleBook {
  const sessions = new Map<string, PermissionRule[]>();
  const load = (place: RulePlace): Promise<PermissionRule[]> =>
    place.scope === 'session' ? Promise.resolve(sessions.get(place.session) ?? []) : store.load(place.scope);
  const save = async (place: RulePlace, rules: readonly PermissionRule[]): Promise<void> => {
    if (place.scope === 'session') sessions.set(place.session, [...rules]);
    else await store.save(place.scope, rules);
  };
  return {
    async list(session) {
      const [app, workspace] = await Promise.all([store.load('app'), store.load('workspace')]);
      return [
        ...withScope(app, 'app'),
        ...withScope(workspace, 'workspace'),
        ...(sessions.get(session) ?? []).map((rule): ScopedRule => ({ ...rule, scope: 'session' })),
      ];
    },
    async add(rules, place) {
      const known = await load(place);
      const added = rules.filter((rule) => !known.some((other) => isSameRule(rule, other)));
      if (added.length > 0) await save(place, [...known, ...added]);
    },
    async remove(rule, place) {
      const known = await load(place);
      await save(
        place,
        known.filter((other) => !isSameRule(rule, other)),
      );
    },
  };
}

/** What `withScope` gave for a list: a store that has nothing new gives the same one again. */
const scoped = {
  app: new WeakMap<readonly PermissionRule[], readonly ScopedRule[]>(),
  workspace: new WeakMap<readonly PermissionRule[], readonly ScopedRule[]>(),
};

function withScope(rules: readonly PermissionRule[], scope: StoredScope): readonly ScopedRule[] {
  const known = scoped[scope].get(rules) ?? rules.map((rule): ScopedRule => ({ ...rule, scope }));
  scoped[scope].set(rules, known);
  return known;
}

/** Creates a store that lasts as long as the thread. */
export function createMemoryRuleStore(): RuleStore {
  const scopes = new Map<StoredScope, PermissionRule[]>();
  return {
    load: async (scope) => scopes.get(scope) ?? [],
    async save(scope, rules) {
      scopes.set(scope, [...rules]);
    },
  };
}

function isSameRule(left: PermissionRule, right: PermissionRule): boolean {
  return left.effect === right.effect && formatRule(left) === formatRule(right);
}
