import type { WebContainer, WebContainerProcess } from '@webcontainer/api';

/** Something that nobody can know without the real runtime. */
export interface Observation {
  readonly name: string;
  run(container: WebContainer): Promise<unknown>;
}

/** What came of an observation. */
export type Observed =
  | { readonly ms: number; readonly result: unknown }
  | { readonly ms: number; readonly error: Record<string, unknown> }
  | { readonly ms: number; readonly isUnanswered: true };

const LIMIT_MS = 30_000;

/** Makes an observation; one that fails, or does not end in half a minute, is a result too. */
export async function observe({ run }: Observation, container: WebContainer): Promise<Observed> {
  const start = performance.now();
  const ms = (): number => Math.round(performance.now() - start);
  const observed = run(container).then(
    (result): Observed => ({ ms: ms(), result }),
    (error: unknown): Observed => ({ ms: ms(), error: shapeOf(error) }),
  );
  const answer = await within(observed, LIMIT_MS);
  return answer ?? { ms: ms(), isUnanswered: true };
}

/** Resolves with `undefined` when a promise is not settled in time. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  const first = await Promise.race([promise, late]);
  clearTimeout(timer);
  return first;
}

/** Returns an error's class, message and own fields. */
export function shapeOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: String(error) };
  return {
    ...Object.fromEntries(Object.entries(error)),
    class: error.constructor.name,
    name: error.name,
    message: error.message,
  };
}

/** Returns the shape of what a call is rejected with; `undefined` when it succeeds. */
export async function errorOf(promise: Promise<unknown>): Promise<Record<string, unknown> | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => shapeOf(error),
  );
}

/** A program with its output as it comes. */
export interface Running {
  readonly process: WebContainerProcess;
  /** What it has written so far. */
  readonly text: () => string;
  readonly type: (text: string) => Promise<void>;
  /** Resolves when the output has the text; with `false` when it has it not in time, or ended. */
  readonly until: (wanted: string, ms?: number) => Promise<boolean>;
}

/** Starts `node -e PROGRAM`. */
export async function start(container: WebContainer, program: string): Promise<Running> {
  const process = await container.spawn('node', ['-e', program]);
  const reader = process.output.getReader();
  const writer = process.input.getWriter();
  let text = '';
  let isOver = false;
  let wake: (() => void) | undefined;
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      wake?.();
    }
  })().finally(() => {
    isOver = true;
    wake?.();
  });
  return {
    process,
    text: () => text,
    type: (typed) => writer.write(typed),
    async until(wanted, ms = 5000) {
      const end = performance.now() + ms;
      while (!text.includes(wanted)) {
        const left = end - performance.now();
        if (left <= 0 || isOver) return text.includes(wanted);
        await within(
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          left,
        );
      }
      return true;
    },
  };
}

/** Runs `node -e PROGRAM` to its end. */
export async function run(
  container: WebContainer,
  program: string,
): Promise<{ readonly output: string; readonly exitCode: number | 'none in 20 s' }> {
  const running = await start(container, program);
  const exitCode = (await within(running.process.exit, 20_000)) ?? 'none in 20 s';
  return { output: running.text(), exitCode };
}

/** Returns the median and the 95th percentile of so many runs, in milliseconds. */
export async function time(runs: number, work: (index: number) => Promise<unknown>): Promise<object> {
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const start = performance.now();
    await work(index);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Number((times[Math.min(runs - 1, Math.floor(runs * share))] ?? 0).toFixed(2));
  return { runs, p50Ms: at(0.5), p95Ms: at(0.95) };
}
