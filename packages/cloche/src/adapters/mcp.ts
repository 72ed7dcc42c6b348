import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type AdapterOptions, partsOf, sessionOf, type ToolSource } from './tool-source.ts';

/** How the server names itself. */
export interface McpOptions extends AdapterOptions {
  readonly name?: string;
  readonly version?: string;
}

/**
 * Returns an MCP server with a workspace's tools, to be connected to any transport: in a tab the SDK's
 * `InMemoryTransport`, or one over `postMessage`. A cancelled request cancels its call.
 */
export function createMcpServer(source: ToolSource, options: McpOptions = {}): Server {
  const { name = 'cloche', version = '0.1.0' } = options;
  const session = sessionOf(source, options);
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: source.tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: { ...tool.inputSchema, type: 'object' as const },
      annotations: {
        title: tool.title,
        readOnlyHint: tool.readOnly,
        destructiveHint: tool.destructive,
        openWorldHint: false,
      },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const result = await session.run({ name: params.name, input: params.arguments ?? {} }, { signal });
    const content = partsOf(result).map((part) =>
      part.type === 'image'
        ? { type: 'image' as const, mimeType: part.mediaType, data: part.data }
        : { type: 'text' as const, text: part.text },
    );
    return { content, isError: result.isError };
  });
  return server;
}
