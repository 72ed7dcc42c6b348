import { parentPort } from 'node:worker_threads';
import { serveQueryEngine } from '@cloche/node-machine';
import { serveGuest } from './serve-guest.ts';

/** Keys that a damaged line could seem to press. */
const KEY_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const;

/**
 * Runs the guest, or in a worker of its own a part of it. On a Node older than `oldest` it says so and ends.
 */
export function runGuest(oldest: number): void {
  if (parentPort) {
    serveQueryEngine(parentPort);
  } else if (Number.parseInt(process.versions.node, 10) < oldest) {
    process.stderr.write(`guest: this is Node ${process.versions.node}; it takes ${oldest} or later\n`);
    process.exitCode = 1;
  } else {
    for (const signal of KEY_SIGNALS) process.on(signal, () => undefined);
    serveGuest({
      file: process.argv[1] ?? '',
      stdin: process.stdin,
      stdout: process.stdout,
      environment: process.env,
      exit(reason) {
        process.stderr.write(`guest: ${reason}\n`);
        process.exit(1);
      },
    });
  }
}
