import type { ToolResult } from '@cloche/tools';
import { type AdapterOptions, partsOf, sessionOf, type ToolSource } from './tool-source.ts';

/** A function tool of the Responses API. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  /** Strict schemas have no optional fields, and these have. */
  readonly strict: false;
}

/** A call as the Responses API gives it; other items of a response are passed over. */
export interface OpenAiFunctionCall {
  readonly type: 'function_call';
  readonly call_id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** What answers a call in the next request's `input`. */
export interface OpenAiFunctionOutput {
  type: 'function_call_output';
  call_id: string;
  output: ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

/** Returns the tools for the `tools` of a Responses request. */
export function openAiTools({ tools }: Pick<ToolSource, 'tools'>): OpenAiTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: { ...inputSchema },
    strict: false,
  }));
}

/** Runs the function calls of a response, side by side where they may be, and returns what answers them, in their order. */
export function runOpenAiCalls(
  source: ToolSource,
  output: readonly { readonly type: string }[],
  { signal, ...options }: AdapterOptions & { readonly signal?: AbortSignal } = {},
): Promise<OpenAiFunctionOutput[]> {
  const session = sessionOf(source, options);
  return Promise.all(
    output.filter(isFunctionCall).map(async ({ call_id: id, name, arguments: input }) => {
      const result = await session.run({ id, name, input }, signal ? { signal } : {});
      return { type: 'function_call_output', call_id: id, output: openAiContent(result) } as const;
    }),
  );
}

/** The API has no mark for errors: the text says it. */
function openAiContent(result: ToolResult): OpenAiFunctionOutput['output'] {
  const parts = partsOf(result).map((part) =>
    part.type === 'image'
      ? ({ type: 'input_image', image_url: `data:${part.mediaType};base64,${part.data}`, detail: 'auto' } as const)
      : ({ type: 'input_text', text: part.text } as const),
  );
  return result.isError ? [{ type: 'input_text', text: 'The call failed.' }, ...parts] : parts;
}

function isFunctionCall(item: { readonly type: string }): item is OpenAiFunctionCall {
  return item.type === 'function_call';
}
