import type { YieldIfDue } from '@cloche/system';

/** Returns the prime factors of a number, ascending: small ones by division, large ones by Pollard's rho. */
export async function primeFactors(value: bigint, yieldIfDue: YieldIfDue): Promise<bigint[]> {
  const factors: bigint[] = [];
  let rest = value;
  for (let prime = 2n; prime < 1000n && prime * prime <= rest; prime += prime === 2n ? 1n : 2n) {
    while (rest % prime === 0n) {
      factors.push(prime);
      rest /= prime;
    }
  }
  const waiting = rest > 1n ? [rest] : [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isPrime(part)) factors.push(part);
    else {
      const divisor = await findDivisor(part, yieldIfDue);
      waiting.push(divisor, part / divisor);
    }
  }
  return factors.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}

const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** The test of Miller and Rabin; certain below 3.3e24. */
function isPrime(value: bigint): boolean {
  if (value < 2n) return false;
  for (const prime of WITNESSES) if (value % prime === 0n) return value === prime;
  let odd = value - 1n;
  let twos = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    twos++;
  }
  return WITNESSES.every((witness) => passes(witness, value, odd, twos));
}

function passes(witness: bigint, value: bigint, odd: bigint, twos: number): boolean {
  let power = powerModulo(witness, odd, value);
  if (power === 1n || power === value - 1n) return true;
  for (let count = 1; count < twos; count++) {
    power = (power * power) % value;
    if (power === value - 1n) return true;
  }
  return false;
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

async function findDivisor(value: bigint, yieldIfDue: YieldIfDue): Promise<bigint> {
  for (let step = 1n; ; step++) {
    let [slow, fast, divisor] = [2n, 2n, 1n];
    while (divisor === 1n) {
      slow = (slow * slow + step) % value;
      fast = (fast * fast + step) % value;
      fast = (fast * fast + step) % value;
      divisor = greatestCommonDivisor(slow > fast ? slow - fast : fast - slow, value);
      const wait = yieldIfDue();
      if (wait) await wait;
    }
    if (divisor !== value) return divisor;
  }
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
