import { ToolFault } from '@cloche/tools';
import type { CrossOriginEmbedding } from '@cloche/webcontainer';
import type { RemoteMachine } from './remote-machine.ts';

/** How WebContainer is used. */
export interface WebContainerSettings {
  /** Key of the vendor's for this site; localhost needs none. */
  readonly apiKey?: string;
  /** The page's own Cross-Origin-Embedder-Policy. Default `require-corp`. */
  readonly coep?: CrossOriginEmbedding;
  /** Longest wait for the runtime. Default 30,000. */
  readonly bootLimitMs?: number;
  /** When it is aborted before WebContainer runs, the wait ends: `auto` goes on with the offline machine. */
  readonly skip?: AbortSignal;
  /** Names, at any depth, of what is not stored. Default `node_modules` and the caches of build tools. */
  readonly notStored?: readonly string[];
}

/** Which machine runs. */
export type MachineChoice =
  | { readonly kind: 'offline' /** Why this machine and no other. */; readonly reason: string }
  | {
      readonly kind: 'webcontainer';
      readonly reason: string;
      readonly settings: WebContainerSettings;
      /** The offline machine does as well. */
      readonly mayBeOffline: boolean;
    }
  | { readonly kind: 'remote'; readonly reason: string; readonly machine: RemoteMachine };

/** What an app says of its machine. */
export interface MachineWish {
  readonly runtime?: 'auto' | 'webcontainer' | 'offline' | RemoteMachine;
  readonly webcontainer?: true | WebContainerSettings;
  readonly network?: 'none' | 'open';
}

const ASKED = 'the app asked for it';

/** Returns the machine that an app's options ask for. Throws a `ToolFault` (`machine_failed`) when they contradict. */
export function chooseMachine({ runtime = 'auto', webcontainer, network = 'open' }: MachineWish): MachineChoice {
  const settings = webcontainer === true || webcontainer === undefined ? {} : webcontainer;
  switch (runtime) {
    case 'offline':
      return { kind: 'offline', reason: ASKED };
    case 'auto':
      if (webcontainer === undefined) return { kind: 'offline', reason: 'the app does not use WebContainer' };
      if (network === 'none') return { kind: 'offline', reason: 'the app wants no network' };
      return { kind: 'webcontainer', reason: 'the app uses it, and it started', settings, mayBeOffline: true };
    case 'webcontainer':
      refuseNetwork(network, 'WebContainer');
      return { kind: 'webcontainer', reason: ASKED, settings, mayBeOffline: false };
    default:
      refuseNetwork(network, 'a remote machine');
      return { kind: 'remote', reason: ASKED, machine: runtime };
  }
}

function refuseNetwork(network: 'none' | 'open', machine: string): void {
  if (network === 'open') return;
  throw new ToolFault(
    'machine_failed',
    `${machine} has a network, and network: 'none' wants none; take runtime: 'offline'`,
  );
}
