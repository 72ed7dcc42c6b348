/** An indexed array: sparse, in index order when it is read. */
export class IndexedArray {
  private items: Map<number, string>;
  private isSorted = true;
  private highest = -1;
  /** It was declared, and nothing was assigned yet. */
  isUnassigned = false;

  constructor(values: Iterable<string> = []) {
    this.items = new Map();
    let index = 0;
    for (const value of values) this.items.set(index++, value);
    this.highest = index - 1;
  }

  get size(): number {
    return this.items.size;
  }

  /** One more than the highest index that is set. */
  get end(): number {
    return this.highest + 1;
  }

  get(index: number): string | undefined {
    return this.items.get(index);
  }

  set(index: number, value: string): void {
    this.isUnassigned = false;
    if (index < this.highest && !this.items.has(index)) this.isSorted = false;
    this.items.set(index, value);
    if (index > this.highest) this.highest = index;
  }

  delete(index: number): void {
    if (!this.items.delete(index) || index !== this.highest) return;
    this.highest = -1;
    for (const key of this.items.keys()) if (key > this.highest) this.highest = key;
  }

  keys(): number[] {
    this.sort();
    return [...this.items.keys()];
  }

  values(): string[] {
    this.sort();
    return [...this.items.values()];
  }

  entries(): [number, string][] {
    this.sort();
    return [...this.items];
  }

  clone(): IndexedArray {
    const copy = new IndexedArray();
    copy.items = new Map(this.items);
    copy.isSorted = this.isSorted;
    copy.highest = this.highest;
    copy.isUnassigned = this.isUnassigned;
    return copy;
  }

  private sort(): void {
    if (this.isSorted) return;
    this.items = new Map([...this.items].sort(([left], [right]) => left - right));
    this.isSorted = true;
  }
}
