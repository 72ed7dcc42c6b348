import { formatRule, type PermissionRule, type RuleScope } from './permission-rule.ts';
import type { ScopedRule } from './rule-verdict.ts';

/** Keeps rules beyond a session. */
export interface RuleStore {
  /** Returns the rules of a scope. Rejects with a `RuleStoreError` for a record that cannot be read. */
  load(scope: StoredScope): Promise<PermissionRule[]>;
  /**
   * Replaces the rules of a scope by what `change` makes of them, all or nothing; nobody else's change comes between.
   * `change` must not throw, and may be called again. Nothing is written when it gives its argument back.
   */
  update(scope: StoredScope, change: RuleChange): Promise<void>;
}

/** Makes new rules of those that there are. */
export type RuleChange = (rules: readonly PermissionRule[]) => readonly PermissionRule[];

/** Scopes that outlive a session. */
export type StoredScope = Exclude<RuleScope, 'session'>;

/** The rules that hold now. */
export interface RuleBook {
  /** Returns the rules for a session, its own included. Rejects when stored rules cannot be read. */
  list(session: string): Promise<readonly ScopedRule[]>;
  /** Returns the rules of all sessions, for what is known to belong to one and not to which. Rejects as `list`. */
  listAll(): Promise<readonly ScopedRule[]>;
  /** Adds rules, all or none; stored ones are stored when it resolves. Rules that are there already are not doubled. */
  add(rules: readonly PermissionRule[], place: RulePlace): Promise<void>;
  /** Takes a rule away, wherever it is the same. */
  remove(rule: PermissionRule, place: RulePlace): Promise<void>;
}

/** Where a rule is kept. */
export type RulePlace = { readonly scope: StoredScope } | { readonly scope: 'session'; readonly session: string };

/**
 * Creates the book over a store; each answer is read anew, so that another tab's changes count at once. Rules that are
 * `fixed` always hold, and are in no store.
 */
export function createRuleBook(store: RuleStore, fixed: readonly PermissionRule[] = []): RuleBook {
  const sessions = new Map<string, PermissionRule[]>();
  const update = async (place: RulePlace, change: RuleChange): Promise<void> => {
    if (place.scope === 'session') sessions.set(place.session, [...change(sessions.get(place.session) ?? [])]);
    else await store.update(place.scope, change);
  };
  const listWith = async (own: readonly PermissionRule[]): Promise<readonly ScopedRule[]> => {
    const [app, workspace] = await Promise.all([store.load('app'), store.load('workspace')]);
    return [
      ...withScope(fixed, 'app'),
      ...withScope(app, 'app'),
      ...withScope(workspace, 'workspace'),
      ...own.map((rule): ScopedRule => ({ ...rule, scope: 'session' })),
    ];
  };
  return {
    list: (session) => listWith(sessions.get(session) ?? []),
    listAll: () => listWith([...sessions.values()].flat()),
    add: (rules, place) =>
      update(place, (known) => {
        const added = rules.filter((rule) => !known.some((other) => isSameRule(rule, other)));
        return added.length === 0 ? known : [...known, ...added];
      }),
    remove: (rule, place) =>
      update(place, (known) => {
        const left = known.filter((other) => !isSameRule(rule, other));
        return left.length === known.length ? known : left;
      }),
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
    async update(scope, change) {
      scopes.set(scope, [...change(scopes.get(scope) ?? [])]);
    },
  };
}

function isSameRule(left: PermissionRule, right: PermissionRule): boolean {
  return left.effect === right.effect && formatRule(left) === formatRule(right);
}
