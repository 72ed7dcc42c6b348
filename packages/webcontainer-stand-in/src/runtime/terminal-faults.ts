/** How the line between a program and the host damages what goes over it. The same seed gives the same damage to the same lines. */
export interface TerminalFaults {
  readonly seed: number;
  /** Share of the lines, 0 to 1, that have one byte dropped, doubled or inserted. */
  readonly damagedLines: number;
  /** Once in so many lines the 4 KiB that follow are lost; 0 for never. */
  readonly linesPerBurst: number;
  /** What somebody else writes between two lines of output, once in so many lines. */
  readonly foreign?: { readonly text: string; readonly everyLines: number };
}

/** Damages the bytes of one direction. */
export type Mangler = (bytes: Uint8Array) => Uint8Array;

const BURST_BYTES = 4096;
const NEWLINE = 10;
/** What can happen to a byte of a damaged line; `foreign` is a byte that was not there. */
const DAMAGES: readonly ((byte: number, foreign: number) => readonly number[])[] = [
  () => [],
  (byte) => [byte, byte],
  (byte, foreign) => [byte, foreign],
];
/** What may appear: to a program only what a terminal does not take for a command of its own, as Ctrl-C. */
const FOREIGN_BYTES = {
  input: [NEWLINE, ...Array.from({ length: 95 }, (_, index) => 0x20 + index)],
  output: Array.from({ length: 256 }, (_, byte) => byte),
};

/** Creates the mangler of one direction of one program's terminal. */
export function createMangler(faults: TerminalFaults, direction: 'input' | 'output'): Mangler {
  const random = createRandom(faults.seed * 2 + (direction === 'input' ? 1 : 0));
  const pick = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
  const foreign = direction === 'output' ? faults.foreign : undefined;
  let lostBytes = 0;
  return (bytes) => {
    const kept: number[] = [];
    for (const line of linesOf(bytes)) {
      if (faults.linesPerBurst > 0 && random() < 1 / faults.linesPerBurst) lostBytes = BURST_BYTES;
      const damagedAt = random() < faults.damagedLines ? Math.floor(random() * line.length) : -1;
      line.forEach((byte, index) => {
        if (lostBytes > 0) lostBytes--;
        else if (index !== damagedAt) kept.push(byte);
        else kept.push(...(pick(DAMAGES)?.(byte, pick(FOREIGN_BYTES[direction]) ?? 0) ?? []));
      });
      const isWhole = line.at(-1) === NEWLINE;
      if (foreign && isWhole && random() < 1 / foreign.everyLines) kept.push(...new TextEncoder().encode(foreign.text));
    }
    return Uint8Array.from(kept);
  };
}

/** Cuts behind each newline. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** A small generator of even numbers in [0, 1): mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
