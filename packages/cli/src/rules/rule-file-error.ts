/** Why a file of rules is not used. */
export type RuleFileErrorCode =
  | 'path_not_absolute'
  | 'missing'
  | 'symlink'
  | 'not_regular'
  | 'owner_unexpected'
  | 'mode_unexpected'
  | 'link_count_unexpected'
  | 'directory_unsafe'
  | 'too_large'
  | 'not_text'
  | 'io'
  | 'lock'
  | 'read_only';

/** A file of rules that cannot be trusted, read or written: nothing of it counts, and nobody takes it for "no rules". */
export class RuleFileError extends Error {
  override readonly name = 'RuleFileError';
  readonly code: RuleFileErrorCode;

  constructor(code: RuleFileErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}
