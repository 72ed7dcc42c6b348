import { createDeferred } from '@cloche/system';
import { decodeMessage } from '@cloche/tools';
import { GUEST_FILE, type GuestGreeting, MAIL_FOLDER, readGreeting } from '../wire/guest-greeting.ts';
import { createMessageLine } from '../wire/message-line.ts';
import { BootError } from './boot-error.ts';
import type { CallLimit } from './call-limit.ts';
import type { Container } from './container.ts';
import { createContainerMailbox } from './container-mailbox.ts';
import type { After } from './host-platform.ts';
import { openTerminalStreams } from './terminal-streams.ts';
import { watchSilence } from './watch-silence.ts';
import { within } from './within.ts';

/** A guest that runs and has said where its files are. */
export interface GuestLink {
  readonly greeting: GuestGreeting;
  send(message: Uint8Array): void;
  /**
   * Waits for work that keeps the whole runtime busy and has a limit of its own: until it settles, nobody's silence means
   * anything.
   */
  whileBusy<T>(work: Promise<T>): Promise<T>;
  /** Such work goes on. */
  readonly isBusy: boolean;
  /** Resolves with the reason when the guest, its line or the runtime is gone. */
  readonly failed: Promise<string>;
  /** Ends the guest. */
  close(): void;
}

/** How a guest is started. */
export interface GuestStart {
  readonly container: Container;
  readonly limit: CallLimit;
  /** The guest's own, in the working directory: its program lies in it. */
  readonly folder: string;
  readonly nonce: string;
  /** SHA-256 of the program. */
  readonly hash: string;
  readonly after: After;
  readonly startLimitMs: number;
  readonly silenceLimitMs: number;
  readonly signal: AbortSignal;
  /** Says whether the guest may be silent for `LONG_SILENCE_MS`, since it does what has no pauses. */
  readonly mayBeSilent: () => boolean;
  /** Hears every message after the greeting. */
  readonly onMessage: (message: unknown) => void;
}

/** Wide, since some terminals break lines. */
const TERMINAL_SIZE = { cols: 2000, rows: 24 };
/** Part of the silence after which the guest is asked: what it says by itself may have got lost. */
const UNASKED_SHARE = 0.75;
/** As long as a runner waits for an answer. */
const LONG_SILENCE_MS = 20_000;
const KEPT_OUTPUT_UNITS = 2000;
const END_GRACE_MS = 200;

/** Starts the guest and waits for its greeting. Rejects with a `BootError` (`guest_failed`) or `signal.reason`. */
export async function startGuest(start: GuestStart): Promise<GuestLink> {
  const { container, limit, folder, after, signal, startLimitMs, silenceLimitMs } = start;
  const late = (): BootError => failure(`it did not start in ${startLimitMs / 1000} seconds`);
  const deadline = { after, limitMs: startLimitMs, signal, late };
  const process = await within(
    limit.run(() => container.spawn('node', [`${folder}/${GUEST_FILE}`], { terminal: TERMINAL_SIZE })),
    deadline,
  ).catch((error: unknown) => {
    if (signal.aborted || error instanceof BootError) throw error;
    throw failure(error instanceof Error ? error.message : String(error), error);
  });
  const failed = createDeferred<string>();
  const greeted = createDeferred<GuestGreeting>();
  greeted.promise.catch(() => undefined);
  let isGreeted = false;
  let silentMs = 0;
  let busy = 0;
  let shown = '';

  const close = (): void => {
    silence.stop();
    line.close();
    streams.close();
    process.kill();
  };
  const fail = (reason: string): void => {
    failed.resolve(reason);
    greeted.reject(failure(`${reason}${describeOutput(shown)}`));
  };
  const line = createMessageLine({
    nonce: start.nonce,
    side: 'host',
    after,
    write: (text) => streams.write(text),
    mailbox: createContainerMailbox(container.fs, `${folder}/${MAIL_FOLDER}`, limit),
    onHeard() {
      silentMs = 0;
      silence.heard();
    },
    onFault: (reason) => fail(`the line to the guest broke: ${reason}`),
    onMessage(bytes) {
      const message = decodeSafely(bytes);
      if (message === undefined) {
        fail('the line to the guest broke: a message was malformed');
        return;
      }
      if (isGreeted) {
        start.onMessage(message);
        return;
      }
      isGreeted = true;
      const greeting = readGreeting(message);
      if (typeof greeting === 'string') fail(greeting);
      else if (greeting.hash !== start.hash) fail('the program in the container is not the one that was put there');
      else greeted.resolve(greeting);
    },
  });
  const streams = openTerminalStreams(process, {
    onText(text) {
      if (!isGreeted) shown = (shown + text).slice(-KEPT_OUTPUT_UNITS);
      line.receive(text);
    },
    // An end of the guest says more, and comes about now.
    onEnd: (reason) => void after(END_GRACE_MS, () => fail(`the guest's terminal is gone: ${reason}`)),
  });
  const silence = watchSilence({
    after,
    limitMs: silenceLimitMs * UNASKED_SHARE,
    async onSilent(isStillSilent) {
      if (!isGreeted || busy > 0) {
        silentMs = 0;
        return;
      }
      line.probe();
      const limitMs = silenceLimitMs * (1 - UNASKED_SHARE);
      const late = (): Error => new Error('it is silent too');
      const [doesRuntimeAnswer] = await Promise.all([
        within(
          limit.run(() => container.fs.readdir(folder)),
          { after, limitMs, late },
        ).then(
          () => true,
          () => false,
        ),
        new Promise<void>((resolve) => after(limitMs, resolve)),
      ]);
      if (!isStillSilent() || busy > 0) {
        silentMs = 0;
        return;
      }
      silentMs += silenceLimitMs;
      if (doesRuntimeAnswer && start.mayBeSilent() && silentMs < LONG_SILENCE_MS) return;
      const seconds = silentMs / 1000;
      fail(
        doesRuntimeAnswer
          ? `the guest has been silent for ${seconds} seconds, and the runtime has not`
          : `the runtime has been silent for ${seconds} seconds`,
      );
    },
  });
  process.exit.then(
    (code) => fail(`the guest ended with code ${code}`),
    (error: unknown) => fail(`the guest ended: ${error instanceof Error ? error.message : String(error)}`),
  );
  try {
    const greeting = await within(greeted.promise, deadline);
    return {
      greeting,
      send: (message) => line.send(message),
      async whileBusy(work) {
        busy++;
        try {
          return await work;
        } finally {
          busy--;
          silence.heard();
        }
      },
      get isBusy() {
        return busy > 0;
      },
      failed: failed.promise,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function failure(reason: string, cause?: unknown): BootError {
  return new BootError('guest_failed', `the guest did not start in WebContainer: ${reason}`, { cause });
}

function describeOutput(shown: string): string {
  const text = shown.replaceAll(/\r+\n/g, '\n').trim();
  return text === '' ? '' : `. It printed: ${text}`;
}

function decodeSafely(bytes: Uint8Array): unknown {
  try {
    return decodeMessage(bytes);
  } catch {
    return undefined;
  }
}
