import type { SpawnOptions, WebContainerProcess } from '@webcontainer/api';
import type { ContainerInstance } from '../runtime/open-container.ts';

/** Starts a program and gives its streams as the client does: each chunk of output is decoded by itself. */
export async function spawnAsClient(
  instance: ContainerInstance,
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<WebContainerProcess> {
  const { output: hasOutput = true, cwd, env, terminal } = options;
  let controller: ReadableStreamDefaultController<string> | undefined;
  const output = new ReadableStream<string>({
    start(given) {
      controller = given;
    },
  });
  const decoder = new TextDecoder();
  const listener = hasOutput
    ? (bytes: Uint8Array | null): void => {
        if (bytes) controller?.enqueue(decoder.decode(bytes));
        else controller?.close();
      }
    : undefined;
  const process = await instance.run({ command, args: [...args], cwd, env, terminal }, undefined, undefined, listener);
  return {
    output,
    input: new WritableStream<string>({ write: (text) => process.write(text) }),
    exit: process.onExit,
    kill: () => process.kill(),
    resize: (size) => process.resize(size),
  };
}
