import type { z } from 'zod';
import type { ToolHost } from '../host/tool-host.ts';
import type { Loop } from '../loop/loop.ts';
import type { ApprovalSubject } from '../permissions/approval.ts';
import type { CommandAnalysis } from '../permissions/command-analyzer.ts';
import type { PermissionNeeds } from '../permissions/permission-needs.ts';
import type { AskUser } from '../planning/ask-user.ts';
import type { WebAccess } from '../web/web-access.ts';
import type { ToolResult } from './tool-result.ts';
import { inputJsonSchema, validateInput } from './validate-input.ts';

/** What a tool does to the world; a missing fact counts as the careful one. */
export interface ToolAnnotations {
  /** Changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** Its calls may run beside other calls; decides the scope of a tool that says none itself. Default false. */
  readonly concurrencySafe?: boolean;
  /** May destroy what cannot be had back. Default true unless `readOnly`. */
  readonly destructive?: boolean;
}

/** How a call shares the machine with the calls that run beside it. */
export type CallScope =
  /** Only looks: runs beside other shared calls. */
  | { readonly kind: 'shared' }
  /** Changes one path: runs beside changes of other paths. */
  | { readonly kind: 'path'; readonly path: string }
  /** Runs alone. */
  | { readonly kind: 'exclusive' }
  /** Touches no file and no shell: runs beside everything, at once. */
  | { readonly kind: 'free' };

/** A chunk of a running call's output, raw as the command wrote it. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

/** Hears output; a promise asks the writer to wait, since the listener is behind. */
export type OnOutput = (chunk: OutputChunk) => undefined | Promise<void>;

/** How far a call is. */
export interface CallProgress {
  /** For people, one line. */
  readonly message: string;
  /** Of `total`, in any unit. */
  readonly done?: number;
  readonly total?: number;
}

/** What a tool works with. */
export interface ToolContext {
  /** The call's id, as the model's message has it. */
  readonly callId: string;
  /** What the tools of this conversation remember. */
  readonly loop: Loop;
  /** The session whose shell and evidence the call uses. */
  readonly session: string;
  /** Directory that relative paths start from; absolute. */
  readonly workdir: string;
  readonly host: ToolHost;
  readonly signal: AbortSignal;
  readonly onOutput: OnOutput;
  /** Takes a command line apart, as the session's shell would read it now, or as a restarted one. */
  readonly analyzeCommand: (command: string, reading: { readonly isRestarted: boolean }) => Promise<CommandAnalysis>;
  readonly onProgress: (progress: CallProgress) => void;
  /** The web, as far as the app gives it. */
  readonly web?: WebAccess;
  /** Asks the person at the app; without it nobody can be asked. */
  readonly askUser?: AskUser;
  /** Resolves after `ms`; rejects with `signal.reason` when aborted first. */
  readonly sleep: (ms: number, options: { signal: AbortSignal }) => Promise<void>;
  /** Returns a new UUID in lower case. */
  readonly newId: () => string;
  /** Tools whose schemas the model gets only by asking. */
  readonly deferredTools: readonly Tool[];
}

/**
 * A call that is ready to be decided on and run. `subject` is what a person sees; `run` does exactly that and nothing
 * else, and re-checks its preconditions just before it changes anything.
 */
export interface PreparedCall {
  readonly subject: ApprovalSubject;
  /** What it needs, as permission rules are asked about it. */
  readonly needs?: CallNeeds;
  run(): Promise<ToolResult>;
}

/**
 * A call that is one of another tool: it is checked, shown, decided on and run as that one's, in one question. Rules and
 * policies of the tool that was called can deny it or have it asked about, and never allow it.
 */
export interface ForwardedCall {
  readonly forwardTo: Tool;
  /** As the model sent it. */
  readonly input: unknown;
}

/** What a call needs beside its tool. */
export type CallNeeds = Partial<Omit<PermissionNeeds, 'tool' | 'calledAs' | 'through'>> & {
  /** The tool whose rules and policy decide instead of its own: a shell that is opened counts as `bash`. */
  readonly gateAs?: string;
  /** This call only reads, whatever others of the tool do. */
  readonly isReading?: true;
};

/** What a tool's author writes: `run` alone, or `prepare` where a person should see more than the input. */
export type ToolDefinition<Input> = ToolFacts<Input> & (PreparingTool<Input> | RunningTool<Input>);

