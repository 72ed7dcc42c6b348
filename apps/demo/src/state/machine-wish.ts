import type { OpenWorkspaceOptions } from 'cloche';

/** Which machine the visitor wants. Each has a page of its own, since each needs another Content-Security-Policy. */
export type MachineWish = 'offline' | 'webcontainer';

const WEBCONTAINER_PAGE = 'webcontainer.html';
const KEY = 'cloche-demo:webcontainer-key';

/** Returns the machine of this page. */
export function machineOfPage(): MachineWish {
  return location.pathname.endsWith(`/${WEBCONTAINER_PAGE}`) ? 'webcontainer' : 'offline';
}

/** Returns the address of the page with a machine; the workspace and its sessions are the same. */
export function pageWith(wish: MachineWish): string {
  const url = new URL(wish === 'webcontainer' ? WEBCONTAINER_PAGE : './', location.href);
  url.search = location.search;
  return url.href;
}

/** Returns the key that the vendor gave for this site; localhost needs none. */
export function keyOfSite(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** Keeps the key in this browser; an empty one is forgotten. */
export function keepKey(key: string): void {
  if (key === '') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, key);
}

/** Returns what `openWorkspace` is told of the machine. */
export function machineOptions(skip: AbortSignal): Pick<OpenWorkspaceOptions, 'runtime' | 'webcontainer'> {
  if (machineOfPage() === 'offline') return { runtime: 'offline' };
  const apiKey = keyOfSite();
  return { runtime: 'auto', webcontainer: { skip, ...(apiKey === '' ? {} : { apiKey }) } };
}
