import { permissionKeys, type RuleRecords } from '@cloche/storage';
import { decodeRules, encodeRules, type PermissionRule, type RuleStore, type StoredScope } from '@cloche/tools';

/**
 * Keeps rules in records of the app's origin: `app` for all workspaces, else one record a workspace. What was read is
 * remembered until another tab says that it changed something.
 */
export function createStoredRules(
  records: RuleRecords,
  workspaceId: string,
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
): RuleStore {
  const keyOf = (scope: StoredScope): string => (scope === 'app' ? 'app' : permissionKeys.rules(workspaceId));
  let known = new Map<string, Promise<PermissionRule[]>>();
  channel.addEventListener('message', () => {
    known = new Map();
  });
  const read = async (key: string): Promise<PermissionRule[]> => {
    const record = await records.load(key);
    return record === undefined ? [] : decodeRules(record);
  };
  return {
    load(scope) {
      const key = keyOf(scope);
      const loading = known.get(key) ?? read(key);
      known.set(key, loading);
      // A failure is told each time, and tried again.
      loading.catch(() => known.delete(key));
      return loading;
    },
    async update(scope, change) {
      const key = keyOf(scope);
      let changed: readonly PermissionRule[] = [];
      await records.update(key, (record) => {
        const rules = record === undefined ? [] : decodeRules(record);
        changed = change(rules);
        return changed === rules ? record : encodeRules(changed);
      });
      known.set(key, Promise.resolve([...changed]));
      channel.postMessage(key);
    },
  };
}
