import type { GlobParams } from './tool-host.ts';

/** A name that was found. */
export interface FoundName {
  /** Absolute. */
  readonly path: string;
  readonly mtimeMs: number;
}

/** Keeps the first names of an order, so that many need not be sorted, and counts all. */
export class FirstNames {
  total = 0;
  readonly #limit: number;
  readonly #compare: (left: FoundName, right: FoundName) => number;
  #kept: FoundName[] = [];
  /** The last of as many names as are wanted: what comes after it is not kept. */
  #last: FoundName | undefined;

  /** @param order  by path, or newest first and by path where times are the same */
  constructor(limit: number, order: GlobParams['order'] = 'newest') {
    this.#limit = limit;
    this.#compare = order === 'name' ? byPath : (left, right) => right.mtimeMs - left.mtimeMs || byPath(left, right);
  }

  add(found: FoundName): void {
    this.total++;
    if (this.#last && this.#compare(found, this.#last) > 0) return;
    this.#kept.push(found);
    if (this.#kept.length >= this.#limit * 2 + ROOM) this.#cut();
  }

  /** Returns the paths in order. */
  paths(): string[] {
    this.#cut();
    return this.#kept.map(({ path }) => path);
  }

  #cut(): void {
    this.#kept.sort(this.#compare);
    this.#kept.length = Math.min(this.#kept.length, this.#limit);
    if (this.#kept.length === this.#limit) this.#last = this.#kept.at(-1);
  }
}

/** Names that are kept beyond twice the limit before they are sorted and cut. */
const ROOM = 64;

function byPath({ path: left }: FoundName, { path: right }: FoundName): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
