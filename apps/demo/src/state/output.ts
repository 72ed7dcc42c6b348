import type { WorkspaceEvent } from 'cloche';

/** What a terminal shows of the commands, as raw bytes. */
export interface Output {
  /** Passes on what belongs on a terminal; resolves when the terminals have shown it. */
  hear(event: WorkspaceEvent): undefined | Promise<unknown>;
  /** Adds a terminal; what came before is replayed. Returns what takes it away. */
  attach(terminal: ShowChunk): () => void;
}

/** Shows a chunk and resolves when that is done. */
export type ShowChunk = (chunk: string | Uint8Array) => Promise<void>;

/** Bytes that are kept for a terminal that opens later. */
const MAX_KEPT_BYTES = 1_048_576;

/** Creates the output of all bash calls: each command with a prompt before it and its end after it. */
export function createOutput(): Output {
  const terminals = new Set<ShowChunk>();
  const kept: (string | Uint8Array)[] = [];
  const commands = new Map<string, string>();
  let keptBytes = 0;

  const write = (chunk: string | Uint8Array): Promise<unknown> => {
    kept.push(chunk);
    keptBytes += chunk.length;
    while (keptBytes > MAX_KEPT_BYTES) keptBytes -= kept.shift()?.length ?? keptBytes;
    return Promise.all(Array.from(terminals, (show) => show(chunk)));
  };

  return {
    hear(event) {
      switch (event.kind) {
        case 'prepared':
          if (event.subject.detail.kind === 'command') commands.set(event.callId, event.subject.detail.command);
          return undefined;
        case 'running': {
          const command = commands.get(event.callId);
          if (command === undefined) return undefined;
          return write(`\x1b[1;32m$\x1b[0m ${command.replaceAll('\n', '\n\x1b[1;32m>\x1b[0m ')}\n`);
        }
        case 'output':
          return write(event.bytes);
        case 'finished': {
          if (!commands.delete(event.callId)) return undefined;
          const { code, exitCode } = event.result.details;
          if (code === undefined) return undefined;
          const end = code === 'nonzero_exit' ? `exit code ${exitCode}` : code.replaceAll('_', ' ');
          return write(`\x1b[31m[${end}]\x1b[0m\n`);
        }
        case 'queued':
        case 'progress':
        case 'faulted':
        case 'stopped':
        case 'save':
        case 'machine':
        case 'files':
        case 'import':
        case 'persistence':
        case 'processes':
        case 'preview':
        case 'network':
          return undefined;
      }
    },
    attach(terminal) {
      for (const chunk of kept) void terminal(chunk);
      terminals.add(terminal);
      return () => terminals.delete(terminal);
    },
  };
}
