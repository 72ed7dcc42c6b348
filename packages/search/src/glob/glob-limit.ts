/** Thrown when a match takes more steps than it may; decide by `code`. */
export class GlobLimitExceeded extends Error {
  override readonly name = 'GlobLimitExceeded';
  readonly code = 'glob_limit';

  constructor() {
    super('the pattern takes too many steps on this text');
  }
}
