/** Durations of one measured thing, in milliseconds. */
export class Samples {
  private readonly durations: number[] = [];

  /** Runs `work` and keeps how long it took. */
  async measure(work: () => unknown): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.durations.push(performance.now() - startedAt);
  }

  /** Keeps a duration that was measured elsewhere. */
  add(durationMs: number): void {
    this.durations.push(durationMs);
  }

  /** Returns the duration that `share` (0 to 1) of the samples do not pass. */
  quantile(share: number): number {
    const sorted = [...this.durations].sort((left, right) => left - right);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** Returns `median 1.2 ms, p95 3.4 ms`. */
  describe(): string {
    return `median ${this.quantile(0.5).toFixed(1)} ms, p95 ${this.quantile(0.95).toFixed(1)} ms`;
  }
}
