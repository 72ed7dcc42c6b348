import { type AcceptedCall, isToolResult, type PreparedCall, type Tool, type ToolContext } from '../contract/tool.ts';
import { failure, type ToolResult } from '../contract/tool-result.ts';

/** A call whose input was checked. */
export interface CheckedCall {
  readonly tool: Tool;
  readonly accepted: AcceptedCall;
}

/** A call that is ready to be decided on, as one of the tool that it is really for. */
export interface ReadyCall extends CheckedCall {
  readonly prepared: PreparedCall;
  /** The tool that was called, where it passed the call on. */
  readonly through?: Tool;
}

/** Prepares a call; one that its tool passes on is prepared as the other tool's. Answers with the error result when it cannot be. */
export async function prepareCall(call: CheckedCall, context: ToolContext): Promise<ReadyCall | ToolResult> {
  const given = await call.accepted.prepare(context);
  if (isToolResult(given)) return given;
  if (!('forwardTo' in given)) return { ...call, prepared: given };
  const { forwardTo: tool, input } = given;
  const accepted = tool.accept(input);
  if (isToolResult(accepted)) return accepted;
  const prepared = await accepted.prepare(context);
  if (isToolResult(prepared)) return prepared;
  if ('forwardTo' in prepared)
    return failure('invalid_input', `${call.tool.name}: ${tool.name} passes calls on itself; call it directly`);
  return { tool, accepted, prepared, through: call.tool };
}
