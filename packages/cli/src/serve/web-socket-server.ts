import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_MESSAGE_BYTES } from '@cloche/tools';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MessageLine } from './serve-line.ts';

/** Name of the subprotocol; the token is offered as another one, `token.` and its base64url. */
const PROTOCOL = 'cloche.1';
const TOKEN_PREFIX = 'token.';

/** Where a server listens. */
export interface WebSocketServerOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Without it nobody gets in. */
  readonly token: string;
  readonly onLine: (line: MessageLine) => void;
}

/** A server that listens. */
export interface ListeningServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens for WebSockets whose client offers the token. A page of any origin may connect, but only with the token, which no
 * other page knows. Rejects when the address cannot be had.
 */
export async function listenForWebSockets({
  host,
  port,
  token,
  onLine,
}: WebSocketServerOptions): Promise<ListeningServer> {
  const server = createServer((_, response) => {
    response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket' });
    response.end('This is a Cloche machine: connect with a WebSocket.\n');
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => PROTOCOL,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!hasToken(request, token)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => onLine(lineOf(opened)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(PROTOCOL)) return false;
  const given = offered.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length) ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(Buffer.from(token).toString('base64url')));
}

function lineOf(socket: WebSocket): MessageLine {
  return {
    send: (message) => socket.send(message),
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        if (!isBinary || !(data instanceof Buffer)) {
          socket.close(1003, 'messages are binary');
          return;
        }
        listener(data);
      });
    },
    onClose(listener) {
      socket.on('close', listener);
      // What is wrong with a socket closes it.
      socket.on('error', () => undefined);
    },
    close: (reason) => socket.close(1002, reason.slice(0, 100)),
  };
}
