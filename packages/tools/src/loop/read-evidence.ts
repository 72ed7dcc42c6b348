/** What a loop saw of a file. */
export interface Observation {
  /** Of the file's whole bytes. */
  readonly hash: string;
  /** All of it was shown, or what was asked for; not so when the answer was cut. */
  readonly isWhole: boolean;
}

/** The files that the model of a loop has seen, by resolved path. What was seen is told apart by content, never by time. */
export interface ReadEvidence {
  lookup(path: string): Promise<Observation | undefined>;
  /** Remembers what was seen. Rejects when it cannot. */
  record(path: string, observation: Observation): Promise<void>;
}

/** Files that are remembered; the one seen longest ago is forgotten first. */
const MAX_FILES = 2_000;

/** Creates evidence in `seen`, in the order of the last look. */
export function createReadEvidence(seen: Map<string, Observation>): ReadEvidence {
  return {
    lookup: async (path) => seen.get(path),
    async record(path, observation) {
      seen.delete(path);
      seen.set(path, observation);
      const [oldest] = seen.keys();
      if (seen.size > MAX_FILES && oldest !== undefined) seen.delete(oldest);
    },
  };
}
