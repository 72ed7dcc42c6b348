import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { ContainerEvent } from './container-events.ts';
import { writeProgram } from './programs.ts';
import type { ScratchFolder } from './scratch-folder.ts';

/** What the programs of a container tell its runtime. */
export interface ReportTarget {
  emit(event: ContainerEvent, ...args: readonly unknown[]): void;
  crash(): void;
}

/** A program that reports by being run; the rest is what its arguments mean. */
const REPORTS: Readonly<Record<string, (target: ReportTarget, args: readonly string[]) => void>> = {
  'xdg-open': (target, args) => target.emit('xdg-open', args[0] ?? ''),
  code: (target, args) => {
    const isDiff = args.includes('-d') || args.includes('--diff');
    const files = args.filter((argument) => !argument.startsWith('-')).map(readLocation);
    target.emit('code', isDiff ? 'diff' : 'open', { files });
  },
  /** For tests: `stand-in-emit EVENT ARGUMENTS`, these as a JSON list. */
  'stand-in-emit': (target, [event = '', args = '[]']) => {
    const given: unknown = JSON.parse(args);
    if (isEvent(event) && Array.isArray(given)) target.emit(event, ...given);
  },
  /** For tests: the runtime dies. */
  'stand-in-crash': (target) => target.crash(),
};

const EVENTS: readonly ContainerEvent[] = ['port', 'server-ready', 'error', 'preview-message', 'xdg-open', 'code'];

/** Installs the programs and listens to them; resolves when they can be run. */
export async function listenToReports(folder: ScratchFolder, target: ReportTarget): Promise<{ close(): void }> {
  const socketPath = join(folder.root, 'reports.sock');
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => {
      report(target, text);
      socket.end();
    });
  });
  await listen(server, socketPath);
  for (const name of Object.keys(REPORTS)) writeProgram(folder, name, reporterScript(name, socketPath));
  return { close: () => server.close() };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

function report(target: ReportTarget, text: string): void {
  const message: unknown = JSON.parse(text);
  if (!Array.isArray(message)) return;
  const [name, ...args] = message.map(String);
  REPORTS[name ?? '']?.(target, args);
}

/** The program ends when what it reported has been heard by all. */
function reporterScript(name: string, socketPath: string): string {
  return `#!${process.execPath}
const socket = require('node:net').connect(${JSON.stringify(socketPath)});
socket.end(JSON.stringify([${JSON.stringify(name)}, ...process.argv.slice(2)]));
socket.resume();
`;
}

/** Takes `file:line:column` apart. */
function readLocation(text: string): { filepath: string; line?: number; column?: number } {
  const match = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(text);
  const [, filepath = text, line, column] = match ?? [];
  return { filepath, ...(line ? { line: Number(line) } : {}), ...(column ? { column: Number(column) } : {}) };
}

function isEvent(name: string): name is ContainerEvent {
  return EVENTS.some((event) => event === name);
}
