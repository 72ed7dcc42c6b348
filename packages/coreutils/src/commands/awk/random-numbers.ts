const MODULUS = 2_147_483_647;
const DEGREE = 31;
const SEPARATION = 3;
const RANGE = 2 ** 31;

/** The numbers of rand(): an additive feedback generator, as random(3) is, always with the same start. */
export class RandomNumbers {
  #values: number[] = [];
  /** As gawk's `srand` tells. */
  #seed = 1;

  constructor() {
    this.#restart(1);
  }

  /** Returns a number in `[0, 1)`. */
  next(): number {
    const high = this.#draw();
    return (high + this.#draw() / RANGE) / RANGE;
  }

  /** Begins a new series and returns the seed of the last one. */
  seed(seed: number): number {
    const previous = this.#seed;
    this.#seed = seed;
    this.#restart(Math.trunc(seed) >>> 0 || 1);
    return previous;
  }

  #restart(seed: number): void {
    this.#values = [seed];
    for (let index = 1; index < DEGREE; index++) {
      const previous = this.#values[index - 1] ?? 0;
      this.#values.push(Number((16_807n * BigInt(previous)) % BigInt(MODULUS)));
    }
    for (let count = 0; count < DEGREE * 10; count++) this.#draw();
  }

  #draw(): number {
    const oldest = this.#values.shift() ?? 0;
    const sum = (oldest + (this.#values[DEGREE - SEPARATION - 1] ?? 0)) >>> 0;
    this.#values.push(sum);
    return sum >>> 1;
  }
}
