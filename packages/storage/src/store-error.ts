/** Why the store cannot do what it was asked. */
export type StoreErrorCode =
  /** The browser's storage is full. */
  | 'quota_exceeded'
  /** IndexedDB cannot be used here: a private window, or blocked by settings. */
  | 'unavailable'
  /** The database was written by a newer version of this code. */
  | 'newer_version'
  /** Another tab keeps an older version of the database open. */
  | 'blocked'
  /** A record cannot be read or has the wrong shape; the message names it. */
  | 'corrupt'
  /** Another tab owns the workspace. */
  | 'in_use'
  | 'not_found'
  | 'already_exists'
  | 'invalid_name'
  /** An archive that was given for import is not one, or breaks a limit. */
  | 'invalid_archive'
  | 'failed';

/** A failure of the store, with what to do in its message. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Translates what IndexedDB threw. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const known = KNOWN[name];
  if (known) return new StoreError(known[0], known[1], { cause: error });
  const text = error instanceof Error ? error.message : String(error);
  return new StoreError('failed', `the browser's storage failed: ${text}`, { cause: error });
}

const KNOWN: Readonly<Record<string, readonly [StoreErrorCode, string]>> = {
  QuotaExceededError: [
    'quota_exceeded',
    "the browser's storage for this site is full: export the workspace, then delete files or other workspaces",
  ],
  VersionError: [
    'newer_version',
    'these workspaces were saved by a newer version of the page: reload it to get that version; nothing was changed',
  ],
  SecurityError: [
    'unavailable',
    'this browser does not let the page store data: allow site data, or leave the private window',
  ],
  UnknownError: ['failed', 'the browser could not read or write its storage: free disk space, then reload the page'],
};
