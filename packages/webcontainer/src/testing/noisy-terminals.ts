/** A seeded source of numbers in `[0, 1)` (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Time that a test moves. */
export interface VirtualTime {
  readonly now: () => number;
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Runs callbacks in their order until `isDone` or until nothing is left; throws after `limitMs`. */
  run(isDone: () => boolean, limitMs: number): Promise<void>;
  readonly timers: () => number;
}

/** Creates time that stands still at 0. */
export function createVirtualTime(): VirtualTime {
  let now = 0;
  let order = 0;
  const timers = new Set<{ at: number; order: number; callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, order: order++, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async run(isDone, limitMs) {
      while (!isDone()) {
        const next = [...timers].sort((left, right) => left.at - right.at || left.order - right.order)[0];
        if (!next) {
          await new Promise((resolve) => setImmediate(resolve));
          if (timers.size === 0 && !isDone()) throw new Error('nothing is left to happen');
          continue;
        }
        if (next.at > limitMs) throw new Error(`not done after ${limitMs} virtual milliseconds`);
        now = Math.max(now, next.at);
        timers.delete(next);
        next.callback();
        await Promise.resolve();
      }
    },
    timers: () => timers.size,
  };
}

/** How a terminal treats what passes through it. */
export interface TerminalFaults {
  /** Part of the lines that have one byte dropped, doubled or inserted. */
  readonly damaged: number;
  /** Lines after which 4 KiB are lost once. */
  readonly burstEvery: number;
  /** How often that happens at most. */
  readonly bursts?: number;
  /** Text of other programs between lines and inside them. */
  readonly foreign: boolean;
}

const BURST_UNITS = 4096;
const FOREIGN = [
  'hello\r\n',
  '\x1b[32mok\x1b[0m\r\n',
  '~',
  '\x1b]0;title\x07',
  '~~~~\r\n',
  'a~b\r\n',
  'ü\r\n',
  '\x1b',
  '\r',
];

/** Creates what damages the lines of one direction. */
export function createMangler(random: () => number, faults: TerminalFaults): (text: string) => string {
  let lines = 0;
  let toLose = 0;
  let bursts = faults.bursts ?? Number.POSITIVE_INFINITY;
  const pick = (text: string): number => Math.floor(random() * text.length);
  const damage = (line: string): string => {
    const at = pick(line);
    switch (Math.floor(random() * 3)) {
      case 0:
        return line.slice(0, at) + line.slice(at + 1);
      case 1:
        return line.slice(0, at) + line.charAt(at) + line.slice(at);
      default:
        return line.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + line.slice(at);
    }
  };
  const foreign = (): string =>
    faults.foreign && random() < 0.05 ? (FOREIGN[Math.floor(random() * FOREIGN.length)] ?? '') : '';
  return (text) => {
    let passed = '';
    for (const line of text.split(/(?<=\n)/)) {
      if (++lines % faults.burstEvery === 0 && bursts-- > 0) toLose = BURST_UNITS;
      const damaged = random() < faults.damaged ? damage(line) : line;
      const at = foreign() === '' ? damaged.length : pick(damaged);
      const wrapped = foreign() + damaged.slice(0, at) + (at < damaged.length ? '\r\n' : '') + damaged.slice(at);
      const lost = Math.min(toLose, wrapped.length);
      toLose -= lost;
      passed += wrapped.slice(lost);
    }
    return passed;
  };
}
