/** An error as plain data: structured cloning alone keeps only the name, message and stack. */
export interface TransferredError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: TransferredError;
  /** Own fields such as `code`, `path`, `syscall`, `exitCode`. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const MAX_CAUSES = 8;

/** Turns what was thrown into plain data: name, message, stack, causes and fields survive. */
export function transferError(error: unknown, depth = 0): TransferredError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
  const fields: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(error)) {
    if (key === 'name' || key === 'message' || key === 'stack' || key === 'cause') continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') fields[key] = value;
  }
  return {
    name: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: transferError(error.cause, depth + 1) }),
    fields,
  };
}

/** Makes an `Error` again; `name`, `code` and the other fields are as they were, classes are not. */
export function restoreError({ name, message, stack, cause, fields }: TransferredError): Error {
  const error = new Error(message, cause ? { cause: restoreError(cause) } : {});
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, fields);
}
