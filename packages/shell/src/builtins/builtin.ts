import type { Completion } from '../execute/completion.ts';
import type { Task } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import type { PreparedAssignment } from '../variables/prepared-assignment.ts';

/** A call of a builtin. */
export interface BuiltinCall {
  readonly shell: Shell;
  /** The name it was called by. */
  readonly name: string;
  readonly args: readonly string[];
  /** For declaration builtins: the operands after the options, assignments expanded. */
  readonly operands: readonly (string | PreparedAssignment)[];
  /** Adds to standard output; written when the builtin ends or flushes. */
  out(text: string): void;
  /** Adds `bash: line N: name: message` to standard error. */
  error(message: string): void;
  /** Adds to standard error as it is. */
  errorText(text: string): void;
  /** Writes what was added so far. */
  flush(): Task<void>;
}

/** The status of a builtin, or its status and how the commands after it go on. */
export type BuiltinResult = number | { readonly status: number; readonly completion: Completion };

/** Runs a builtin. A task when it may have to wait or runs other commands. */
export type Builtin = (call: BuiltinCall) => BuiltinResult | Task<BuiltinResult>;

/** A builtin and what sets it apart. */
export interface BuiltinDefinition {
  readonly run: Builtin;
  /** POSIX calls it special: found before functions in POSIX mode. */
  readonly isSpecial?: boolean;
  /** Its operands are read as assignments. */
  readonly isDeclaration?: boolean;
}

/** Finds builtins by name. */
export type BuiltinTable = ReadonlyMap<string, BuiltinDefinition>;
