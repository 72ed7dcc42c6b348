import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request as the server got it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A web server for stories about fetching: pages that permit other origins, and some that do not. */
export interface WebServer {
  readonly host: string;
  readonly origin: string;
  /** The same server under another name, which is another host to a browser. */
  readonly otherOrigin: string;
  readonly seen: SeenRequest[];
  /** Bytes of `/huge` that were handed to the network, and whether its reader went away before the end. */
  readonly huge: { bytes: number; isLeft: boolean };
  /** Connections of `/slow` that the other side has closed. */
  readonly slow: { asked: number; left: number };
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>Docs</title><script>fetch("/api/users")</script><style>p{color:red}</style>
<h1>The docs</h1><p>Read <b>this</b> &amp; <a href="/next">that</a>.</p><!-- hidden -->`;
const HUGE_BYTES = 52_428_800;

/** Starts the server on a free port of this machine. */
export async function startWebServer(): Promise<WebServer> {
  const seen: SeenRequest[] = [];
  const huge = { bytes: 0, isLeft: false };
  const slow = { asked: 0, left: 0 };
  let otherOrigin = '';
  const routes: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/page': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE),
    '/text': (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('plain text\n'),
    '/image': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.alloc(2000, 1)),
    '/here': (response) => response.writeHead(302, { Location: '/page' }).end(),
    '/away': (response) => response.writeHead(302, { Location: `${otherOrigin}/page` }).end(),
    '/loop': (response) => response.writeHead(302, { Location: '/loop' }).end(),
    '/search': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('["One","Two"]'),
    '/slow'(response) {
      slow.asked++;
      response.on('close', () => slow.left++);
    },
    '/huge'(response) {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.on('close', () => {
        huge.isLeft = huge.bytes < HUGE_BYTES;
      });
      sendHuge(response, huge);
    },
  };
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    seen.push({ path, headers: request.headers });
    if (path !== '/closed') {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
    }
    const answer = routes[path];
    if (answer) answer(response);
    else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing here\n');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  otherOrigin = `http://sub.localhost:${address.port}`;
  return {
    host: `localhost:${address.port}`,
    origin: `http://localhost:${address.port}`,
    otherOrigin,
    seen,
    huge,
    slow,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Sends as fast as it is taken. */
function sendHuge(response: ServerResponse, huge: { bytes: number }): void {
  const piece = Buffer.from('<p>word</p>\n'.repeat(5000));
  while (huge.bytes < HUGE_BYTES) {
    if (response.destroyed) return;
    huge.bytes += piece.length;
    if (!response.write(piece)) {
      response.once('drain', () => sendHuge(response, huge));
      return;
    }
  }
  response.end();
}
