import { describeError } from '@cloche/system';
import { ToolFault, toolFaultCode } from '../contract/tool-fault.ts';
import { failure, type ToolResult } from '../contract/tool-result.ts';
import type { ToolCall } from './tool-call.ts';

/** The result of a call that a person's stop has reached before it ran. */
export function stoppedByPerson(name: string): ToolResult {
  return failure(
    'denied',
    `${name}: a person stopped this turn, and the call did not run. End your turn now and wait for them.`,
    { decidedBy: 'a person', stop: true },
  );
}

/** What is not an expected outcome is a fault: of the machine, or a bug. */
export function asFault(name: string, error: unknown): ToolFault {
  const code = toolFaultCode(error);
  if (error instanceof ToolFault) return error;
  if (code !== undefined) return new ToolFault(code, describeError(error), { cause: error });
  return new ToolFault('internal', `${name}: ${describeError(error)}`, { cause: error });
}

/** The result of a call whose id another one has that still runs. */
export function idInUse({ id, name }: ToolCall): ToolResult {
  return failure(
    'invalid_input',
    `${name}: a call with the id ${JSON.stringify(id)} is still running; give every call an id of its own`,
  );
}
