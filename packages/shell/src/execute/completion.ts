/** How a command ended, besides its status, which is the shell's `status`. */
export type Completion =
  | { readonly kind: 'normal' }
  /** `break N`: levels of loops still to leave. */
  | { readonly kind: 'break'; readonly levels: number }
  | { readonly kind: 'continue'; readonly levels: number }
  | { readonly kind: 'return' }
  /** The shell ends: `exit`, `set -e`, a fatal error. */
  | { readonly kind: 'exit' };

/** The one completion of commands that simply go on to the next. */
export const NORMAL: Completion = { kind: 'normal' };
export const RETURN: Completion = { kind: 'return' };
export const EXIT: Completion = { kind: 'exit' };
