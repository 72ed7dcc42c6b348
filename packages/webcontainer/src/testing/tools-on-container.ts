import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeFileSystem } from '@cloche/node-machine';
import { setToolTestMachine } from '@cloche/tools/conformance';
import { STRICT, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { afterAll, inject } from 'vitest';
import { createStandInClient } from './stand-in-client.ts';
import { openTestMachine } from './test-machine.ts';

// A set-up file: the tools' own tests run on the files of a container, through its guest; a test's own process sees them too,
// since the stand-in has them in a folder. Without a stand-in they run in memory, as they do elsewhere.

if ((await whyNoStandIn()) === undefined) {
  const program = Uint8Array.from(readFileSync(inject('guestFile')));
  const { host, connection, dispose } = await openTestMachine(createStandInClient(STRICT), program);
  afterAll(dispose);
  let opened = 0;
  setToolTestMachine({
    async openEngine() {
      const own = await openTestMachine(createStandInClient(STRICT), program);
      return { host: own.host, workdir: own.connection.root, dispose: own.dispose };
    },
    openFiles({ maxBytes }) {
      if (maxBytes !== undefined) return undefined;
      const base = join(connection.root, `${opened++}`);
      for (const directory of ['workspace', 'tmp']) mkdirSync(join(base, directory), { recursive: true });
      return { base, files: createNodeFileSystem(), host: async () => host };
    },
  });
}
