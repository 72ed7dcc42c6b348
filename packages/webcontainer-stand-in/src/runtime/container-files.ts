import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import type { ScratchFolder } from './scratch-folder.ts';

/** What the client hands through: an encoding, or an object that has one. */
export type EncodingOption = string | { readonly encoding?: string | null } | null | undefined;

/** An entry of a directory as it goes over the wire: 1 is a file, 2 a directory, 3 anything else. */
export interface WireEntry {
  readonly name: string | Uint8Array;
  readonly 'Symbol(type)': 1 | 2 | 3;
}

/** Hears of a change; the name is relative to what is watched. */
export type WatchListener = (event: string, name: string | Uint8Array | null) => void;

/** The file API of a runtime. It throws what Node throws. */
export interface ContainerFiles {
  readFile(path: string, encoding?: EncodingOption): Uint8Array | string;
  writeFile(path: string, data: string | Uint8Array, options?: EncodingOption): void;
  readdir(
    path: string,
    options?: string | { readonly encoding?: string | null; readonly withFileTypes?: boolean } | null,
  ): (string | Uint8Array | WireEntry)[];
  mkdir(path: string, options?: { readonly recursive?: boolean }): string | undefined;
  rm(path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }): void;
  rename(from: string, to: string): void;
  watch(
    path: string,
    options: string | { readonly recursive?: boolean; readonly encoding?: string | null } | null | undefined,
    listener: WatchListener | undefined,
  ): { close(): void };
  /** How many watchers are open. */
  watcherCount(): number;
  closeWatchers(): void;
}

/** Creates the file API over a scratch folder. */
export function createContainerFiles({ resolve }: ScratchFolder): ContainerFiles {
  const watchers = new Set<FSWatcher>();
  return {
    readFile(path, encoding) {
      const name = encodingOf(encoding);
      const bytes = readFileSync(resolve(path));
      return name === undefined || name === 'buffer' ? Uint8Array.from(bytes) : bytes.toString(checkEncoding(name));
    },
    writeFile(path, data, options) {
      const encoding = checkEncoding(encodingOf(options) ?? 'utf8');
      writeFileSync(resolve(path), typeof data === 'string' ? Buffer.from(data, encoding) : data);
    },
    readdir(path, options) {
      const asName = nameIn(encodingOf(options));
      const withTypes = typeof options === 'object' && options?.withFileTypes === true;
      const entries = readdirSync(resolve(path), { withFileTypes: true }).toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      if (!withTypes) return entries.map(({ name }) => asName(name));
      return entries.map((entry) => ({
        name: asName(entry.name),
        'Symbol(type)': entry.isFile() ? 1 : entry.isDirectory() ? 2 : 3,
      }));
    },
    mkdir: (path, options) => mkdirSync(resolve(path), { recursive: options?.recursive ?? false }),
    rm: (path, options) =>
      rmSync(resolve(path), { recursive: options?.recursive ?? false, force: options?.force ?? false }),
    rename: (from, to) => renameSync(resolve(from), resolve(to)),
    watch(path, options, listener) {
      const asName = nameIn(encodingOf(options));
      const recursive = typeof options === 'object' && options?.recursive === true;
      const watcher = watch(resolve(path), { recursive, persistent: false }, (event, name) =>
        listener?.(event, name === null ? null : asName(name)),
      );
      watcher.on('error', () => watcher.close());
      watchers.add(watcher);
      return {
        close() {
          watchers.delete(watcher);
          watcher.close();
        },
      };
    },
    watcherCount: () => watchers.size,
    closeWatchers() {
      for (const watcher of watchers) watcher.close();
      watchers.clear();
    },
  };
}

function encodingOf(option: EncodingOption): string | undefined {
  return (typeof option === 'string' ? option : option?.encoding) ?? undefined;
}

function nameIn(encoding: string | undefined): (name: string) => string | Uint8Array {
  if (encoding === undefined) return (name) => name;
  if (encoding === 'buffer') return (name) => Uint8Array.from(Buffer.from(name));
  const checked = checkEncoding(encoding);
  return (name) => Buffer.from(name).toString(checked);
}

function checkEncoding(name: string): BufferEncoding {
  if (Buffer.isEncoding(name)) return name;
  throw Object.assign(new TypeError(`Unknown encoding: ${name}`), { code: 'ERR_UNKNOWN_ENCODING' });
}
