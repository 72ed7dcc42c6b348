import { describe, expect, test } from 'vitest';
import { agentToolset20260401, describeTools } from './agent-toolset.ts';

const string = { type: 'string' };

describe('agentToolset20260401', () => {
  test('has the schemas of the reference SDK, in canonical order', () => {
    const schemas = describeTools(agentToolset20260401).map(({ name, inputSchema }) => [name, inputSchema]);
    expect(schemas).toEqual([
      [
        'bash',
        {
          type: 'object',
          properties: {
            command: { type: 'string', description: 'The command to run' },
            restart: { type: 'boolean', description: 'Restart the persistent shell before running' },
            timeout_ms: { type: 'integer', description: 'Per-call timeout in milliseconds' },
          },
        },
      ],
      [
        'read',
        {
          type: 'object',
          properties: {
            file_path: string,
            view_range: {
              type: 'array',
              items: { type: 'integer' },
              description: '[start_line, end_line] 1-indexed inclusive',
            },
          },
          required: ['file_path'],
        },
      ],
      [
        'write',
        { type: 'object', properties: { file_path: string, content: string }, required: ['file_path', 'content'] },
      ],
      [
        'edit',
        {
          type: 'object',
          properties: { file_path: string, old_string: string, new_string: string, replace_all: { type: 'boolean' } },
          required: ['file_path', 'old_string', 'new_string'],
        },
      ],
      [
        'glob',
        {
          type: 'object',
          properties: {
            pattern: string,
            path: { type: 'string', description: 'Directory to search in. Defaults to the workdir.' },
          },
          required: ['pattern'],
        },
      ],
      ['grep', { type: 'object', properties: { pattern: string, path: string }, required: ['pattern'] }],
    ]);
  });

  test('describes every tool for people and models', () => {
    for (const tool of agentToolset20260401) {
      expect(tool.title.length).toBeGreaterThan(3);
      expect(tool.description.length).toBeGreaterThanOrEqual(80);
    }
  });
});
