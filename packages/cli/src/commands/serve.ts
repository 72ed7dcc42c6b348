import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { composeToolHost, type HostRequest } from '../compose.ts';
import { type MessageLine, serveLine } from '../serve/serve-line.ts';
import { createStdioLine } from '../serve/stdio-line.ts';
import { listenForWebSockets } from '../serve/web-socket-server.ts';
import type { CliCommand } from './command.ts';

const HELP = `Usage: cloche serve [--root DIR] [--host NAME] [--port N] [--token TEXT] [--trust]
       cloche serve --stdio [--root DIR] [--trust]

Serves this machine's files and programs to a page, whose tools then run here:

  openWorkspace({ name, assetsUrl, runtime: { remote: 'ws://127.0.0.1:PORT', token: 'TOKEN' } })

The page's rules and approvals decide what runs; whoever has the token decides on the page. The file tools stay inside the
root, and bash gets only harmless variables.

  --root DIR    the workspace; the current directory if not given
  --host NAME   the address to listen on; 127.0.0.1 if not given, which only this machine reaches
  --port N      the port; any free one if not given
  --token TEXT  what a page must know; made up and printed if not given. CLOCHE_TOKEN in the environment does as well
  --stdio       serves over standard input and output instead, each message led by its length
  --trust       files anywhere, with your whole environment
`;

const STATUS_USAGE = 2;
const TOKEN_BYTES = 24;
const MIN_TOKEN_UNITS = 16;

interface ServeRequest extends HostRequest {
  readonly isStdio: boolean;
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** `cloche serve`: this machine for a page. */
export const serveCommand: CliCommand = {
  summary: 'let a page run its tools on this machine',
  help: HELP,
  async run(args) {
    const request = parseRequest(args);
    if (typeof request === 'string') {
      process.stderr.write(`cloche serve: ${request}; 'cloche serve --help' says more\n`);
      return STATUS_USAGE;
    }
    // Each line has a host, and so shells, of its own.
    const serve = (line: MessageLine): void => {
      const { host, workdir } = composeToolHost(request);
      serveLine(line, { host, root: workdir });
    };
    if (request.isStdio) {
      const line = createStdioLine(process.stdin, process.stdout);
      const closed = new Promise<void>((done) => {
        serve({ ...line, onClose: (listener) => line.onClose(() => (listener(), done())) });
      });
      await closed;
      return 0;
    }
    const server = await listenForWebSockets({ ...request, onLine: serve });
    process.stdout.write(`${JSON.stringify({ url: server.url, token: request.token, root: request.root })}\n`);
    await new Promise((done) => {
      process.once('SIGINT', done);
      process.once('SIGTERM', done);
    });
    await server.close();
    return 0;
  },
};

function parseRequest(args: readonly string[]): ServeRequest | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        root: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        token: { type: 'string' },
        stdio: { type: 'boolean' },
        trust: { type: 'boolean' },
      },
    });
    const root = resolve(values.root ?? '.');
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return `--root ${root}: not a directory`;
    const port = Number(values.port ?? '0');
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return `--port ${values.port}: a number from 0 to 65535`;
    const token = values.token ?? process.env['CLOCHE_TOKEN'] ?? randomBytes(TOKEN_BYTES).toString('base64url');
    if (token.length < MIN_TOKEN_UNITS) return `--token: at least ${MIN_TOKEN_UNITS} characters, or others guess it`;
    const { host = '127.0.0.1', stdio: isStdio = false, trust: isTrusted = false } = values;
    return { root, host, port, token, isStdio, isTrusted };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
