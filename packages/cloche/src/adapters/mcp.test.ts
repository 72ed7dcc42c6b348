import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, test } from 'vitest';
import { createTestSource } from '../testing/create-test-source.ts';
import { createMcpServer } from './mcp.ts';

describe('createMcpServer', () => {
  test('serves the tools over a transport in the tab', async () => {
    const source = createTestSource('fileTools');
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = createMcpServer(source);
    await server.connect(far);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(near);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_dir');
    expect(tools.find(({ name }) => name === 'remove')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(await client.callTool({ name: 'write', arguments: { path: 'a', content: 'x' } })).toEqual({
      content: [{ type: 'text', text: 'wrote "a" (1 bytes)' }],
      isError: false,
    });
    expect(await client.callTool({ name: 'read', arguments: { path: 'no' } })).toMatchObject({ isError: true });
    source.files.writeFile('/workspace/dot.gif', new TextEncoder().encode('GIF89a'));
    expect(await client.callTool({ name: 'read', arguments: { path: 'dot.gif' } })).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/gif', data: 'R0lGODlh' }],
    });
    await client.close();
  });
});
