/**
 * What the host half uses of the vendor's client: the shape of its `WebContainer`, so that a test can put a stand-in there.
 * Paths are relative to the container's working directory.
 */
export interface Container {
  /** Full path of the working directory, inside the container. */
  readonly workdir: string;
  readonly fs: ContainerFiles;
  /** Puts a binary snapshot below the working directory, or below `mountPoint`, which is there. The bytes are transferred. */
  mount(snapshot: Uint8Array, options?: { mountPoint?: string }): Promise<void>;
  spawn(command: string, args: string[], options?: ContainerSpawnOptions): Promise<ContainerProcess>;
  on(event: 'port', listener: (port: number, type: 'open' | 'close', url: string) => void): () => void;
  on(event: 'server-ready', listener: (port: number, url: string) => void): () => void;
  on(event: 'error', listener: (error: { message: string }) => void): () => void;
  /** Begins the end of the container; `ContainerClient.settle` waits for it. */
  teardown(): void;
}

/** The container's files. Failures are errors whose message begins with the errno; some have it as `code`. */
export interface ContainerFiles {
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  readdir(path: string): Promise<string[]>;
  rm(path: string, options?: { force?: boolean; recursive?: boolean }): Promise<void>;
  watch(path: string, options: { recursive?: boolean }, listener: ContainerWatchListener): { close(): void };
}

/** Hears of a change; the name is relative to what is watched. */
export type ContainerWatchListener = (event: 'rename' | 'change', name: string | Uint8Array) => void;

export interface ContainerSpawnOptions {
  terminal?: { cols: number; rows: number };
}

/** A process with a terminal: one stream in, one out. */
export interface ContainerProcess {
  readonly exit: Promise<number>;
  readonly input: WritableStream<string>;
  readonly output: ReadableStream<string>;
  kill(): void;
}

/** The vendor's client. */
export interface ContainerClient {
  /** Boots the page's one container. May never settle. */
  boot(options: { coep?: CrossOriginEmbedding; workdirName?: string }): Promise<Container>;
  /** Sets the key of all boots; only before the first. */
  configureKey(key: string): void;
  /** Waits until the last container is gone; after `limitMs` it is forgotten as it is, so that another can boot. */
  settle(limitMs: number): Promise<void>;
}

/** The page's own header, which the runtime's frame must match. */
export type CrossOriginEmbedding = 'require-corp' | 'credentialless' | 'none';
