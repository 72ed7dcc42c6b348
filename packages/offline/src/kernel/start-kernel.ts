import { channelOfPort, createAppNetwork, serveToolHost } from '@cloche/tools';
import type { AssetAnswer, AssetRequest, StartMessage, UpMessage } from '../frame/messages.ts';
import { createAssetLoader } from './asset-loader.ts';
import type { ComposeKernel } from './compose.ts';
import { createContentHash } from './content-hash.ts';

/** The part of a worker's global scope that the kernel uses. */
interface KernelScope {
  onmessage: ((event: MessageEvent<StartMessage>) => void) | null;
  addEventListener(type: 'message', listener: (event: MessageEvent<AssetAnswer>) => void): void;
  postMessage(message: UpMessage | AssetRequest): void;
  reportError(error: unknown): void;
  readonly crossOriginIsolated: boolean;
}

declare const self: KernelScope;

/** Tells the frame that the script runs, and serves the tool host over the port that comes with the start message. */
export function startKernel(compose: ComposeKernel): void {
  shadowStorage();
  self.onmessage = ({ data, ports }) => {
    const port = ports[0];
    if (!port) return;
    self.onmessage = null;
    // What fails here is an error of the worker, which the frame reports.
    serve(compose, data, port).catch((error: unknown) => self.reportError(error));
  };
  self.postMessage({ kind: 'up', isIsolated: self.crossOriginIsolated });
}

async function serve(compose: ComposeKernel, start: StartMessage, port: MessagePort): Promise<void> {
  const { workerKind, environment } = start;
  const loadAsset = createAssetLoader({
    ask: (request) => self.postMessage(request),
    listen: (onAnswer) => self.addEventListener('message', ({ data }) => onAnswer(data)),
  });
  const [commandsSource, hash] = await Promise.all([start.commands.text(), createContentHash()]);
  const network = createAppNetwork();
  const fetch = network.provider;
  const { host, journal } = compose({ workerKind, environment, commandsSource, loadAsset, hash, fetch });
  const served = serveToolHost(host, channelOfPort(port));
  network.connect(served.askApp);
  journal.onChange(() => served.filesChanged());
}

/** In Firefox some of its methods end a script of an opaque origin without an exception. */
function shadowStorage(): void {
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: false });
}
