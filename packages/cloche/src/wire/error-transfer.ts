import { restoreError, type TransferredError, transferError } from '@cloche/tools';
import * as Comlink from 'comlink';

/** What Comlink hands to the handler of thrown values. */
interface Thrown {
  readonly value: unknown;
}

/**
 * Makes errors keep their `code`, `cause` and fields over Comlink, which by itself sends name, message and stack. Both
 * ends must call it before the first message.
 */
export function keepErrorFields(): void {
  const builtIn = Comlink.transferHandlers.get('throw');
  if (!builtIn) throw new Error('Comlink has no handler for thrown values');
  const handler: Comlink.TransferHandler<Thrown, TransferredError> = {
    canHandle: (value): value is Thrown => builtIn.canHandle(value),
    serialize: ({ value }) => [transferError(value), []],
    deserialize(error) {
      throw restoreError(error);
    },
  };
  Comlink.transferHandlers.set('throw', handler);
}
