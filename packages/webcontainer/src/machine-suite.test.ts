import { describeMachine, type OwnMachine } from '@cloche/tools/conformance';
import { PLAIN, STRICT, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGuest } from './testing/build-guest.ts';
import { createStandInClient } from './testing/stand-in-client.ts';
import { openTestMachine } from './testing/test-machine.ts';

const reason = await whyNoStandIn();

let program: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  program = await buildGuest();
}, 60_000);

describe.skipIf(reason !== undefined).each([
  ['plain', PLAIN],
  ['strict', STRICT],
])(`the machine suite in a container: %s${reason === undefined ? '' : ` (${reason})`}`, (mode, behaviour) => {
  const open = async (): Promise<OwnMachine> => {
    const { host, connection, filesChanged, dispose } = await openTestMachine(createStandInClient(behaviour), program);
    return { host, root: connection.root, filesChanged, dispose };
  };
  let shared: ReturnType<typeof open> | undefined;
  afterAll(async () => (await shared)?.dispose());

  describeMachine(
    `webcontainer, stand-in, ${mode}`,
    'webcontainer',
    { shared: () => (shared ??= open()), own: open },
    { describe, test, expect },
  );
});
