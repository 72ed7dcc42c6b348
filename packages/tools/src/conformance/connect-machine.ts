import { connectToolHost } from '../wire/connect-tool-host.ts';
import { channelOfPort, type PortLike } from '../wire/port-channel.ts';
import type { MachineFixture, OwnMachine } from './machine-case.ts';

/** Connects the suite to the machine behind a port, and waits until it answers. */
export async function connectMachine(
  port: PortLike,
  {
    root,
    after,
    failed,
    dispose,
  }: {
    /** Directory of the workspace's files, absolute. */
    readonly root: string;
    /** Runs a callback after `ms`; returns what stops that. */
    readonly after: (ms: number, callback: () => void) => () => void;
    /** Resolves with the reason when the machine is gone. */
    readonly failed?: Promise<string>;
    /** Ends the machine, while it is still connected. */
    readonly dispose: (machine: MachineFixture) => Promise<void>;
  },
): Promise<OwnMachine> {
  let filesChanged = 0;
  const wire = connectToolHost(channelOfPort(port), { after, onFilesChanged: () => void filesChanged++ });
  void failed?.then((reason) => wire.lose(reason));
  await wire.ready;
  const machine: MachineFixture = { host: wire.host, root, filesChanged: () => filesChanged };
  return {
    ...machine,
    async dispose() {
      await dispose(machine);
      wire.lose('the case is over');
    },
  };
}
