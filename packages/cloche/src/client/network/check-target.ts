import { type NetworkTarget, targetOf } from '@cloche/tools';
import ipaddr from 'ipaddr.js';

/** What decides which hosts may be reached. */
export interface TargetPolicy {
  readonly allowedHosts?: readonly string[];
  readonly privateHosts?: readonly string[];
  /** Origin of the page, which is not reached either: its cookies and its powers are not the model's. */
  readonly ownOrigin: string;
}

/** Names that lead to this computer or into its network. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|home\.arpa)$/;

/** Returns why a URL must not be fetched, as a sentence for the model; `undefined` when it may be. */
export function refuseUrl(url: string, policy: TargetPolicy): string | undefined {
  const target = targetOf(url);
  if (!target) return 'only http and https URLs are fetched';
  const { username, password, origin } = new URL(url);
  if (username !== '' || password !== '') return 'the URL holds a user name or a password: leave them out of it';
  const { host, port } = target;
  const { allowedHosts, privateHosts = [], ownOrigin } = policy;
  if (allowedHosts && !allowedHosts.some((pattern) => coversHost(pattern, target)))
    return `${host}:${port} is not among the hosts that the app allows`;
  if (privateHosts.some((pattern) => coversHost(pattern, target))) return undefined;
  if (origin === ownOrigin) return `${host}:${port} is the app's own page, which tools do not fetch`;
  return isPrivate(host) ? `${host} is this computer or in a private network, which tools do not fetch` : undefined;
}

/** Returns whether a pattern such as `*.example.com:8080` is about a place. */
function coversHost(pattern: string, { host, port }: NetworkTarget): boolean {
  const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? [];
  if (onlyPort !== undefined && Number(onlyPort) !== port) return false;
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
}

/** Addresses in other spellings, such as decimal ones, were made plain by the URL's own parser. */
function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() !== 'unicast';
  return !host.includes('.') || PRIVATE_NAME.test(host);
}
