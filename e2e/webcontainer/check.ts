import type * as Api from '@webcontainer/api';

/** What a check has in the page. */
export interface CheckContext {
  readonly api: typeof Api;
  /** The instance that is booted; checks of teardown put another one here. */
  container: Api.WebContainer;
}

/** One thing that the stock client promises: it runs in the page, and what it returns is compared in the test. */
export interface Check {
  readonly name: string;
  run(context: CheckContext): Promise<unknown>;
  readonly expected: unknown;
  /** What is expected instead of a strict runtime; for the few checks that must differ. */
  readonly strict?: { readonly expected: unknown };
}

/** Runs a program to its end. */
export async function run(
  { container }: CheckContext,
  command: string,
  args: string[] = [],
  options: Api.SpawnOptions & { readonly input?: string } = {},
): Promise<{ readonly output: string; readonly exitCode: number }> {
  const { input, ...spawnOptions } = options;
  const process = await container.spawn(command, args, spawnOptions);
  if (input !== undefined) await process.input.getWriter().write(input);
  const output = await readAll(process.output);
  return { output, exitCode: await process.exit };
}

/** Reads a stream to its end. */
export async function readAll(stream: ReadableStream<string>): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
}

/** Reads until the text is there. */
export async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string): Promise<string> {
  for (let read = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the output ended before ${JSON.stringify(text)}: ${JSON.stringify(read)}`);
    read += value;
    if (read.includes(text)) return read;
  }
}

/** Gives what a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: String(error) };
    const codes = Object.entries(error).filter(([name]) => ['code', 'errno', 'syscall', 'path'].includes(name));
    return { message: error.message, ...Object.fromEntries(codes) };
  }
  return {};
}

/** The code with which a message of Node begins. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const { message } = await errorOf(promise);
  return /\bE[A-Z]+\b/.exec(String(message))?.[0];
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`waited in vain for ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Says whether a promise is still open after what is under way has come. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setTimeout(resolve, 100, true));
  return Promise.race([promise.then(() => false), later]);
}
