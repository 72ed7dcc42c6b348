import { type Clock, concatBytes } from '@cloche/system';
import type { OnOutput, OutputChunk } from '../contract/tool.ts';

/** Passes a command's output on as it comes, small writes together. */
export interface OutputRelay {
  /**
   * Takes a chunk, which is copied. Returns a promise when the listener is behind: the writer should wait for it.
   * Rejects with `signal.reason` when the signal is aborted meanwhile.
   */
  write(chunk: OutputChunk, signal: AbortSignal): undefined | Promise<void>;
  /** Passes on what is held back. */
  end(): void;
}

/** A chunk of this size is passed on at once. */
const CHUNK_BYTES = 32_768;
/** Longest that a smaller one is held back. */
const HOLD_MS = 20;

/** Creates the relay of one call. Chunks of both streams keep the order in which they came. */
export function createOutputRelay(onOutput: OnOutput, clock: Clock): OutputRelay {
  const life = new AbortController();
  let held: { stream: OutputChunk['stream']; parts: Uint8Array[]; length: number } | undefined;
  let isTimed = false;
  let behind: Promise<void> | undefined;

  const pass = (): void => {
    if (!held) return;
    const { stream, parts } = held;
    held = undefined;
    const taken = onOutput({ stream, bytes: concatBytes(parts) });
    if (!taken) return;
    const waiting = taken.finally(() => {
      if (behind === waiting) behind = undefined;
    });
    behind = waiting;
  };

  const passSoon = (): void => {
    if (isTimed) return;
    isTimed = true;
    clock.sleep(HOLD_MS, life).then(
      () => {
        isTimed = false;
        pass();
      },
      () => undefined,
    );
  };

  return {
    write({ stream, bytes }, signal) {
      if (bytes.length === 0) return undefined;
      if (held && held.stream !== stream) pass();
      held ??= { stream, parts: [], length: 0 };
      // Copied, since a writer's chunk may be a view of a large buffer that it uses again.
      held.parts.push(bytes.slice());
      held.length += bytes.length;
      if (held.length >= CHUNK_BYTES) pass();
      else passSoon();
      return behind && untilAborted(behind, signal);
    },
    end() {
      life.abort(new Error('the call has ended'));
      pass();
    },
  };
}

function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
