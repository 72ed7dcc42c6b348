import type { RuleRecords } from '@cloche/storage';

/** How often a rule decided, and when last. */
export interface RuleUse {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly lastUsedMs: number;
}

/** Counts what rules decide in a workspace. */
export interface RuleUsage {
  /** Notes that rules decided a call, by their names. */
  note(names: readonly string[]): void;
  /** Returns the uses by name. A record that cannot be read counts as none: it decides nothing. */
  read(): Promise<ReadonlyMap<string, RuleUse>>;
  /** Writes what was noted. Never rejects. */
  flush(): Promise<void>;
}

const WRITE_AFTER_MS = 2000;
/** Rules whose uses are kept; those used longest ago are forgotten first. */
const MAX_RULES = 1000;

/** Creates the counter; uses are written some time after they happened, so that no call waits for it. */
export function createRuleUsage({
  records,
  workspace,
  now,
  after,
}: {
  readonly records: RuleRecords;
  readonly workspace: string;
  readonly now: () => number;
  readonly after: (ms: number, callback: () => void) => () => void;
}): RuleUsage {
  const key = `usage:${workspace}`;
  let noted = new Map<string, RuleUse>();
  let cancelTimer: (() => void) | undefined;
  const flush = async (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    const taken = noted;
    noted = new Map();
    if (taken.size === 0) return;
    // Uses are a help and no more: without them the rules are the same.
    await records.update(key, (record) => JSON.stringify([...merge(parse(record), taken)])).catch(() => undefined);
  };
  return {
    note(names) {
      for (const name of names) noted.set(name, { count: (noted.get(name)?.count ?? 0) + 1, lastUsedMs: now() });
      cancelTimer ??= after(WRITE_AFTER_MS, () => void flush());
    },
    async read() {
      const record = await records.load(key).catch(() => undefined);
      return merge(parse(record), noted);
    },
    flush,
  };
}

function merge(before: ReadonlyMap<string, RuleUse>, added: ReadonlyMap<string, RuleUse>): Map<string, RuleUse> {
  const merged = new Map(before);
  for (const [name, { count, lastUsedMs }] of added) {
    const sum = count + (merged.get(name)?.count ?? 0);
    merged.delete(name);
    merged.set(name, { count: sum, lastUsedMs });
  }
  return new Map([...merged].slice(-MAX_RULES));
}

function parse(record: string | undefined): Map<string, RuleUse> {
  try {
    const value: unknown = JSON.parse(record ?? '[]');
    return new Map(Array.isArray(value) ? value.filter(isUse) : []);
  } catch {
    return new Map();
  }
}

function isUse(entry: unknown): entry is [string, RuleUse] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const use: unknown = entry[1];
  if (typeof use !== 'object' || use === null || !('count' in use) || !('lastUsedMs' in use)) return false;
  return typeof use.count === 'number' && typeof use.lastUsedMs === 'number';
}
