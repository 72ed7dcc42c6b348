import type { z } from 'zod';
import type { ToolHost } from '../host/tool-host.ts';
import type { ApprovalSubject } from '../permissions/approval.ts';
import type { CommandAnalysis } from '../permissions/command-analyzer.ts';
import type { PermissionNeeds } from '../permissions/evaluate-rules.ts';
import type { ToolResult } from './tool-result.ts';
import { inputJsonSchema, validateInput } from './validate-input.ts';

/** What a tool does to the world; a missing fact counts as the careful one. */
export interface ToolAnnotations {
  /** Changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** May destroy what cannot be had back. Default true unless `readOnly`. */
  readonly destructive?: boolean;
}

/** How a call shares the machine with the calls that run beside it. */
export type CallScope =
  /** Runs beside other shared and per-path calls. */
  | { readonly kind: 'shared' }
  /** Runs beside calls on other paths. */
  | { readonly kind: 'path'; readonly path: string }
  /** Runs alone. */
  | { readonly kind: 'exclusive' };

/** A chunk of a running call's output, raw as the command wrote it. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** Hears output; a promise asks the writer to wait, since the listener is behind. */
export type OnOutput = (chunk: OutputChunk) => undefined | Promise<void>;

/** What a tool works with. */
export interface ToolContext {
  /** The call's id, as the model's message has it. */
  readonly callId: string;
  /** The session whose shell and evidence the call uses. */
  readonly session: string;
  /** Directory that relative paths start from; absolute. */
  readonly workdir: string;
  readonly host: ToolHost;
  readonly signal: AbortSignal;
  readonly onOutput: OnOutput;
  /** Takes a command line apart, as the session's shell would read it now. */
  readonly analyzeCommand: (command: string) => Promise<CommandAnalysis>;
}

/**
 * A call that is ready to be decided on and run. `subject` is what a person sees; `run` does exactly that and nothing
 * else, and re-checks its preconditions just before it changes anything.
 */
export interface PreparedCall {
  readonly subject: ApprovalSubject;
  /** What it needs, as permission rules are asked about it. */
  readonly needs?: Partial<Omit<PermissionNeeds, 'tool'>>;
  run(): Promise<ToolResult>;
}

/** What a tool's author writes. */
export interface ToolDefinition<Input> {
  /** Model-facing, snake_case. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Model-facing: what it does, when to use it and when not, its limits. At least 80 characters. */
  readonly description: string;
  readonly inputSchema: z.ZodType<Input>;
  readonly annotations: ToolAnnotations;
  /** Bounds of the text fields. */
  readonly fieldLimits: Readonly<Record<string, FieldLimit>>;
  scope(input: Input, context: Pick<ToolContext, 'workdir'>): CallScope;
  /**
   * Turns checked input into a prepared call, or into the error result that tells the model what to mend. Changes
   * nothing. Faults are thrown.
   */
  prepare(input: Input, context: ToolContext): Promise<PreparedCall | ToolResult>;
}

/** A tool as the runner and the model know it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the input, as model APIs take it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Required<ToolAnnotations>;
  /** Checks what a model sent, an object or its JSON text; answers with the error result that names the field. */
  accept(raw: unknown): AcceptedCall | ToolResult;
}

/** A call whose input was checked. */
export interface AcceptedCall {
  scope(context: Pick<ToolContext, 'workdir'>): CallScope;
  prepare(context: ToolContext): Promise<PreparedCall | ToolResult>;
}

/** How long a text field may be, and what to do instead of a longer one. */
export interface FieldLimit {
  readonly maxBytes: number;
  readonly instead: string;
  /** The field names files, where a NUL byte cannot occur. */
  readonly isPath?: boolean;
}

/** Declares a tool; what it does not say of itself counts as the careful answer. */
export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, annotations } = definition;
  if (description.length < 80) throw new Error(`${name}: the description must have at least 80 characters`);
  const readOnly = annotations.readOnly ?? false;
  return {
    name,
    title,
    description,
    inputSchema: inputJsonSchema(definition.inputSchema),
    annotations: { readOnly, destructive: annotations.destructive ?? !readOnly },
    accept(raw) {
      const checked = validateInput(definition, raw);
      if ('content' in checked) return checked;
      return {
        scope: (context) => definition.scope(checked.input, context),
        prepare: (context) => definition.prepare(checked.input, context),
      };
    },
  };
}

/** Returns whether `answer` is a result already. */
export function isToolResult(answer: object): answer is ToolResult {
  return 'isError' in answer;
}
