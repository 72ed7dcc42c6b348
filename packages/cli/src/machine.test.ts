import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToolHost, serveToolHost } from '@cloche/tools';
import { describeMachine, type MachineFixture } from '@cloche/tools/conformance';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { composeToolHost } from './compose.ts';

type OwnMachine = MachineFixture & { dispose(): Promise<void> };

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
  const channelOf = (port: MessagePort): Parameters<typeof serveToolHost>[1] => ({
    post: (message, transfer) => port.postMessage(message, transfer),
    listen(onMessage) {
      port.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
    },
    close: () => port.close(),
  });
  serveToolHost(host, channelOf(port1));
  let filesChanged = 0;
  const wire = connectToolHost(channelOf(port2), { after, onFilesChanged: () => void filesChanged++ });
  await wire.ready;
  return {
    host: wire.host,
    root,
    filesChanged: () => filesChanged,
    async dispose() {
      await wire.host.call('processes_close', {}, { signal: new AbortController().signal });
      wire.lose('the test is over');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

let shared: Promise<OwnMachine> | undefined;
afterAll(async () => (await shared)?.dispose());

describeMachine(
  'node, over the wire',
  'node',
  { shared: () => (shared ??= open()), own: open },
  { describe, test, expect },
);
