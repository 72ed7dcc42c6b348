import type { DatabaseConnection } from './database.ts';
import type { OutputFacts } from './schema.ts';

/** A long output of a tool. */
export interface KeptOutput {
  /** The first bytes, as many as were kept. */
  readonly bytes: Uint8Array;
  readonly totalBytes: number;
}

/** Keeps long outputs beside a workspace's files, under a budget: the oldest go first. */
export interface OutputStore {
  /** Keeps an output under its owner's name; answers whether it is stored. Never rejects. */
  keep(owner: string, id: string, output: KeptOutput): Promise<boolean>;
  /** Returns an output of that owner; `undefined` when there is none. Rejects with a `StoreError`. */
  read(owner: string, id: string): Promise<KeptOutput | undefined>;
}

const DEFAULT_MAX_BYTES = 67_108_864;

/** Creates the output store of a workspace in the database. */
export function createOutputStore(
  connection: DatabaseConnection,
  workspaceId: string,
  { maxBytes = DEFAULT_MAX_BYTES }: { maxBytes?: number } = {},
): OutputStore {
  return {
    async keep(owner, id, { bytes, totalBytes }) {
      if (bytes.length > maxBytes) return false;
      try {
        await connection.use(async (database) => {
          const transaction = database.transaction(['workspaces', 'output_lists', 'outputs'], 'readwrite');
          const finished = transaction.done;
          finished.catch(() => undefined);
          const lists = transaction.objectStore('output_lists');
          const [row, list = []] = await Promise.all([
            transaction.objectStore('workspaces').getKey(workspaceId),
            lists.get(workspaceId),
          ]);
          if (row === undefined) throw new Error('the workspace was deleted');
          const number = (list.at(-1)?.number ?? 0) + 1;
          const facts: OutputFacts = { number, owner, id, length: bytes.length, totalBytes };
          const { kept, dropped } = fitBudget([...list, facts], maxBytes);
          const outputs = transaction.objectStore('outputs');
          const writes = [
            lists.put(kept, workspaceId),
            outputs.put(bytes.slice(), [workspaceId, number]),
            ...dropped.map((old) => outputs.delete([workspaceId, old.number])),
          ];
          for (const write of writes) write.catch(() => undefined);
          await finished;
        });
        return true;
      } catch {
        return false;
      }
    },

    async read(owner, id) {
      return connection.use(async (database) => {
        const list = (await database.get('output_lists', workspaceId)) ?? [];
        const facts = list.find((one) => one.owner === owner && one.id === id);
        if (!facts) return undefined;
        const bytes = await database.get('outputs', [workspaceId, facts.number]);
        if (!bytes || bytes.length !== facts.length) throw new Error('integrity check failed');
        return { bytes, totalBytes: facts.totalBytes };
      });
    },
  };
}

/** Drops the oldest until what is left fits. */
function fitBudget(
  list: readonly OutputFacts[],
  maxBytes: number,
): { readonly kept: readonly OutputFacts[]; readonly dropped: readonly OutputFacts[] } {
  let used = list.reduce((sum, { length }) => sum + length, 0);
  let first = 0;
  while (used > maxBytes) used -= list[first++]?.length ?? 0;
  return { kept: list.slice(first), dropped: list.slice(0, first) };
}
