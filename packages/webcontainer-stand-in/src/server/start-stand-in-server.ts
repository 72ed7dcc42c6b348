import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { PLAIN, type StandInOptions } from '../options.ts';
import type { ContainerState } from '../runtime/open-container.ts';
import { type Connection, type ConnectionCounts, serveConnection } from './serve-connection.ts';

/** A server of runtimes for the stock client: pages set `WEBCONTAINER_API_IFRAME_URL` to its origin before their first boot. */
export interface StandInServer {
  readonly origin: string;
  /** Queries with which the runtime's page was asked for, oldest first. */
  readonly requests: readonly URLSearchParams[];
  /** Runtimes that have started and are not torn down, oldest first. */
  runtimes(): ContainerState[];
  /** Every runtime that ever started. */
  started(): ContainerState[];
  /** What is there of all pages; all are 0 when no page has a runtime. */
  counts(): ConnectionCounts & { readonly connections: number };
  /** Ends every runtime. Resolves when nothing is left of them. */
  close(): Promise<void>;
}

/** What a server serves. */
export interface StandInServerOptions {
  /** The script of the runtime's page, bundled. */
  readonly pageScript: string;
  readonly options?: Partial<StandInOptions>;
}

/** Starts a server on a free port of this machine. */
export async function startStandInServer({ pageScript, options = {} }: StandInServerOptions): Promise<StandInServer> {
  const all: StandInOptions = { ...PLAIN, ...options };
  const requests: URLSearchParams[] = [];
  const connections = new Set<Connection>();
  const started: ContainerState[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = urlOf(request);
    if (pathname === '/headless') requests.push(searchParams);
    answer(response, pathname, searchParams, all, pageScript);
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 2 ** 30 });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = serveConnection(opened, all, (state) => started.push(state));
      connections.add(connection);
      opened.on('close', () => void connection.dispose().then(() => connections.delete(connection)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sum = (key: keyof ConnectionCounts): number =>
    [...connections].reduce((total, connection) => total + connection.counts()[key], 0);
  return {
    origin: `http://localhost:${port}`,
    requests,
    runtimes: () => started.filter(({ isTornDown }) => !isTornDown),
    started: () => [...started],
    counts: () => ({
      connections: connections.size,
      runtimes: sum('runtimes'),
      ports: sum('ports'),
      processes: sum('processes'),
      watchers: sum('watchers'),
      listeners: sum('listeners'),
    }),
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await Promise.all([...connections].map((connection) => connection.dispose()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>runtime</title><script type="module" src="/headless.js"></script>';

function answer(
  response: ServerResponse,
  pathname: string,
  query: URLSearchParams,
  { boot = {} }: StandInOptions,
  pageScript: string,
): void {
  const { isBlocked = false, apiKeys, hangs } = boot;
  const hasKey = !apiKeys || apiKeys.includes(query.get('client_id') ?? '');
  const headers = headersFor(query.get('coep'));
  if (pathname === '/headless' && !isBlocked && hasKey) {
    response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(hangs === 'page' ? '' : PAGE);
  } else if (pathname === '/headless.js') {
    response.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' }).end(pageScript);
  } else {
    response.writeHead(404, headers).end('not found');
  }
}

/** A page of another origin may frame this one only with the embedder policy that it has itself. */
function headersFor(coep: string | null): Record<string, string> {
  return {
    'Cross-Origin-Embedder-Policy': coep === 'credentialless' ? coep : 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'none'",
    'Cache-Control': 'no-store',
  };
}

function urlOf({ url = '/' }: IncomingMessage): URL {
  return new URL(url, 'http://localhost');
}
