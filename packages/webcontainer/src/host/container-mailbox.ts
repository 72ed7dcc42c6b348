import type { Mailbox } from '../wire/message-line.ts';
import type { CallLimit } from './call-limit.ts';
import type { ContainerFiles } from './container.ts';
import { containerErrno } from './container-errno.ts';

/** Creates the host's side of the mailbox: a folder of the container's working directory. */
export function createContainerMailbox(files: ContainerFiles, folder: string, limit: CallLimit): Mailbox {
  return {
    put: (name, bytes) => attempt('write', () => limit.run(() => files.writeFile(`${folder}/${name}`, bytes))),
    async take(name) {
      const path = `${folder}/${name}`;
      const bytes = await attempt('read', () => limit.run(() => files.readFile(path)));
      // The message is here; what it lay in is gone with the container, if not before.
      limit.run(() => files.rm(path, { force: true })).catch(() => undefined);
      return bytes;
    },
  };
}

async function attempt<T>(verb: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the file of a message could not be ${verb === 'read' ? 'read' : 'written'} (${containerErrno(error) ?? message})`,
      {
        cause: error,
      },
    );
  }
}
