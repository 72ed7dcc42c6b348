import { BootError } from './boot-error.ts';
import type { Container, ContainerClient, CrossOriginEmbedding } from './container.ts';
import type { HostPlatform } from './host-platform.ts';
import { within } from './within.ts';

/** How a container boots. */
export interface ContainerBoot {
  readonly client: ContainerClient;
  readonly platform: HostPlatform;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly apiKey?: string;
  readonly coep?: CrossOriginEmbedding;
  readonly workdirName?: string;
}

/** How long the last container may take to go. */
const TEARDOWN_LIMIT_MS = 2000;

/**
 * Boots the page's container. Rejects with a `BootError` or with `signal.reason`; what boots later than that is torn down.
 */
export async function bootContainer(boot: ContainerBoot): Promise<Container> {
  const { client, platform, limitMs, signal, coep, workdirName } = boot;
  if (!platform.isIsolated && coep !== 'none') {
    throw new BootError(
      'not_isolated',
      'WebContainer needs a page with cross-origin isolation: serve it with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp',
    );
  }
  if (!platform.isOnline) {
    throw new BootError(
      'no_network',
      'WebContainer loads from its servers, and there is no network; take the offline machine',
    );
  }
  if (boot.apiKey !== undefined) configureKey(client, boot.apiKey);
  await client.settle(TEARDOWN_LIMIT_MS);
  signal.throwIfAborted();
  const booting = client.boot({ ...(coep ? { coep } : {}), ...(workdirName ? { workdirName } : {}) });
  const late = (): BootError =>
    new BootError(
      'no_answer',
      `WebContainer did not answer in ${limitMs / 1000} seconds. Its frame may be blocked (frame-src of the page's policy, third-party cookies), the API key may not be for this site, or the network is slow. To try again, reload the page`,
    );
  try {
    return await within(booting, { after: platform.after, limitMs, signal, late });
  } catch (error) {
    booting.then(
      (container) => container.teardown(),
      () => undefined,
    );
    throw describeFailure(error, signal);
  }
}

/** The key is set once a page; the client refuses it after the first boot, when it is set already. */
function configureKey(client: ContainerClient, key: string): void {
  try {
    client.configureKey(key);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('before'))) throw error;
  }
}

function describeFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof BootError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('single WebContainer instance')) {
    return new BootError(
      'webcontainer_busy',
      'this page has a WebContainer already, and there can be only one: close the other workspace, or take the offline machine',
      { cause: error },
    );
  }
  return new BootError('boot_failed', `WebContainer did not boot: ${message}`, { cause: error });
}
