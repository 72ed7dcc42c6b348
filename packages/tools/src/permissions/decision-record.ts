import type { ApprovalSubject } from './approval.ts';
import type { GateCall, GateDecision } from './gate-call.ts';

/** What was decided about a call, for an audit trail. Plain data; its texts are cut. */
export interface DecisionRecord {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly callId: string;
  readonly session: string;
  readonly tool: string;
  /** The tool that was called, where it passed the call on. */
  readonly through?: string;
  readonly verdict: 'allowed' | 'denied' | 'approval_required';
  /** The rule, the mode, the policy or the person; empty where nobody was there to ask. */
  readonly decidedBy: string;
  /** One sentence: `Run a command in /workspace`. */
  readonly summary: string;
  /** What may run: the command, the diff or the input. */
  readonly subject: string;
  /** What was asked for, when a person changed it. */
  readonly proposed?: string;
  /** What the person said with a denial. */
  readonly note?: string;
}

const MAX_UNITS = 500;

/** Returns the record of a decision. */
export function recordDecision(
  { callId, session, tool, through, prepared }: GateCall,
  decision: GateDecision,
  atMs: number,
): DecisionRecord {
  const revised = decision.kind === 'allowed' ? decision.revised : undefined;
  const { subject } = revised?.prepared ?? prepared;
  return {
    atMs,
    callId,
    session,
    tool: tool.name,
    ...(through ? { through: through.name } : {}),
    verdict: decision.kind,
    decidedBy: decision.kind === 'approval_required' ? '' : cut(decision.decidedBy),
    summary: cut(subject.summary),
    subject: textOf(subject),
    ...(revised ? { proposed: textOf(prepared.subject) } : {}),
    ...(decision.kind === 'denied' && decision.note !== undefined ? { note: cut(decision.note) } : {}),
  };
}

function textOf({ detail }: ApprovalSubject): string {
  switch (detail.kind) {
    case 'command':
      return cut(detail.command);
    case 'diff':
      return cut(detail.diff.unified);
    case 'query':
      return cut(detail.text);
  }
}

function cut(text: string): string {
  return text.length <= MAX_UNITS ? text : `${text.slice(0, MAX_UNITS)}…`;
}
