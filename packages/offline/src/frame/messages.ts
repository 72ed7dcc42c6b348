/** From the page to the sandbox frame. */
export interface BootMessage {
  readonly kind: 'boot';
  /** The kernel, a classic script. A blob crosses to the frame's process without its bytes being copied twice. */
  readonly kernel: Blob;
  /** The commands, a classic script that the kernel evaluates. */
  readonly commands: Blob;
  readonly environment: KernelEnvironment;
}

/** From the page to the sandbox frame, now and then: the frame's own thread, which never works, answers at once. */
export interface PingMessage {
  readonly kind: 'ping';
}

/** What the kernel may ask the page to fetch when it is first used. */
export type LateAsset = 'jq';

/** From the kernel, through the frame, to the page: an asset is needed. */
export interface AssetRequest {
  readonly kind: 'asset_wanted';
  readonly name: LateAsset;
}

/** From the page, through the frame, to the kernel. */
export type AssetAnswer =
  | { readonly kind: 'asset'; readonly name: LateAsset; readonly source: Blob }
  | { readonly kind: 'asset_missing'; readonly name: LateAsset; readonly message: string };

/** From the sandbox frame to the page. */
export type FrameMessage =
  /** The frame's script runs. */
  | { readonly kind: 'frame_ready' }
  | { readonly kind: 'pong' }
  | AssetRequest
  /** The kernel runs and has its port. */
  | { readonly kind: 'kernel_started'; readonly workerKind: WorkerKind; readonly isIsolated: boolean }
  /** The kernel could not start, or ended by an error. */
  | { readonly kind: 'kernel_failed'; readonly message: string };

/** How classic workers are made in the frame: `data` where `blob` workers fail (WebKit under require-corp). */
export type WorkerKind = 'blob' | 'data';

/** From the frame to the kernel worker, once. The tool host's port is transferred with it. */
export interface StartMessage {
  readonly kind: 'start';
  readonly commands: Blob;
  readonly workerKind: WorkerKind;
  readonly environment: KernelEnvironment;
}

/** From the kernel worker to the frame: its script runs. */
export interface UpMessage {
  readonly kind: 'up';
  readonly isIsolated: boolean;
}

/** What the kernel is told about where it runs. */
export interface KernelEnvironment {
  /** Bytes of files before `ENOSPC`. */
  readonly maxFileBytes: number;
  /** IANA name of the time zone. */
  readonly timeZone: string;
}
