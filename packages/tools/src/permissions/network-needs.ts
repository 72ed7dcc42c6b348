import { ANY_HOST, targetOf } from '../web/web-access.ts';
import type { AnalyzedPart, CommandAnalysis } from './command-analyzer.ts';
import { readingOf } from './command-reading.ts';
import type { NetworkNeed } from './permission-needs.ts';
import { placeOf } from './place-rules.ts';

const TAKE_BARE_ADDRESSES: ReadonlySet<string> = new Set(['curl', 'wget']);
/** Commands whose words are names of machines, or hold them: `user@host:path`, `1:host:80`. */
const NAME_HOSTS: ReadonlySet<string> = new Set('ssh scp sftp rsync nc ncat netcat telnet ftp git'.split(' '));
const HTTPS_PORT = 443;
const PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  git: 9418,
  telnet: 23,
};
const SSH_PORT = 22;
const MAX_PIECES = 32;

/**
 * Returns the places that the words of a command line name, of commands that use the network; any place for a word that is
 * not known before it runs. A permission for the command covers them, but a rule about the place comes first. Of a command
 * that may use the network, and of words that may name a place in another way, they are possible places.
 */
export function networkNeedsOf(analysis: CommandAnalysis): NetworkNeed[] {
  const found = new Map<string, NetworkNeed>();
  const note = ({ host, port }: Place, isPossible: boolean): void => {
    const key = `${host}:${port}`;
    const before = found.get(key);
    if (before && before.isPossible !== true) return;
    found.set(key, { host, port, isImplied: true, ...(isPossible ? { isPossible } : {}) });
  };
  for (const part of analysis.parts) {
    for (const place of placesOf(part)) note(place, false);
    for (const place of possiblePlacesOf(part)) note(place, true);
  }
  return [...found.values()];
}

interface Place {
  readonly host: string;
  readonly port: number;
}

function placesOf(part: AnalyzedPart): Place[] {
  if (!readingOf(part).usesNetwork) return [];
  const name = part.command?.name ?? '';
  return part.words.slice(1).flatMap(({ value: fixed, start }) => {
    // Of `https://host/a?b=$c` the host is fixed.
    const value = fixed ?? (/^https?:\/\/[\w.:-]+\//i.test(start) ? start : undefined);
    // curl takes `{a,b}` and `[1-9]` in a host for several.
    const isSeveral = name === 'curl' && /^[^/]*(?:\/\/)?[^/]*(?:\{|\[(?![\da-f:.]+\]))/i.test(value ?? '');
    if (value === undefined || (isSeveral && !value.startsWith('-'))) return [{ host: ANY_HOST, port: HTTPS_PORT }];
    return placeOf(value.replace(/^--?[\w-]+=/, ''), TAKE_BARE_ADDRESSES.has(name)) ?? [];
  });
}

function possiblePlacesOf(part: AnalyzedPart): Place[] {
  const { usesNetwork, mayConnect, listsAddresses } = readingOf(part);
  const sockets = part.redirections.flatMap(({ path }) => {
    const [, host, port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(path ?? '') ?? [];
    return host === undefined ? [] : [{ host: host.toLowerCase(), port: Number(port) }];
  });
  if (!usesNetwork && !mayConnect) return sockets;
  const name = part.command?.name ?? '';
  const isHosts = NAME_HOSTS.has(name);
  const isBare = TAKE_BARE_ADDRESSES.has(name);
  const named = part.words.slice(1).flatMap(({ value }): (Place | undefined)[] => {
    if (value === undefined) return [];
    const bare = isBare ? [targetOf(`http://${value.replace(/^(?:https?:)?\/{0,3}/i, '')}`)] : [];
    return [...addressesIn(value), ...bare, ...hostsIn(value, isHosts ? [SSH_PORT] : [HTTPS_PORT, SSH_PORT])];
  });
  const elsewhere = listsAddresses ? [{ host: ANY_HOST, port: HTTPS_PORT }] : [];
  return [...sockets, ...elsewhere, ...named.filter((place) => place !== undefined)];
}

/** Returns the places of all addresses that a text holds. */
function addressesIn(text: string): (Place | undefined)[] {
  const found = text.matchAll(/([a-z][a-z\d+.-]*):\/\/([^\s"'`()<>\\]+)/gi);
  return Array.from(found, ([, scheme = '', rest = '']) => {
    const place = targetOf(`http://${rest}`);
    const isPlain = !/^[^/?#]*:\d+(?:[/?#]|$)/.test(rest);
    return place && isPlain ? { ...place, port: PORTS[scheme.toLowerCase()] ?? SSH_PORT } : place;
  });
}

/** Returns the pieces of a word that may be names of machines. */
function hostsIn(word: string, usualPorts: readonly number[]): Place[] {
  const pieces = word.split(/[\s@:,/=[\]"'();]/).slice(0, MAX_PIECES);
  const ports = pieces.filter((piece) => /^\d{1,5}$/.test(piece)).map(Number);
  return pieces
    .filter((piece) => /^[\w.-]*[a-z][\w.-]*$/i.test(piece) && !piece.startsWith('-'))
    .flatMap((piece) =>
      [...usualPorts, ...ports].map((port) => ({ host: piece.toLowerCase().replace(/\.$/, ''), port })),
    );
}
