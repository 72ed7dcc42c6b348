import { type ByteClass, type ByteRun, byteFrequency } from '../regex/required-runs.ts';

/** Returns the offset of the first run in `bytes` that begins at or after `from`, or -1. */
export type RunFinder = (bytes: Uint8Array, from: number) => number;

/** Runs are told apart by their first bytes; more of them make no greater steps. */
const MAX_WINDOW = 24;

/**
 * Prepares a search for the first of several runs.
 *
 * Wu and Manber's algorithm: two bytes at the end of a window say how far the next run can be at the nearest, so that
 * most bytes are never looked at. Short single texts are looked for by their rarest byte.
 *
 * @see S. Wu, U. Manber: A fast algorithm for multi-pattern searching, 1994
 */
export function createRunFinder(runs: readonly ByteRun[]): RunFinder {
  const window = Math.min(MAX_WINDOW, ...runs.map((run) => run.length));
  const [only = []] = runs;
  const text = runs.length === 1 && only.length <= 4 ? only.map(singleByteOf) : [];
  const bytes = text.filter((byte) => byte !== undefined);
  if (bytes.length > 0 && bytes.length === only.length) return findText(bytes);
  return window < 2 ? findClass(runs) : findByWindow(runs, window);
}

function singleByteOf(members: ByteClass): number | undefined {
  const first = members.indexOf(1);
  return members.indexOf(1, first + 1) < 0 ? first : undefined;
}

function findText(text: readonly number[]): RunFinder {
  let pivot = 0;
  text.forEach((byte, place) => {
    if (byteFrequency(byte) < byteFrequency(text[pivot] ?? 0)) pivot = place;
  });
  const rarest = text[pivot] ?? 0;
  return (bytes, from) => {
    for (let at = bytes.indexOf(rarest, from + pivot); at >= 0; at = bytes.indexOf(rarest, at + 1)) {
      const start = at - pivot;
      let place = 0;
      while (place < text.length && bytes[start + place] === text[place]) place++;
      if (place === text.length) return start;
    }
    return -1;
  };
}

/** At least one run is a single byte: looks at each byte. */
function findClass(runs: readonly ByteRun[]): RunFinder {
  const starts = new Uint8Array(256);
  for (const [first] of runs) first?.forEach((member, byte) => (starts[byte] = (starts[byte] ?? 0) | member));
  return (bytes, from) => {
    for (let at = from; at < bytes.length; at++) {
      if (starts[bytes[at] ?? 0] === 1 && runs.some((run) => isRunAt(run, bytes, at))) return at;
    }
    return -1;
  };
}

function findByWindow(runs: readonly ByteRun[], window: number): RunFinder {
  const shifts = shiftTable(runs, window);
  const last = window - 1;
  return (bytes, from) => {
    const { length } = bytes;
    let at = from + last;
    while (at < length) {
      const shift = shifts[((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0)] ?? 1;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const start = at - last;
      for (const run of runs) if (isRunAt(run, bytes, start)) return start;
      at++;
    }
    return -1;
  };
}

/** For each pair of bytes the distance from where it stands in some run to the end of the window; 0 at the end itself. */
function shiftTable(runs: readonly ByteRun[], window: number): Uint8Array {
  const shifts = new Uint8Array(65_536).fill(window - 1);
  for (const run of runs) {
    for (let place = 1; place < window; place++) {
      const shift = window - 1 - place;
      const seconds = membersOf(run[place]);
      for (const first of membersOf(run[place - 1])) {
        for (const second of seconds) {
          const pair = (first << 8) | second;
          if ((shifts[pair] ?? 0) > shift) shifts[pair] = shift;
        }
      }
    }
  }
  return shifts;
}

function membersOf(members: ByteClass | undefined): number[] {
  const list: number[] = [];
  members?.forEach((member, byte) => {
    if (member === 1) list.push(byte);
  });
  return list;
}

function isRunAt(run: ByteRun, bytes: Uint8Array, start: number): boolean {
  for (let place = 0; place < run.length; place++) {
    if (run[place]?.[bytes[start + place] ?? 0] !== 1 || start + place >= bytes.length) return false;
  }
  return true;
}
