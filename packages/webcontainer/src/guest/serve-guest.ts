import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import { DEFAULT_EXCLUDE } from '@cloche/node-machine';
import { type Channel, createAppNetwork, decodeMessage, encodeMessage, serveToolHost } from '@cloche/tools';
import {
  BEAT_EVERY_MS,
  CONFIG_FILE,
  GUEST_VERSION,
  type GuestConfig,
  type GuestGreeting,
  MAIL_FOLDER,
} from '../wire/guest-greeting.ts';
import { createMessageLine, type Mailbox } from '../wire/message-line.ts';
import { composeGuest } from './compose.ts';

/** What a guest runs in. */
export interface GuestSurroundings {
  /** The program's own file. */
  readonly file: string;
  readonly stdin: Pick<ReadStream, 'on'> & Partial<Pick<ReadStream, 'setRawMode'>>;
  readonly stdout: Pick<WriteStream, 'write'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends the program: the host is gone, or the line is of no use. */
  readonly exit: (reason: string) => void;
}

/** Serves the tool host over the terminal: first a greeting, then the tools' wire. */
export function serveGuest({ file, stdin, stdout, environment, exit }: GuestSurroundings): void {
  const folder = dirname(file);
  const config = takeConfig(join(folder, CONFIG_FILE));
  const root = realpathSync(config.root);
  const exclude = config.exclude ?? DEFAULT_EXCLUDE;
  let hear: (message: unknown) => void = () => undefined;
  const line = createMessageLine({
    nonce: config.nonce,
    side: 'guest',
    write: (text) => void stdout.write(text),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    mailbox: createFolderMailbox(join(folder, MAIL_FOLDER)),
    onMessage: (message) => hear(decodeMessage(message)),
    onFault: exit,
  });
  stopEcho(stdin);
  stdin.on('data', (chunk: Buffer) => line.receive(chunk.toString('latin1')));
  stdin.on('end', () => exit('the terminal was closed'));

  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  const network = createAppNetwork();
  const { host, journal } = composeGuest({
    root,
    exclude,
    maxFileBytes: config.maxFileBytes,
    environment,
    file,
    fetch: network.provider,
  });
  const greeting: GuestGreeting = {
    kind: 'greeting',
    version: GUEST_VERSION,
    root,
    hash,
    exclude,
    node: process.versions.node,
    pid: process.pid,
  };
  line.send(encodeMessage(greeting));
  const channel: Channel = {
    post: (message) => line.send(encodeMessage(message)),
    listen(onMessage) {
      hear = onMessage;
    },
    close: () => exit('the host is done'),
  };
  const served = serveToolHost(host, channel);
  network.connect(served.askApp);
  journal.onChange(() => served.filesChanged());
  setInterval(() => line.beat(), BEAT_EVERY_MS);
}

/** Its nonce is nobody else's business. */
function takeConfig(path: string): GuestConfig {
  const config: GuestConfig = JSON.parse(readFileSync(path, 'utf8'));
  unlinkSync(path);
  if (config.version !== GUEST_VERSION)
    throw new Error(`the host speaks version ${config.version}, not ${GUEST_VERSION}`);
  return config;
}

/** Not every terminal can do without it; what is echoed is told from what the host says. */
function stopEcho(stdin: GuestSurroundings['stdin']): void {
  try {
    stdin.setRawMode?.(true);
  } catch {
    return;
  }
}

function createFolderMailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true });
  return {
    put(name, bytes) {
      writeFileSync(join(folder, name), bytes, { flag: 'wx' });
      return undefined;
    },
    take(name) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      unlinkSync(path);
      return bytes;
    },
  };
}
