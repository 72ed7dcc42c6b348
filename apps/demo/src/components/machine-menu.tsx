import type { VNode } from 'preact';
import type { Demo } from '../state/demo.ts';
import { describeMachine, nameMachine } from '../state/describe-status.ts';
import { machineOfPage, pageWith } from '../state/machine-wish.ts';
import { SiteKeyField } from './site-key-field.tsx';

/** Which machine runs and why, what the other one adds, and the way to it. */
export function MachineMenu({ demo }: { demo: Demo }): VNode {
  const state = demo.machine.value;
  const tone = demo.isRefused.value ? 'bad' : TONES[state.kind];
  const isWaiting = machineOfPage() === 'webcontainer' && state.kind === 'starting' && state.progress !== undefined;
  return (
    <details class="menu machine">
      <summary>
        Machine <b data-tone={tone}>{nameMachine(demo)}</b>
      </summary>
      <div class="menu-body">
        <p class="facts" role="status">
          {describeMachine(demo)}
        </p>
        {isWaiting ? (
          <button type="button" onClick={() => demo.goOffline()}>
            Go offline now
          </button>
        ) : null}
        <ServerList demo={demo} />
        {machineOfPage() === 'offline' ? <WayToWebContainer /> : <WayBack />}
      </div>
    </details>
  );
}

const TONES = { starting: 'note', running: 'good', lost: 'bad' } as const;

function ServerList({ demo }: { demo: Demo }): VNode | null {
  const servers = demo.servers.value;
  if (servers.length === 0) return null;
  return (
    <>
      <h3>Servers in the machine</h3>
      <ul>
        {servers.map(({ port, url }) => (
          <li key={port}>
            <a href={url} target="_blank" rel="noreferrer">
              Port {port}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function WayToWebContainer(): VNode {
  return (
    <>
      <p class="facts">
        WebContainer, StackBlitz’s runtime, adds a real Node, npm, a network and server previews; it needs this page’s
        isolation headers, the vendor’s servers, off localhost a key of theirs, and for commercial use{' '}
        <a href="https://webcontainers.io/enterprise" target="_blank" rel="noreferrer">
          their licence
        </a>
        .
      </p>
      <SiteKeyField />
      <a href={pageWith('webcontainer')}>Open this workspace in WebContainer</a>
    </>
  );
}

function WayBack(): VNode {
  return <a href={pageWith('offline')}>Open this workspace in the offline machine</a>;
}
