import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Returns the ports on which sockets of this host listen, by the sockets' inodes; empty where there is no `/proc`. */
export function readListeningSockets(): Map<string, number> {
  const ports = new Map<string, number>();
  for (const table of TABLES) {
    for (const line of readLines(table).slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === LISTENING) ports.set(inode, Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
    }
  }
  return ports;
}

/** Returns the inodes of the sockets that a process has open. */
export function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
