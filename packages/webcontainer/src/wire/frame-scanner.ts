import { type Frame, frameLength, MARK, parseFrame, type WireSide } from './frame.ts';
import { createTerminalFilter } from './strip-terminal.ts';

/**
 * Creates what finds the other end's frames in a terminal's text, in pieces of any size. Everything else (echoes, other
 * programs' output, damaged frames) is passed over; at most one frame's text is kept.
 */
export function createFrameScanner(nonce: string, from: WireSide): (text: string) => Frame[] {
  const filter = createTerminalFilter();
  let kept = '';
  return (text) => {
    kept += filter(text);
    const frames: Frame[] = [];
    for (;;) {
      const start = kept.indexOf(MARK);
      if (start < 0) {
        kept = '';
        return frames;
      }
      if (start > 0) kept = kept.slice(start);
      const length = frameLength(kept, nonce, from);
      const next = kept.indexOf(MARK, MARK.length);
      if (next > 0 && (length === undefined || next < length)) {
        // Another frame begins before this one is over: this one has lost something.
        kept = kept.slice(next);
        continue;
      }
      if (length === undefined || kept.length < length) return frames;
      const frame = length === 0 ? undefined : parseFrame(kept.slice(0, length));
      kept = kept.slice(frame ? length : MARK.length);
      if (frame) frames.push(frame);
    }
  };
}
