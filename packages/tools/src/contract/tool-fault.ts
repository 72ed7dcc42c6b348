/** Why a call has no result. */
export type ToolFaultCode =
  /** The machine's worker, frame or connection is gone; the next call starts a new machine with the stored files. */
  | 'machine_lost'
  /** The machine could not be started; the message says why. */
  | 'machine_failed'
  /** The workspace was closed. */
  | 'closed'
  /** A bug in Cloche. */
  | 'internal';

/** A call that could not be answered at all. It is for the app and is never shown to a model as a result. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
  readonly code: ToolFaultCode;

  constructor(code: ToolFaultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the fault's code when `error` is a `ToolFault`, also one that crossed a worker's border. */
export function toolFaultCode(error: unknown): ToolFaultCode | undefined {
  if (!(error instanceof Error) || error.name !== 'ToolFault' || !('code' in error)) return undefined;
  const { code } = error;
  return code === 'machine_lost' || code === 'machine_failed' || code === 'closed' || code === 'internal'
    ? code
    : undefined;
}
