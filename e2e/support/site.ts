import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFrameDocument } from '@cloche/offline';
import { assetsFolder, bundle } from '../../build/assets.mjs';

/** How a page of the test site is served. */
export type PageKind =
  /** Cross-origin isolated, without a policy of its own. */
  | 'isolated'
  /** Without any header. */
  | 'plain'
  /** Isolated, under `script-src 'self'`. */
  | 'strict'
  /** Isolated, with the test kernel whose `probe` program starts a worker as program workers are started. */
  | 'probe'
  /** As `probe`, with the sandbox frame's policy left out. */
  | 'probe-without-policy';

/** A web server with pages that have the client in `window.cloche`. */
export interface Site {
  readonly origin: string;
  url(kind: PageKind): string;
  /** Paths that were asked for below `/trap/`, by anyone, since the last call. */
  takeTrapped(): string[];
  close(): Promise<void>;
}

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'";

const PAGE_HEADERS: Readonly<Record<PageKind, Readonly<Record<string, string>>>> = {
  isolated: ISOLATION,
  plain: {},
  strict: { ...ISOLATION, 'Content-Security-Policy': STRICT_POLICY },
  probe: { ...ISOLATION, 'Content-Security-Policy': "frame-src 'self'" },
  'probe-without-policy': ISOLATION,
};

/** Starts a site on a free port of this machine. Every request is to and from this machine. */
export async function startSite(): Promise<Site> {
  const files = await buildFiles();
  const trapped: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/trap/')) {
      trapped.push(path.slice('/trap/'.length));
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }).end('0');
      return;
    }
    const kind = path.split('/')[1] ?? '';
    const file = files.get(path) ?? files.get(path.replace(/^\/[^/]+/, ''));
    if (!file) {
      response.writeHead(404).end('not found');
      return;
    }
    const isPage = path.endsWith('/');
    const headers = isPage ? headersOf(kind) : withoutPolicy(headersOf(refererKind(request) ?? kind));
    response.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache', ...headers }).end(file.bytes);
  });
  server.on('upgrade', (request, socket) => {
    trapped.push(`upgrade${request.url ?? ''}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${portOf(server)}`;
  return {
    origin,
    url: (kind) => `${origin}/${kind}/`,
    takeTrapped: () => trapped.splice(0),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface ServedFile {
  readonly type: string;
  readonly bytes: Uint8Array | string;
}

async function buildFiles(): Promise<ReadonlyMap<string, ServedFile>> {
  const script = (bytes: Uint8Array | string): ServedFile => ({ type: 'text/javascript', bytes });
  const files = new Map<string, ServedFile>([
    [
      '/',
      {
        type: 'text/html',
        bytes:
          '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="client.js"></script><body></body>',
      },
    ],
    ['/client.js', script(await bundle({ entry: new URL('../pages/client.js', import.meta.url).href, format: 'esm' }))],
  ]);
  for (const name of ['webcontainer.js', 'machine-suite.js']) {
    const entry = new URL(`../pages/${name}`, import.meta.url).href;
    files.set(`/${name}`, script(await bundle({ entry, format: 'esm' })));
  }
  files.set('/cloche.js', script(await bundle({ entry: 'cloche/dist/index.js', format: 'esm' })));
  for (const name of readdirSync(assetsFolder)) {
    const type = name.endsWith('.html') ? 'text/html' : 'text/javascript';
    files.set(`/assets/${name}`, { type, bytes: readFileSync(`${assetsFolder}/${name}`) });
  }
  const kernel = await bundle({
    entry: new URL('../pages/probe-kernel.worker.js', import.meta.url).href,
    format: 'iife',
  });
  const bootstrap = await bundle({ entry: 'offline/dist/frame/bootstrap.js', format: 'iife' });
  for (const kind of ['probe', 'probe-without-policy'] as const) {
    files.set(`/${kind}/assets/kernel.js`, script(kernel));
  }
  files.set('/probe-without-policy/assets/sandbox-frame.html', {
    type: 'text/html',
    bytes: createFrameDocument(bootstrap, ''),
  });
  return files;
}

function headersOf(kind: string): Readonly<Record<string, string>> {
  return Object.entries(PAGE_HEADERS).find(([name]) => name === kind)?.[1] ?? {};
}

/** The frame's file gets the page's COEP, and a policy only of its own. */
function withoutPolicy(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'Content-Security-Policy': _, ...others } = headers;
  return others;
}

function refererKind({ headers }: IncomingMessage): string | undefined {
  return headers.referer === undefined ? undefined : new URL(headers.referer).pathname.split('/')[1];
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
