import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeMessage } from '@cloche/tools';
import { OLDEST_NODE } from '../guest/older-node.ts';
import { CONFIG_FILE, GUEST_VERSION, type GuestConfig } from '../wire/guest-greeting.ts';
import { createMessageLine } from '../wire/message-line.ts';

// A guest without an engine, which starts sooner: it greets, says hello, and answers nothing.

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) process.exit(1);
const file = process.argv[1] ?? '';
const config: GuestConfig = JSON.parse(readFileSync(join(dirname(file), CONFIG_FILE), 'utf8'));
const line = createMessageLine({
  nonce: config.nonce,
  side: 'guest',
  write: (text) => void process.stdout.write(text),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  mailbox: { put: () => undefined, take: () => new Uint8Array(0) },
  onMessage: () => undefined,
  onFault: () => process.exit(1),
});
process.stdin.setRawMode(true);
process.stdin.on('data', (chunk: Buffer) => line.receive(chunk.toString('latin1')));
line.send(
  encodeMessage({
    kind: 'greeting',
    version: GUEST_VERSION,
    root: config.root,
    hash: createHash('sha256').update(readFileSync(file)).digest('hex'),
    exclude: [],
    node: process.versions.node,
    pid: process.pid,
  }),
);
line.send(encodeMessage({ kind: 'hello', version: 1 }));
