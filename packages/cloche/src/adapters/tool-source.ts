import type { CallPreview, ExtraMessage, OutputChunk, ToolContent, ToolDescription, ToolResult } from '@cloche/tools';

/** Where an adapter's tools come from; a `Workspace` is one. */
export interface ToolSource {
  readonly tools: readonly ToolDescription[];
  session(name?: string, options?: { readonly loop?: string }): ToolSession;
}

/** The session that an adapter's calls run in. */
export interface ToolSession {
  run(
    call: { readonly id?: string; readonly name: string; readonly input: unknown },
    options?: { readonly signal?: AbortSignal; readonly onOutput?: (chunk: OutputChunk) => void },
  ): Promise<ToolResult>;
  /** Says how a call would be decided on, without a person. */
  preview?(call: { readonly id?: string; readonly name: string; readonly input: unknown }): Promise<CallPreview>;
  /** Returns what became of processes in the background and was not told yet. */
  takeNotices?(): Promise<readonly ExtraMessage[]>;
}

/** Which session and conversation the calls of an adapter belong to. */
export interface AdapterOptions {
  /** Calls of one session share a shell. Default `default`. */
  readonly session?: string;
  /** Calls of one loop share what was read, the tasks and the retained outputs. Default `main`. */
  readonly loop?: string;
}

/** Opens the session that the options name; what is to be told of processes comes with the results of its calls. */
export function sessionOf(
  source: ToolSource,
  { session = 'default', loop = 'main' }: AdapterOptions,
): Pick<ToolSession, 'run' | 'preview'> {
  const opened = source.session(session, { loop });
  return {
    ...(opened.preview ? { preview: opened.preview.bind(opened) } : {}),
    async run(call, options) {
      const result = await opened.run(call, options);
      const notices = (await opened.takeNotices?.()) ?? [];
      return notices.length === 0 ? result : { ...result, extra: [...(result.extra ?? []), ...notices] };
    },
  };
}

/** Returns a result's parts as APIs take them: no part is empty, and the extra messages come last. */
export function partsOf({ content, extra = [] }: ToolResult): readonly ToolContent[] {
  const parts = [
    ...content.filter((part) => part.text !== ''),
    ...extra.map(({ text }) => ({ type: 'text', text }) as const),
  ];
  return parts.length > 0 ? parts : [{ type: 'text', text: '(no output)' }];
}
