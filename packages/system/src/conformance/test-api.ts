/** The part of a test runner that the suites need; Vitest's and Jest's functions fit. */
export interface TestApi {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => void | Promise<void>): void;
  expect(actual: unknown): {
    toEqual(expected: unknown): void;
    toBe(expected: unknown): void;
  };
}

/** Cases that an implementation is known to fail: name of the case to the reason. One that passes fails the suite. */
export type ExpectedFailures = Readonly<Record<string, string>>;

/** Registers a case, turned round when it is expected to fail. */
export function registerCase(
  { test }: TestApi,
  expectedFailures: ExpectedFailures,
  name: string,
  body: () => void | Promise<void>,
): void {
  const reason = expectedFailures[name];
  if (reason === undefined) {
    test(name, body);
    return;
  }
  test(`${name} (expected to fail: ${reason})`, async () => {
    let failed = false;
    try {
      await body();
    } catch {
      failed = true;
    }
    if (!failed) throw new Error(`"${name}" passes now: take it out of the expected failures`);
  });
}
