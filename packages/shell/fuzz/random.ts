/** A generator of numbers that a seed determines (mulberry32). */
export interface Random {
  /** Returns an integer of `[0, limit)`. */
  below(limit: number): number;
  /** Returns one of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Returns whether something of this probability happens. */
  chance(probability: number): boolean;
}

/** Creates the generator of a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}
