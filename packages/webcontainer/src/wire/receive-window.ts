import type { Frame } from './frame.ts';

/** Frames that may be under way: some 32 KiB. */
export const WINDOW_FRAMES = 32;

/** Puts frames in order. */
export interface ReceiveWindow {
  /** Takes a frame; returns those whose turn it is. One that is not expected tells that something got lost. */
  accept(frame: Frame): { readonly inOrder: readonly Frame[]; readonly isExpected: boolean };
  /** Every frame up to this number has been taken. */
  readonly acknowledged: number;
  /** Returns which frames after `acknowledged` are here: hexadecimal digits of four frames each, the lowest bit first. */
  describeGaps(): string;
}

/** Creates an empty window. */
export function createReceiveWindow(): ReceiveWindow {
  const early = new Map<number, Frame>();
  let acknowledged = 0;
  return {
    accept(frame) {
      const { sequence } = frame;
      if (sequence !== acknowledged + 1) {
        if (sequence > acknowledged && sequence <= acknowledged + WINDOW_FRAMES) early.set(sequence, frame);
        return { inOrder: [], isExpected: false };
      }
      const inOrder = [frame];
      acknowledged++;
      for (let next = early.get(acknowledged + 1); next; next = early.get(acknowledged + 1)) {
        inOrder.push(next);
        acknowledged++;
        early.delete(acknowledged);
      }
      return { inOrder, isExpected: early.size === 0 };
    },
    get acknowledged() {
      return acknowledged;
    },
    describeGaps() {
      if (early.size === 0) return '';
      let digits = '';
      for (let first = acknowledged + 1; first <= acknowledged + WINDOW_FRAMES; first += 4) {
        let bits = 0;
        for (let bit = 0; bit < 4; bit++) if (early.has(first + bit)) bits |= 1 << bit;
        digits += bits.toString(16);
      }
      return digits;
    },
  };
}
