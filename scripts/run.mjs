import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command with the workspace's own tools on PATH, its output shown as it comes. Rejects when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 */
export function run(command, args, { env = {}, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH, ...env },
      shell: process.platform === 'win32',
      stdio: ['ignore', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        process.stdout.write(text);
        onOutput?.(text);
      });
    }
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${command} ${args.join(' ')} failed (${code})`)),
    );
  });
}

/** Returns what to tell a person about something that was thrown. */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
