import type { DirEnt, FileSystemAPI, FSWatchCallback, FSWatchOptions, IFSWatcher } from '@webcontainer/api';
import type { WireEntry } from '../runtime/container-files.ts';
import type { ContainerInstance } from '../runtime/open-container.ts';

type RuntimeFiles = Awaited<ReturnType<ContainerInstance['fs']>>;
/** Lets a call go out while the instance is there. */
type Alive = <T>(call: () => Promise<T>) => Promise<T>;

/** Makes the client's file API of the runtime's. */
export function createClientFiles(
  files: RuntimeFiles,
  alive: Alive,
): { readonly fs: FileSystemAPI; closeWatchers(): void } {
  const watchers = new Set<IFSWatcher>();
  const watch = (
    path: string,
    options: FSWatchOptions | undefined,
    listener: FSWatchCallback | undefined,
  ): IFSWatcher => {
    let isClosed = false;
    const opened = alive(() =>
      files.watch(path, options ?? null, (event, name) => {
        if (!isClosed && name !== null && (event === 'rename' || event === 'change')) listener?.(event, name);
      }),
    );
    // As in the client, nobody hears of a watch that failed.
    opened.catch(() => undefined);
    const watcher: IFSWatcher = {
      close() {
        if (isClosed) return;
        isClosed = true;
        watchers.delete(watcher);
        void opened.then((one) => one.close()).catch(() => undefined);
      },
    };
    watchers.add(watcher);
    return watcher;
  };
  const calls = {
    readFile: (...args: Parameters<RuntimeFiles['readFile']>) => alive(() => files.readFile(...args)),
    async readdir(...args: Parameters<RuntimeFiles['readdir']>) {
      const entries = await alive(() => files.readdir(...args));
      return entries.map((entry) =>
        typeof entry === 'string' || entry instanceof Uint8Array ? entry : toDirEnt(entry),
      );
    },
    // What was written belongs to the caller still.
    writeFile: (path: string, data: string | Uint8Array, options?: string | { encoding?: string | null } | null) =>
      alive(() => files.writeFile(path, typeof data === 'string' ? data : data.slice(), options)),
    mkdir: (...args: Parameters<RuntimeFiles['mkdir']>) => alive(() => files.mkdir(...args)),
    rm: (...args: Parameters<RuntimeFiles['rm']>) => alive(() => files.rm(...args)),
    rename: (...args: Parameters<RuntimeFiles['rename']>) => alive(() => files.rename(...args)),
    watch: (path: string, options?: FSWatchOptions | FSWatchCallback, listener?: FSWatchCallback) =>
      typeof options === 'function' ? watch(path, undefined, options) : watch(path, options, listener),
  };
  return {
    // The client's overloads say which result each encoding has; that cannot be told of one implementation.
    fs: calls as unknown as FileSystemAPI,
    closeWatchers() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function toDirEnt(entry: WireEntry): DirEnt<string | Uint8Array> {
  const type = entry['Symbol(type)'];
  return { name: entry.name, isFile: () => type === 1, isDirectory: () => type === 2 };
}
