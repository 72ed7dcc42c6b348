import { createLateRecord, type LateRecord, type LateRecordPlace } from './late-record.ts';

/** How often a rule decided, and when last. */
export interface RuleUse {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly lastUsedMs: number;
}

/** Counts what rules decide in a workspace: uses by the names of rules. */
export type RuleUsage = LateRecord<Use>;

type Use = readonly [name: string, use: RuleUse];

/** Rules whose uses are kept; those used longest ago are forgotten first. */
const MAX_RULES = 1000;

/** Creates the counter. */
export function createRuleUsage(place: LateRecordPlace): RuleUsage {
  return createLateRecord({ ...place, merge, isItem: isUse });
}

function merge(before: readonly Use[], added: readonly Use[]): Use[] {
  const merged = new Map(before);
  for (const [name, { count, lastUsedMs }] of added) {
    const sum = count + (merged.get(name)?.count ?? 0);
    merged.delete(name);
    merged.set(name, { count: sum, lastUsedMs });
  }
  return [...merged].slice(-MAX_RULES);
}

function isUse(entry: unknown): entry is Use {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const use: unknown = entry[1];
  if (typeof use !== 'object' || use === null || !('count' in use) || !('lastUsedMs' in use)) return false;
  return typeof use.count === 'number' && typeof use.lastUsedMs === 'number';
}
