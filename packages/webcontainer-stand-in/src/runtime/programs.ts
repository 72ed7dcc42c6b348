import { accessSync, constants, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ScratchFolder } from './scratch-folder.ts';

/** What the real runtime has on its PATH, of what a host may have too. The rest, as grep, sed or git, it has not. */
export const CONTAINER_COMMANDS: readonly string[] = (
  'cat chmod cp echo env false getconf head hostname kill ln ls mkdir mv ps pwd rm rmdir sort tail touch true uptime ' +
  'which xxd clear curl jq python3 node npm npx sh'
).split(' ');

/** The container's `node`: this one, or the one that the environment names, to try the guest on another version. */
export const CONTAINER_NODE: string = process.env['CLOCHE_CONTAINER_NODE'] ?? process.execPath;

/** The shell of the real runtime; the one here is the host's. */
export const SHELL_NAME = 'jsh';

/** Puts programs into the container and returns the PATH for what runs in it. */
export function installPrograms(folder: ScratchFolder, hasFewCommands: boolean): string {
  lend(folder, SHELL_NAME, '/bin/sh');
  const hostPath = process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  if (CONTAINER_NODE !== process.execPath) lend(folder, 'node', CONTAINER_NODE);
  if (!hasFewCommands) return `${folder.programs}:${hostPath}`;
  for (const name of CONTAINER_COMMANDS) {
    const path = name === 'node' ? CONTAINER_NODE : findProgram(name, hostPath, '/');
    if (path) lend(folder, name, path);
  }
  return folder.programs;
}

/** Makes a program of the host one of the container. No link: what is written to the container's file stays in it. */
function lend(folder: ScratchFolder, name: string, path: string): void {
  writeProgram(folder, name, `#!/bin/sh\nexec '${path}' "$@"\n`);
}

/** Writes a program of the container's own, also in the place of another one. */
export function writeProgram(folder: ScratchFolder, name: string, text: string): void {
  const path = join(folder.programs, name);
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o755, flag: 'wx' });
}

/** Returns the host's path of what `command` names: a path, seen from `cwd`, or a name on `path`. */
export function findProgram(command: string, path: string, cwd: string): string | undefined {
  const candidates = command.includes('/')
    ? [command.startsWith('/') ? command : join(cwd, command)]
    : path.split(delimiter).map((folder) => join(folder, command));
  return candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
