import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { ToolDescription, ToolResult } from '@cloche/tools';
import { type AdapterOptions, partsOf, sessionOf, type ToolSource } from './tool-source.ts';

/** A tool as the Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { type: 'object'; [field: string]: unknown };
}

/** A part of a tool's result as the Messages API takes it. */
export type AnthropicPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: ImageType; readonly data: string };
    }
  | {
      readonly type: 'search_result';
      readonly title: string;
      readonly source: string;
      readonly content: { readonly type: 'text'; readonly text: string }[];
      readonly citations: { readonly enabled: false };
    };

/** A tool's result as the Messages API takes it. */
export interface AnthropicToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: AnthropicPart[];
  readonly is_error: boolean;
}

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/**
 * Returns the tools for `client.beta.messages.toolRunner`. An error result is thrown as the SDK's `ToolError`, so that
 * the model sees it as one; a `ToolFault` rejects, which the SDK tells the model as an error too.
 */
export function anthropicRunnableTools(source: ToolSource, options: AdapterOptions = {}): BetaRunnableTool<unknown>[] {
  const session = sessionOf(source, options);
  return source.tools.map((tool) => ({
    ...anthropicTool(tool),
    parse: (input) => input,
    async run(input, context) {
      const signal = context?.signal ?? undefined;
      const id = context?.toolUse.id;
      const call = { name: tool.name, input, ...(id === undefined ? {} : { id }) };
      const result = await session.run(call, signal ? { signal } : {});
      const content = anthropicContent(result);
      if (result.isError) throw new ToolError(content);
      return content;
    },
  }));
}

/** Returns the tools for the `tools` of a plain Messages request. */
export function anthropicTools({ tools }: Pick<ToolSource, 'tools'>): AnthropicTool[] {
  return tools.map(anthropicTool);
}

/** Returns the block that answers a `tool_use` block of a plain Messages response. */
export function anthropicToolResult(toolUseId: string, result: ToolResult): AnthropicToolResult {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: anthropicContent(result),
    is_error: result.isError,
  };
}

function anthropicTool({ name, description, inputSchema }: ToolDescription): AnthropicTool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } };
}

function anthropicContent(result: ToolResult): AnthropicPart[] {
  return partsOf(result).map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    if (part.type === 'search_result') {
      const { title, source, excerpt } = part;
      const content = excerpt === '' ? [] : [{ type: 'text' as const, text: excerpt }];
      return { type: 'search_result', title, source, content, citations: { enabled: false } };
    }
    const { mediaType, data } = part;
    if (!isImageType(mediaType)) return { type: 'text', text: `[an image of type ${mediaType} is not shown]` };
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  });
}

function isImageType(mediaType: string): mediaType is ImageType {
  return /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType);
}
