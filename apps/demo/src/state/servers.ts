import type { WorkspaceEvent } from 'cloche';

/** Addresses of servers in the machine, by port. */
export type Servers = ReadonlyMap<number, string>;

/** Returns the servers after an event; the same ones when it says nothing about them. A new machine has none. */
export function applyToServers(servers: Servers, event: WorkspaceEvent): Servers {
  if (event.kind === 'machine') return servers.size === 0 || event.state.kind === 'running' ? servers : new Map();
  if (event.kind !== 'preview' || event.event.kind === 'runtime_error') return servers;
  const { port, url } = event.event;
  const others = [...servers].filter(([known]) => known !== port);
  const isGone = event.event.kind === 'port' && event.event.state === 'close';
  return new Map(isGone ? others : [...others, [port, url]]);
}
