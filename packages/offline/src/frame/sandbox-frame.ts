import { createDeferred } from '@cloche/system';
import type { AssetAnswer, BootMessage, FrameMessage, KernelEnvironment, LateAsset, WorkerKind } from './messages.ts';
import { watchFrame } from './watch-frame.ts';

/** How the sandbox frame gets its document. */
export type FrameSource =
  /** `srcdoc` where the page's policy permits inline script, which also starts offline; else the file. */
  | 'auto'
  | 'srcdoc'
  /** The file `sandbox-frame.html` among the assets, which must be served with the page's COEP. */
  | 'file';

/** What starting a sandbox takes. */
export interface SandboxOptions {
  /** Where the prebuilt files are; ends with a slash. */
  readonly assetsUrl: URL;
  readonly frame: FrameSource;
  readonly environment: KernelEnvironment;
  readonly signal: AbortSignal;
  /** Longest wait for the kernel. Default 15,000. */
  readonly startLimitMs?: number;
}

/** A running kernel in its frame. */
export interface Sandbox {
  /** The line to the kernel's tool host; to be transferred to the runner. */
  readonly port: MessagePort;
  readonly workerKind: WorkerKind;
  /** Shared memory is there, which programs with synchronous calls need. */
  readonly isIsolated: boolean;
  /** Where the frame's document came from. */
  readonly frame: 'srcdoc' | 'file';
  /** Resolves with the reason when the kernel has ended by itself. */
  readonly failed: Promise<string>;
  /** Removes the frame, which ends the kernel and everything in it. */
  dispose(): void;
}

const DEFAULT_START_LIMIT_MS = 15_000;

/**
 * Starts a kernel in a new opaque-origin frame of the page. Rejects with what stood in the way. In `auto`, a page whose
 * policy lets the inline frame run but not its workers gets the frame's file instead.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { assetsUrl, signal } = options;
  const boot = fetchBoot(options);
  boot.catch(() => undefined);
  if (options.frame === 'file' || (options.frame === 'auto' && !mayRunInlineScript())) {
    return startInFrame('file', boot, options);
  }
  const frameDocument = await (await fetchAsset(new URL('sandbox-frame.html', assetsUrl), signal)).text();
  try {
    return await startInFrame('srcdoc', boot, options, frameDocument);
  } catch (error) {
    if (options.frame === 'srcdoc' || signal.aborted) throw error;
    return startInFrame('file', boot, options);
  }
}

/** The frame loads while the kernel's source is still on its way. */
async function startInFrame(
  source: 'srcdoc' | 'file',
  boot: Promise<BootMessage>,
  options: SandboxOptions,
  frameDocument = '',
): Promise<Sandbox> {
  const frame = document.createElement('iframe');
  // Scripts and nothing else: the frame has an origin of its own, without storage, cookies or access to the page.
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('allow', 'cross-origin-isolated');
  frame.title = 'Cloche sandbox';
  frame.style.display = 'none';
  if (source === 'file') frame.src = new URL('sandbox-frame.html', options.assetsUrl).href;
  else frame.srcdoc = frameDocument;
  try {
    return await bootInFrame(frame, source, boot, options);
  } catch (error) {
    frame.remove();
    throw error;
  }
}

async function fetchBoot({ assetsUrl, signal, environment }: SandboxOptions): Promise<BootMessage> {
  const [kernel, commands] = await Promise.all([
    fetchAsset(new URL('kernel.js', assetsUrl), signal),
    fetchAsset(new URL('commands.js', assetsUrl), signal),
  ]);
  return { kind: 'boot', kernel, commands, environment };
}

function bootInFrame(
  frame: HTMLIFrameElement,
  source: 'srcdoc' | 'file',
  boot: Promise<BootMessage>,
  { assetsUrl, signal, startLimitMs = DEFAULT_START_LIMIT_MS }: SandboxOptions,
): Promise<Sandbox> {
  const started = createDeferred<Sandbox>();
  const failed = createDeferred<string>();
  const { port1, port2 } = new MessageChannel();
  let lastStep =
    'the sandbox frame did not load: the page must be allowed to frame it (frame-src) and its file must have the page’s COEP header';

  const onMessage = (event: MessageEvent<FrameMessage>): void => {
    if (event.source !== frame.contentWindow) return;
    switch (event.data.kind) {
      case 'frame_ready':
        lastStep = 'the kernel did not start in the sandbox frame';
        // The frame's origin is opaque, so it cannot be named; only this window gets the message.
        boot.then((message) => frame.contentWindow?.postMessage(message, '*', [port2]), fail);
        return;
      case 'kernel_started': {
        const { workerKind, isIsolated } = event.data;
        settle();
        watch = watchFrame(frame, (reason) => failed.resolve(reason));
        started.resolve({ port: port1, workerKind, isIsolated, frame: source, failed: failed.promise, dispose });
        return;
      }
      case 'kernel_failed':
        settle();
        started.reject(new Error(event.data.message));
        failed.resolve(event.data.message);
        return;
      case 'pong':
        watch?.answered();
        return;
      case 'asset_wanted':
        void fetchLateAsset(event.data.name, assetsUrl).then((answer) => frame.contentWindow?.postMessage(answer, '*'));
        return;
    }
  };
  let watch: ReturnType<typeof watchFrame> | undefined;
  const timer = setTimeout(() => fail(new Error(lastStep)), startLimitMs);
  const onAbort = (): void => fail(signal.reason);
  const settle = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  const fail = (reason: unknown): void => {
    settle();
    removeEventListener('message', onMessage);
    started.reject(reason);
  };
  const dispose = (): void => {
    watch?.stop();
    removeEventListener('message', onMessage);
    frame.remove();
  };

  addEventListener('message', onMessage);
  signal.addEventListener('abort', onAbort, { once: true });
  document.body.append(frame);
  return started.promise;
}

/** The files that the kernel may ask for, and no others: what runs in the frame cannot name a URL. */
const LATE_ASSETS: ReadonlyMap<string, string> = new Map([['jq', 'jq.worker.js']]);

/** Never rejects. */
async function fetchLateAsset(name: LateAsset, assetsUrl: URL): Promise<AssetAnswer> {
  const file = LATE_ASSETS.get(name);
  if (file === undefined) return { kind: 'asset_missing', name, message: 'there is no such asset' };
  try {
    return { kind: 'asset', name, source: await fetchAsset(new URL(file, assetsUrl)) };
  } catch (error) {
    return { kind: 'asset_missing', name, message: error instanceof Error ? error.message : String(error) };
  }
}

async function fetchAsset(url: URL, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) {
    throw new Error(
      `${url.pathname} answered ${response.status}: assetsUrl must be where Cloche's asset files are served`,
    );
  }
  return response.blob();
}

/** Says whether the page's Content-Security-Policy permits inline script, which `srcdoc` frames inherit. */
function mayRunInlineScript(): boolean {
  const mark = 'data-cloche-inline';
  const probe = document.createElement('script');
  probe.textContent = `document.currentScript.setAttribute('${mark}', '')`;
  document.head.append(probe);
  probe.remove();
  return probe.hasAttribute(mark);
}
