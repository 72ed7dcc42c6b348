/**
 * Work that may have to wait. A task runs at full speed and yields only promises that it really waits for, so shell
 * code that never waits never leaves the thread; `yield*` runs one task inside another.
 */
export type Task<T> = Generator<Promise<void>, T, void>;

/** Runs a task to its end. */
export async function runTask<T>(task: Task<T>): Promise<T> {
  let step = task.next();
  while (!step.done) {
    try {
      await step.value;
    } catch (error) {
      step = task.throw(error);
      continue;
    }
    step = task.next();
  }
  return step.value;
}

/** Waits when `value` is a promise, and returns what it gives. */
export function* waitFor<T>(value: T | Promise<T>): Task<T> {
  if (!(value instanceof Promise)) return value;
  let result: { value: T } | undefined;
  yield value.then((given) => {
    result = { value: given };
  });
  if (!result) throw new Error('the runner of a task went on before its promise was settled');
  return result.value;
}

/** Runs a task on a new call stack, so that deep recursion of the script does not become deep recursion here. */
export function* onFreshStack<T>(create: () => Task<T>): Task<T> {
  return yield* waitFor(Promise.resolve().then(() => runTask(create())));
}

/** Waits for a promise until the signal is aborted; then throws the signal's reason. */
export function* waitUntilAborted<T>(promise: Promise<T>, signal: AbortSignal): Task<T> {
  signal.throwIfAborted();
  return yield* waitFor(raceWithAbort(promise, signal));
}

function raceWithAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
