import type { MachineMessage } from '@cloche/tools';

/** Returns the answer to a `ping` of the runner, which asks whether a machine lives; `undefined` for any other message. */
export function answerPing(message: unknown): MachineMessage | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return undefined;
  return message.method === 'ping' && typeof message.id === 'number'
    ? { kind: 'result', id: message.id, value: {} }
    : undefined;
}
