import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelOfPort, serveToolHost } from '@cloche/tools';
import { connectMachine, describeMachine, type OwnMachine } from '@cloche/tools/conformance';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { composeToolHost } from './compose.ts';

const after = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Opens what `cloche serve` serves, over the same wire. */
async function open(): Promise<OwnMachine> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-machine-')));
  // A person's own start-up files are no part of the machine.
  vi.stubEnv('HOME', root);
  const { host } = composeToolHost({ root, isTrusted: false });
  const { port1, port2 } = new MessageChannel();
  serveToolHost(host, channelOfPort(port1));
  return connectMachine(port2, {
    root,
    after,
    async dispose({ host: machine }) {
      await machine.call('processes_close', {}, { signal: new AbortController().signal });
      rmSync(root, { recursive: true, force: true });
    },
  });
}

let shared: Promise<OwnMachine> | undefined;
afterAll(async () => (await shared)?.dispose());

describeMachine(
  'node, over the wire',
  'node',
  { shared: () => (shared ??= open()), own: open },
  { describe, test, expect },
);
