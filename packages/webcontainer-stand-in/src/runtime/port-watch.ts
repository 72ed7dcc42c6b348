import type { ContainerEvents } from './container-events.ts';
import { readListeningSockets, socketsOf } from './listening-ports.ts';

const INTERVAL_MS = 50;

/** Looks for ports that the container's programs open and close, while there is anything to see. */
export interface PortWatch {
  /** Ensures that somebody looks, now that a program runs. */
  wake(): void;
  close(): void;
}

/** The processes of a container. */
interface WatchedProcesses {
  /** Says, without looking far, whether a program that the client started still runs. */
  isAnyRunning(): boolean;
  pids(): readonly number[];
}

/** Creates a watch that tells `events` of ports. */
export function createPortWatch(processes: WatchedProcesses, events: ContainerEvents): PortWatch {
  const open = new Map<number, string>();
  /** Sockets of others, whose owners need not be looked for again. */
  let foreign = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const listening = readListeningSockets();
    const known = new Set(open.values());
    const fresh = [...listening].filter(([inode]) => !known.has(inode) && !foreign.has(inode));
    const own = fresh.length > 0 ? new Set(processes.pids().flatMap(socketsOf)) : new Set<string>();
    foreign = new Set([...listening.keys()].filter((inode) => !known.has(inode) && !own.has(inode)));
    for (const [inode, port] of fresh) {
      if (!own.has(inode) || open.has(port)) continue;
      open.set(port, inode);
      events.emit('port', port, 'open', urlOf(port));
      events.emit('server-ready', port, urlOf(port));
    }
    for (const [port, inode] of open) {
      if (listening.has(inode)) continue;
      open.delete(port);
      events.emit('port', port, 'close', urlOf(port));
    }
    if (open.size === 0 && !processes.isAnyRunning() && processes.pids().length === 0) stop();
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    wake() {
      timer ??= setInterval(look, INTERVAL_MS).unref();
    },
    close: stop,
  };
}

function urlOf(port: number): string {
  return `http://localhost:${port}`;
}
