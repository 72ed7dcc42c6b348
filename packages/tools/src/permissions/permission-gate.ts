import type { Tool } from '../contract/tool.ts';
import type { ApprovalSubject, AskApproval } from './approval.ts';

/** Whether a tool's calls run at once or wait for a person. */
export type PermissionPolicy = 'always_allow' | 'always_ask';

/** What the gate decided, and what decided it. */
export type GateDecision =
  | { readonly kind: 'allowed'; readonly decidedBy: string }
  | { readonly kind: 'denied'; readonly decidedBy: string; readonly note?: string }
  /** Nobody is there to ask. */
  | { readonly kind: 'approval_required' };

/** What a gate is made of. */
export interface PermissionGateOptions {
  /** Policies by tool name, from the app's toolset. A tool without one runs when it is read-only and asks otherwise. */
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
  /** Asks a person; without it, calls that must ask are refused. */
  readonly ask?: AskApproval;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Decides on prepared calls. */
export interface PermissionGate {
  /** Decides on one call; waits for a person when one must be asked. Rejects with `signal.reason` when cancelled. */
  decide(call: GateCall, options: { signal: AbortSignal }): Promise<GateDecision>;
}

/** The call a gate decides on. */
export interface GateCall {
  readonly callId: string;
  readonly session: string;
  readonly tool: Pick<Tool, 'name' | 'title' | 'annotations'>;
  readonly subject: ApprovalSubject;
}

/** Creates the gate of a workspace in mode `default`: read-only tools run, everything else asks. */
export function createPermissionGate({ policies, ask, now, newId }: PermissionGateOptions): PermissionGate {
  return {
    async decide({ callId, session, tool, subject }, { signal }) {
      const policy = Object.hasOwn(policies, tool.name) ? policies[tool.name] : undefined;
      if (policy === 'always_allow') return { kind: 'allowed', decidedBy: `policy always_allow of ${tool.name}` };
      if (policy === undefined && tool.annotations.readOnly) return { kind: 'allowed', decidedBy: 'read-only tool' };
      if (!ask) return { kind: 'approval_required' };
      const { name, title } = tool;
      const answer = await ask(
        { id: newId(), callId, session, tool: { name, title }, subject, askedAtMs: now() },
        { signal },
      );
      if (answer.action === 'allow') return { kind: 'allowed', decidedBy: 'a person, once' };
      const note = answer.note?.trim();
      return { kind: 'denied', decidedBy: 'a person', ...(note ? { note } : {}) };
    },
  };
}
