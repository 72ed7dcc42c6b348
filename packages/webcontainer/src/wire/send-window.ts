import { FRAME_OVERHEAD_UNITS, type Frame, type FrameKind } from './frame.ts';
import { WINDOW_FRAMES } from './receive-window.ts';

/** A frame without what is acknowledged, which is known when it is written. */
type OpenFrame = Pick<Frame, 'kind' | 'sequence' | 'payload'>;

interface SentFrame extends OpenFrame {
  /** Place of its last sending among all sendings. */
  order: number;
}

/** Frames that wait, are under way, or must be sent again. */
export interface SendWindow {
  add(kind: FrameKind, payload: string): void;
  /** Returns what is to be sent now: what got lost, then what there is room for. */
  due(): OpenFrame[];
  /**
   * Returns the oldest frame under way, to be sent again: the answer to it tells what else is missing. With `units`, frames
   * from the oldest on, over and over, until they have so many units.
   */
  again(units?: number): OpenFrame[];
  /** Takes note of what the other end has; returns whether that is news. */
  acknowledge(upTo: number, gaps: string): boolean;
  readonly underWay: number;
}

/** Creates an empty window. */
export function createSendWindow(): SendWindow {
  const waiting: OpenFrame[] = [];
  const underWay = new Map<number, SentFrame>();
  let nextSequence = 1;
  let nextOrder = 1;
  let newestArrived = 0;

  const markSent = (frame: OpenFrame): OpenFrame => {
    underWay.set(frame.sequence, { ...frame, order: nextOrder++ });
    return frame;
  };
  const arrived = (sequence: number): boolean => {
    const frame = underWay.get(sequence);
    if (!frame) return false;
    underWay.delete(sequence);
    newestArrived = Math.max(newestArrived, frame.order);
    return true;
  };
  const oldestSequence = (): number => Math.min(...underWay.keys());

  return {
    add(kind, payload) {
      waiting.push({ kind, sequence: nextSequence++, payload });
    },
    due() {
      const lost = [...underWay.values()].filter(({ order }) => order < newestArrived);
      const frames = lost.sort((left, right) => left.sequence - right.sequence).map(markSent);
      const last = (underWay.size > 0 ? oldestSequence() : Number.POSITIVE_INFINITY) + WINDOW_FRAMES;
      while (underWay.size < WINDOW_FRAMES) {
        const next = waiting[0];
        if (!next || next.sequence >= last) break;
        waiting.shift();
        frames.push(markSent(next));
      }
      return frames;
    },
    again(units = 1) {
      const open = [...underWay.values()].sort((left, right) => left.sequence - right.sequence);
      const frames: OpenFrame[] = [];
      for (let sent = 0; sent < units && open.length > 0; ) {
        const frame = open[frames.length % open.length];
        if (!frame) break;
        sent += frame.payload.length + FRAME_OVERHEAD_UNITS;
        frames.push(markSent(frame));
      }
      return frames;
    },
    acknowledge(upTo, gaps) {
      let isNews = false;
      for (const sequence of underWay.keys()) if (sequence <= upTo && arrived(sequence)) isNews = true;
      for (let index = 0; index < gaps.length; index++) {
        const bits = Number.parseInt(gaps.charAt(index), 16);
        for (let bit = 0; bit < 4; bit++) {
          if ((bits >> bit) & 1 && arrived(upTo + 1 + index * 4 + bit)) isNews = true;
        }
      }
      return isNews;
    },
    get underWay() {
      return underWay.size;
    },
  };
}
