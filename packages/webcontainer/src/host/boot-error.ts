/** Why there is no WebContainer. */
export type BootErrorCode =
  /** The page has no cross-origin isolation, which the runtime needs. */
  | 'not_isolated'
  /** The browser says that there is no network; the runtime comes from the vendor's servers. */
  | 'no_network'
  /** Nothing was heard of the runtime in time: its frame is blocked, the key is not for this site, or it is slow. */
  | 'no_answer'
  /** The page has one already. */
  | 'webcontainer_busy'
  /** The client or the runtime said no. */
  | 'boot_failed'
  /** It booted, and our program in it did not start. */
  | 'guest_failed';

/** There is no WebContainer; the message says what to do. */
export class BootError extends Error {
  override readonly name = 'BootError';
  readonly code: BootErrorCode;

  constructor(code: BootErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
