import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A headless Firefox, driven by its own remote protocol (Marionette: length-prefixed JSON over a socket). */
export interface Firefox {
  navigate(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns what it gives. */
  run(body: string): Promise<unknown>;
  close(): Promise<void>;
}

const START_LIMIT_MS = 30_000;

/** Starts the Firefox at `path` with an empty profile. */
export async function startFirefox(path: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'cloche-firefox-'));
  // Port 0 takes a free one; Firefox writes it into its profile.
  const preferences = { 'marionette.port': 0, 'browser.shell.checkDefaultBrowser': false, 'app.update.enabled': false };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
  const browser = spawn(path, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });
  const socket = await connectWhenUp(profile);
  const send = createSender(socket);
  await send('WebDriver:NewSession', {});
  await send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 });
  return {
    async navigate(url) {
      await send('WebDriver:Navigate', { url });
    },
    async run(body) {
      const script = `const [done] = arguments; (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
      const answer = await send('WebDriver:ExecuteAsyncScript', { script, args: [], sandbox: null });
      const { value, error } = readAnswer(answer);
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async close() {
      socket.destroy();
      await ended(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function readAnswer(answer: unknown): { value?: unknown; error?: string } {
  if (!isRecord(answer) || !isRecord(answer['value'])) throw new Error(`Firefox answered ${JSON.stringify(answer)}`);
  const { value, error } = answer['value'];
  return typeof error === 'string' ? { error } : { value };
}

async function connectWhenUp(profile: string): Promise<Socket> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const port = readPort(join(profile, 'MarionetteActivePort'));
    if (port !== undefined) return connect({ host: '127.0.0.1', port });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Firefox did not open its remote protocol');
}

function readPort(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Messages are `LENGTH:JSON`; a command is `[0, id, name, params]`, its answer `[1, id, error, result]`. */
function createSender(socket: Socket): (name: string, params: Record<string, unknown>) => Promise<unknown> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let nextId = 1;
  const fail = (error: Error): void => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('Firefox closed its remote protocol')));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, colon));
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString('utf8'));
      received = received.subarray(colon + 1 + length);
      if (!Array.isArray(message) || message[0] !== 1) continue;
      const [, id, error, result] = message;
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(JSON.stringify(error)));
      else call?.resolve(result);
    }
  });
  return (name, params) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      const text = JSON.stringify([0, id, name, params]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

async function ended(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null) return;
  const exit = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  browser.kill('SIGKILL');
  await exit;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
