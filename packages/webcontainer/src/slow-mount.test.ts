import { createDeferred, encodeText, packContents, type WorkspaceSnapshot } from '@cloche/system';
import { whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContainerClient } from './host/container.ts';
import { buildGuest } from './testing/build-guest.ts';
import { createStandInClient } from './testing/stand-in-client.ts';
import { never, openTestMachine } from './testing/test-machine.ts';

const reason = await whyNoStandIn();

let program: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  program = await buildGuest();
}, 60_000);

const STORED: WorkspaceSnapshot = {
  entries: [{ kind: 'file', path: 'kept', mode: 0o644, mtimeMs: 1_000_000_000_000, size: 5, content: 1 }],
  contents: packContents(new Map([[1, encodeText('safe\n')]])),
};

/** A client whose containers do nothing else while they take stored files: neither the runtime nor the guest answers. */
function createBusyClient(): { client: ContainerClient; finish: () => void; stopGuest: (pid: number) => void } {
  const inner = createStandInClient();
  const done = createDeferred<void>();
  let guest: number | undefined;
  let isMounting = false;
  const client: ContainerClient = {
    ...inner,
    async boot(options) {
      const container = await inner.boot(options);
      return {
        ...container,
        fs: {
          ...container.fs,
          readdir: (path) => (isMounting ? new Promise(() => undefined) : container.fs.readdir(path)),
        },
        async mount(snapshot, where) {
          if (where) {
            isMounting = true;
            if (guest !== undefined) process.kill(guest, 'SIGSTOP');
            await done.promise;
            if (guest !== undefined) process.kill(guest, 'SIGCONT');
            isMounting = false;
          }
          await container.mount(snapshot, where);
        },
      };
    },
  };
  return { client, finish: () => done.resolve(), stopGuest: (pid) => void (guest = pid) };
}

describe.skipIf(reason !== undefined)(`stored files that take long${reason ? ` (${reason})` : ''}`, () => {
  test('a runtime that takes them is neither silent nor gone, however long it says nothing else', async () => {
    const { client, finish, stopGuest } = createBusyClient();
    const machine = await openTestMachine(client, program, { silenceLimitMs: 300 });
    try {
      stopGuest(Number((await machine.bash("node -e 'console.log(process.ppid)'")).stdout));
      let failure: string | undefined;
      void machine.connection.failed.then((why) => void (failure = why));
      const restored = machine.host.call('restore', { snapshot: STORED, shells: {} }, { signal: never });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await machine.host.call('ping', {}, { signal: never });
      finish();
      await restored;
      expect(failure).toBeUndefined();
      expect((await machine.bash('cat kept')).stdout).toBe('safe\n');
    } finally {
      await machine.dispose();
    }
  });
});
