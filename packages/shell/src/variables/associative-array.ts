import { encodeText } from '@cloche/system';

const FIRST_BUCKETS = 1024;

/**
 * An associative array. Its keys come in the order in which bash lists them, which scripts see and tests record: by
 * bucket of a table that grows fourfold when it holds twice as many keys as buckets, the newest of a bucket first.
 */
export class AssociativeArray extends Map<string, string> {
  private ordered: Map<string, string> | undefined = undefined;
  /** It was declared, and nothing was assigned yet. */
  isUnassigned = false;

  override set(key: string, value: string): this {
    this.isUnassigned = false;
    this.ordered = undefined;
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.ordered = undefined;
    return super.delete(key);
  }

  override clear(): void {
    this.ordered = undefined;
    super.clear();
  }

  override keys(): MapIterator<string> {
    return this.inOrder().keys();
  }

  override values(): MapIterator<string> {
    return this.inOrder().values();
  }

  override entries(): MapIterator<[string, string]> {
    return this.inOrder().entries();
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.inOrder().entries();
  }

  clone(): AssociativeArray {
    const copy = new AssociativeArray();
    for (const [key, value] of super.entries()) copy.set(key, value);
    copy.isUnassigned = this.isUnassigned;
    return copy;
  }

  private inOrder(): Map<string, string> {
    if (this.ordered) return this.ordered;
    let buckets = FIRST_BUCKETS;
    while (this.size > buckets * 2) buckets *= 4;
    const placed = [...super.entries()].reverse().map((entry) => ({ entry, bucket: hashOf(entry[0]) & (buckets - 1) }));
    placed.sort((left, right) => left.bucket - right.bucket);
    const ordered = new Map(placed.map(({ entry }) => entry));
    this.ordered = ordered;
    return ordered;
  }
}

/** The 32-bit FNV-1 hash of a key's bytes, which are signed. */
function hashOf(key: string): number {
  let hash = 2166136261;
  for (const byte of encodeText(key)) hash = Math.imul(hash, 16777619) ^ ((byte << 24) >> 24);
  return hash;
}
