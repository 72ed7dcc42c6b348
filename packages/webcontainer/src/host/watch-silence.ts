import type { After } from './host-platform.ts';

/** Notices that the other end is silent. */
export interface SilenceWatch {
  heard(): void;
  stop(): void;
}

/** How silence is noticed. */
export interface SilenceWatchOptions {
  readonly after: After;
  readonly limitMs: number;
  /** Called for each silence that lasts the limit; resolves when it is known what it means. */
  readonly onSilent: (isStillSilent: () => boolean) => Promise<void>;
}

const TICKS = 8;

/**
 * Watches for silence in small steps, of which each counts as its own length at most: a page that sleeps, or that is
 * starved, does not take its own silence for the other's.
 */
export function watchSilence({ after, limitMs, onSilent }: SilenceWatchOptions): SilenceWatch {
  let silentTicks = 0;
  let hearings = 0;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  const watch = (): void => {
    if (!isStopped) cancel = after(limitMs / TICKS, tick);
  };
  const tick = (): void => {
    if (++silentTicks < TICKS) {
      watch();
      return;
    }
    silentTicks = 0;
    const before = hearings;
    onSilent(() => hearings === before).then(watch, watch);
  };
  watch();
  return {
    heard() {
      hearings++;
      silentTicks = 0;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
