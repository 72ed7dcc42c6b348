import { fileURLToPath } from 'node:url';
import { channelOfPort, createAppNetwork, serveToolHost } from '@cloche/tools';
import { connectMachine, describeMachine, type OwnMachine } from '@cloche/tools/conformance';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { composeKernel } from './kernel/compose.ts';
import { createContentHash } from './kernel/content-hash.ts';
import { WORKSPACE_ROOT } from './vfs/virtual-file-system.ts';

/*
 * The kernel in this process, over its wire; `e2e/machine-suite.e2e.ts` has the same cases in its frame in a browser.
 */

let commandsSource: string;
beforeAll(async () => {
  const build = await rolldown({
    input: fileURLToPath(new URL('./kernel/commands.ts', import.meta.url)),
    logLevel: 'silent',
    resolve: { conditionNames: ['cloche-source', 'import', 'module', 'browser', 'default'] },
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await build.generate({ format: 'iife', name: 'clocheCommands', exports: 'named' });
  await build.close();
  commandsSource = output[0].code;
}, 60_000);

/** A channel whose messages come in turns of this process. */
class TurnChannel {
  readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
  readonly port2: { postMessage(): void } = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) };
}

async function open(): Promise<OwnMachine> {
  // Node hands a port up to a thousand messages before it looks at another one, which would have a busy kernel starve.
  vi.stubGlobal('MessageChannel', TurnChannel);
  const network = createAppNetwork();
  const { host, journal } = composeKernel({
    commandsSource,
    hash: await createContentHash(),
    workerKind: 'blob',
    environment: { maxFileBytes: 268_435_456, timeZone: 'UTC' },
    loadAsset: async () => Promise.reject(new Error('Node has no workers of the web')),
    fetch: network.provider,
  });
  vi.unstubAllGlobals();
  const { port1, port2 } = new MessageChannel();
  const served = serveToolHost(host, channelOfPort(port1));
  network.connect(served.askApp);
  journal.onChange(() => served.filesChanged());
  return connectMachine(port2, {
    root: WORKSPACE_ROOT,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    async dispose({ host: machine }) {
      await machine.call('processes_close', {}, { signal: new AbortController().signal });
      port1.close();
    },
  });
}

let shared: Promise<OwnMachine> | undefined;
afterAll(async () => (await shared)?.dispose());

describeMachine(
  'offline, its kernel in Node',
  'offline-in-node',
  { shared: () => (shared ??= open()), own: open },
  { describe, test, expect },
);
