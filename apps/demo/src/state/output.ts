import type { WorkspaceEvent } from 'cloche';

/** What a terminal shows of the commands, as raw bytes. */
export interface Output {
  hear(event: WorkspaceEvent): void;
  /** Sets who gets the bytes; what came before is replayed. Returns what takes the listener away. */
  attach(listener: (chunk: string | Uint8Array) => void): () => void;
}

/** Bytes that are kept for a terminal that opens later. */
const MAX_KEPT_BYTES = 1_048_576;

/** Creates the output of all bash calls: each command with a prompt before it and its end after it. */
export function createOutput(): Output {
  const listeners = new Set<(chunk: string | Uint8Array) => void>();
  const kept: (string | Uint8Array)[] = [];
  const commands = new Map<string, string>();
  let keptBytes = 0;

  const write = (chunk: string | Uint8Array): void => {
    kept.push(chunk);
    keptBytes += chunk.length;
    while (keptBytes > MAX_KEPT_BYTES) keptBytes -= kept.shift()?.length ?? keptBytes;
    for (const listener of listeners) listener(chunk);
  };

  return {
    hear(event) {
      switch (event.kind) {
        case 'prepared':
          if (event.subject.detail.kind === 'command') commands.set(event.callId, event.subject.detail.command);
          return;
        case 'running': {
          const command = commands.get(event.callId);
          if (command !== undefined) write(`\x1b[1;32m$\x1b[0m ${command.replaceAll('\n', '\n\x1b[1;32m>\x1b[0m ')}\n`);
          return;
        }
        case 'output':
          write(event.bytes);
          return;
        case 'finished': {
          if (!commands.delete(event.callId)) return;
          const { code, exitCode } = event.result.details;
          if (code === 'nonzero_exit') write(`\x1b[31m[exit code ${exitCode}]\x1b[0m\n`);
          else if (code) write(`\x1b[31m[${code.replaceAll('_', ' ')}]\x1b[0m\n`);
          return;
        }
        case 'queued':
        case 'faulted':
        case 'save':
        case 'machine':
        case 'files':
        case 'import':
        case 'persistence':
          return;
      }
    },
    attach(listener) {
      for (const chunk of kept) listener(chunk);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
