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

/** From the sandbox frame to the page. */
export type FrameMessage =
  /** The frame's script runs. */
  | { readonly kind: 'frame_ready' }
  | { readonly kind: 'pong' }
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
