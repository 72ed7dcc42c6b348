import type { ToolResult } from '@cloche/tools';
import { jsonSchema, type ToolSet, tool } from 'ai';
import type { ApprovedCalls } from './ai-sdk-approval.ts';
import { type AdapterOptions, partsOf, sessionOf, type ToolSource } from './tool-source.ts';

export { type AiSdkApprovalFunction, type AiSdkApprovalStatus, aiSdkApproval } from './ai-sdk-approval.ts';
export { createSandboxSession, type SandboxCommand, type SandboxSession } from './ai-sdk-sandbox.ts';

/** The part of the AI SDK's tools that says whether a person must be asked before. */
export interface AiSdkOptions extends AdapterOptions {
  /**
   * Tools whose calls wait for the AI SDK's own approval (`addToolApprovalResponse`), by name. The workspace asks by its
   * policies in any case; set these tools to `always_allow` there, so that nobody is asked twice.
   */
  readonly needsApproval?: readonly string[];
  /** AI SDK 7, with `aiSdkApproval`: calls that the AI SDK makes were approved there, and are confirmed by their ids. */
  readonly confirmations?: ApprovedCalls;
}

/** Returns the tools for `generateText`, `streamText` and agents of the AI SDK, by name. */
export function aiSdkTools(source: ToolSource, options: AiSdkOptions = {}): ToolSet {
  const session = sessionOf(source, options);
  const asked = new Set(options.needsApproval);
  return Object.fromEntries(
    source.tools.map(({ name, title, description, inputSchema }) => [
      name,
      tool({
        title,
        description,
        inputSchema: jsonSchema<unknown>(inputSchema),
        needsApproval: asked.has(name),
        async execute(input, { toolCallId, abortSignal }): Promise<ToolResult> {
          options.confirmations?.confirm(toolCallId, { result: 'allow' });
          try {
            return await session.run({ id: toolCallId, name, input }, abortSignal ? { signal: abortSignal } : {});
          } finally {
            options.confirmations?.ended(toolCallId);
          }
        },
        toModelOutput: ({ output }) => modelOutput(output),
      }),
    ]),
  );
}

function modelOutput(result: ToolResult) {
  const parts = partsOf(result);
  if (result.isError) return { type: 'error-text' as const, value: parts.map(({ text = '' }) => text).join('') };
  return {
    type: 'content' as const,
    value: parts.map((part) =>
      part.type === 'image'
        ? { type: 'image-data' as const, data: part.data, mediaType: part.mediaType }
        : { type: 'text' as const, text: part.text },
    ),
  };
}
