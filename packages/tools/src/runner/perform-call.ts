import { codePointCut, decodeText, encodeText } from '@cloche/system';
import { type CallScope, isToolResult, type PreparedCall, type ToolContext } from '../contract/tool.ts';
import { failure, resultText, type ToolResult } from '../contract/tool-result.ts';
import type { ApprovalSubject } from '../permissions/approval.ts';
import type { DecideOptions, GateCall, RevisedCall } from '../permissions/gate-call.ts';
import type { PermissionGate } from '../permissions/permission-gate.ts';
import { type CheckedCall, prepareCall, type ReadyCall } from './prepare-call.ts';

/** A call whose input was checked, and what it needs to be decided on and run. */
export interface CallInHand extends CheckedCall {
  readonly context: ToolContext;
  readonly gate: PermissionGate;
  /** What the model's server decided. */
  readonly evaluatedPermission?: string;
  readonly asking?: Omit<DecideOptions, 'signal'>;
  /** Waits for its turn again, where a person's change made it a call of another scope. */
  readonly moveTo: (scope: CallScope) => Promise<void>;
  readonly onPrepared: (subject: ApprovalSubject) => void;
  readonly onStart: (decidedBy: string) => void;
}

/** Prepares a call, has it decided on, and runs it; nothing is committed. */
export async function performCall(call: CallInHand): Promise<ToolResult> {
  const { context, gate, asking, evaluatedPermission } = call;
  const ready = await prepareCall(call, context);
  if (isToolResult(ready)) return ready;
  const { tool, accepted, prepared } = ready;
  call.onPrepared(prepared.subject);
  const { signal } = context;
  const decision = await gate.decide(
    {
      ...gateCallOf(ready, context, evaluatedPermission),
      revise: (input) => revise(ready, input, call),
      prepareAgain: (input) => prepareAgain(ready, input, context),
    },
    { signal, ...asking },
  );
  switch (decision.kind) {
    case 'allowed': {
      call.onStart(decision.decidedBy);
      return run(decision.revised?.prepared ?? prepared, decision.decidedBy, accepted.input, decision.revised);
    }
    case 'denied': {
      const note = decision.note === undefined ? '' : ` They say: ${decision.note}`;
      const stop = decision.stop ? ' They ask you to stop: end your turn now and wait for them.' : '';
      return failure(
        'denied',
        `${tool.name}: the call was denied by ${decision.decidedBy} and did not run.${note}${stop}`,
        { decidedBy: decision.decidedBy, ...(decision.stop ? { stop: true } : {}) },
      );
    }
    case 'approval_required':
      return failure(
        'approval_required',
        `${tool.name}: the call needs approval and nobody is there to give it; it did not run.`,
      );
  }
}

/** Returns what the gate decides on. */
export function gateCallOf(
  { tool, accepted, prepared, through }: ReadyCall,
  { callId, session }: ToolContext,
  evaluatedPermission: string | undefined,
): GateCall {
  return {
    callId,
    session,
    tool,
    ...(through ? { through } : {}),
    input: accepted.input,
    prepared,
    ...(evaluatedPermission === undefined ? {} : { evaluatedPermission }),
  };
}

async function revise(
  { tool }: ReadyCall,
  input: unknown,
  { context, moveTo, onPrepared }: CallInHand,
): Promise<RevisedCall | { readonly problem: string }> {
  const accepted = tool.accept(input);
  if (isToolResult(accepted)) return { problem: resultText(accepted) };
  await moveTo(accepted.scope(context));
  const change = await prepareCall({ tool, accepted }, context);
  if (isToolResult(change)) return { problem: resultText(change) };
  onPrepared(change.prepared.subject);
  return { approvedInput: input, input: accepted.input, prepared: change.prepared };
}

async function prepareAgain(
  { tool }: ReadyCall,
  input: unknown,
  context: ToolContext,
): Promise<PreparedCall | undefined> {
  const accepted = tool.accept(input);
  if (isToolResult(accepted)) return undefined;
  const again = await prepareCall({ tool, accepted }, context);
  return isToolResult(again) ? undefined : again.prepared;
}

async function run(
  prepared: PreparedCall,
  decidedBy: string,
  proposed: unknown,
  revised: RevisedCall | undefined,
): Promise<ToolResult> {
  const result = await prepared.run();
  const details = { ...result.details, decidedBy };
  if (!revised) return { ...result, details };
  const { approvedInput, input } = revised;
  return {
    ...result,
    // Else the model would take the result for that of its own call.
    content: [
      ...result.content,
      { type: 'text', text: `\n[a person changed this call before it ran; its input was: ${shortJson(input)}]` },
    ],
    details: { ...details, inputs: { proposed, approved: approvedInput, effective: input } },
  };
}

const MAX_SHOWN_BYTES = 2048;

function shortJson(input: unknown): string {
  const bytes = encodeText(JSON.stringify(input));
  if (bytes.length <= MAX_SHOWN_BYTES) return decodeText(bytes);
  return `${decodeText(bytes.subarray(0, codePointCut(bytes, MAX_SHOWN_BYTES)))}… (${bytes.length} bytes)`;
}