/** What every tool says of itself. */
export interface ToolFacts<Input> {
  /** Model-facing, snake_case. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Model-facing: what it does, when to use it and when not, its limits. At least 80 characters. */
  readonly description: string;
  readonly inputSchema: z.ZodType<Input>;
  /** What is not said counts as the careful answer. */
  readonly annotations?: ToolAnnotations;
  /** Bounds of the text fields. */
  readonly fieldLimits?: Readonly<Record<string, FieldLimit>>;
  /** Repeated keys are refused; without it the last of them counts. */
  readonly strict?: StrictInput;
  /** How a call shares the machine. By default `shared` when the tool is concurrency-safe, else `exclusive`. */
  scope?(input: Input, context: Pick<ToolContext, 'workdir'>): CallScope;
}

/** How exactly an input must keep to its schema. */
export interface StrictInput {
  /** Whether null stands for an optional field that is left out. */
  readonly nulls: 'omitted' | 'refused';
  /** The one answer to every input that does not, so that none of it is repeated. */
  readonly message?: string;
}

/** A tool that prepares its calls. */
export interface PreparingTool<Input> {
  /**
   * Turns checked input into a prepared call, or into the error result that tells the model what to mend. Changes
   * nothing. Faults are thrown.
   */
  prepare(input: Input, context: ToolContext): Promise<PreparedCall | ForwardedCall | ToolResult>;
}

/** A tool whose calls a person decides on by a line about the input. */
export interface RunningTool<Input> {
  /** Returns what a person sees: one sentence. By default the title with the input's JSON. */
  summarize?(input: Input): string;
  /** Returns the error result for an input that can never be carried out, before anybody is asked. */
  check?(input: Input, context: Pick<ToolContext, 'workdir'>): ToolResult | undefined;
  /** Returns what a call needs, as permission rules are asked about it: the files that it reads and changes. */
  needs?(input: Input, context: ToolContext): Promise<CallNeeds>;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
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
  /** The input that counts, as JSON has it: defaults filled in, unknown keys gone. */
  readonly input: unknown;
  scope(context: Pick<ToolContext, 'workdir'>): CallScope;
  prepare(context: ToolContext): Promise<PreparedCall | ForwardedCall | ToolResult>;
}

/** How long a text field may be, and what to do instead of a longer one. */
export interface FieldLimit {
  readonly maxBytes: number;
  readonly instead: string;
  /** The field names files, where a NUL byte cannot occur. */
  readonly isPath?: boolean;
}

const TOOL_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const MIN_DESCRIPTION_UNITS = 80;

/** Declares a tool; what it does not say of itself counts as the careful answer. */
export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description } = definition;
  if (!TOOL_NAME.test(name)) {
    throw new TypeError(
      `${JSON.stringify(name)} cannot be a tool's name: use a letter and up to 63 letters, digits, _ and -`,
    );
  }
  if (description.length < MIN_DESCRIPTION_UNITS) {
    throw new TypeError(
      `${name}: the description must have at least ${MIN_DESCRIPTION_UNITS} characters: what it does, when to use it and when not, its limits`,
    );
  }
  const { readOnly = false, concurrencySafe = false, destructive = !readOnly } = definition.annotations ?? {};
  const defaultScope: CallScope = { kind: concurrencySafe ? 'shared' : 'exclusive' };
  return {
    name,
    title,
    description,
    inputSchema: inputJsonSchema(definition.inputSchema),
    annotations: { readOnly, concurrencySafe, destructive },
    accept(raw) {
      const checked = validateInput(definition, raw);
      if ('content' in checked) return checked;
      const { input } = checked;
      return {
        input,
        scope: (context) => definition.scope?.(input, context) ?? defaultScope,
        async prepare(context) {
          if ('prepare' in definition) return definition.prepare(input, context);
          const problem = definition.check?.(input, context);
          if (problem) return problem;
          return {
            ...(definition.needs ? { needs: await definition.needs(input, context) } : {}),
            subject: {
              summary: definition.summarize?.(input) ?? `${title}: ${JSON.stringify(input)}`,
              detail: { kind: 'query', text: JSON.stringify(input, undefined, 2) },
            },
            run: () => definition.run(input, context),
          };
        },
      };
    },
  };
}

/** Returns whether `answer` is a result already. */
export function isToolResult(answer: object): answer is ToolResult {
  return 'isError' in answer;
}
