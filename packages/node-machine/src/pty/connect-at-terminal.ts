import { closeSync, unlinkSync } from 'node:fs';
import type { OpenFile, SpawnRequest, Terminal } from '@cloche/system';
import { type InputChannel, type OutputChannel, openInputChannel, openOutputChannel } from '../fifo-channel.ts';
import type { FifoPool } from '../fifo-pool.ts';
import { pumpIn, pumpOut } from '../fifo-pumps.ts';
import { MAX_REDIRECTED, type Redirection } from './supervise-command.ts';

/** How the descriptors of a program at a terminal that are not the terminal reach it. */
export interface TerminalConnections {
  readonly redirections: ReadonlyMap<number, Redirection>;
  /** The program has opened them, or never will. */
  isReady(): void;
  /** The program reads no more. */
  stopFeeding(): void;
  /** Resolves when inputs have their unread part back. */
  readonly fed: Promise<unknown>;
  /** Resolves when all output was passed on. */
  readonly drained: Promise<unknown>;
}

type Channel =
  | { readonly kind: 'input'; readonly path: string; readonly channel: InputChannel }
  | { readonly kind: 'output'; readonly path: string; readonly channel: OutputChannel };

/** Opens a named FIFO for each file that is not the terminal; descriptors above `MAX_REDIRECTED` do not reach the program. */
export function connectAtTerminal(
  { descriptors }: SpawnRequest,
  terminal: Terminal,
  { fifos, signal }: { readonly fifos: FifoPool; readonly signal: AbortSignal },
): TerminalConnections {
  const redirections = new Map<number, Redirection>();
  const channels = new Map<OpenFile, Channel>();
  for (let descriptor = 0; descriptor <= MAX_REDIRECTED; descriptor++) {
    const file = descriptors.get(descriptor);
    if (!file) {
      if (descriptor <= 2) redirections.set(descriptor, { kind: 'closed' });
    } else if (file.terminal === terminal) {
      if (descriptor > 2) redirections.set(descriptor, { kind: 'terminal' });
    } else {
      const channel = channels.get(file) ?? openChannel(file, descriptor, fifos);
      channels.set(file, channel);
      redirections.set(descriptor, { kind: channel.kind, path: channel.path });
    }
  }
  const ended = new AbortController();
  const fed: Promise<void>[] = [];
  const drained: Promise<void>[] = [];
  for (const [file, opened] of channels) {
    if (opened.kind === 'input') fed.push(pumpIn(opened.channel, file, ended.signal));
    else drained.push(pumpOut(opened.channel, file, signal));
  }
  const waiting = [...channels.values()];
  const forgetNames = fifos.hold();
  return {
    redirections,
    isReady() {
      for (const { path, channel } of waiting.splice(0)) {
        closeSync(channel.childDescriptor);
        unlinkSync(path);
      }
      forgetNames();
    },
    stopFeeding: () => ended.abort('the program has ended'),
    fed: Promise.all(fed),
    drained: Promise.all(drained),
  };
}

function openChannel(file: OpenFile, descriptor: number, fifos: FifoPool): Channel {
  const path = fifos.take();
  const isOutput = !file.canRead || (file.canWrite && file.kind === 'device' && descriptor > 0);
  return isOutput
    ? { kind: 'output', path, channel: openOutputChannel(path) }
    : { kind: 'input', path, channel: openInputChannel(path) };
}
