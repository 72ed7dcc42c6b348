import { z } from 'zod';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, success } from '../../contract/tool-result.ts';

const SELECT = 'select:';

/** Finds deferred tools, and unlocks what it shows. */
export const searchExtraToolsTool: Tool = defineTool({
  name: 'search_extra_tools',
  title: 'Look for more tools',
  description:
    'Look up tools that exist but whose schemas you were not given. The query is select:NAME,NAME for tools by name, or ' +
    'words that must all occur in a name or description. Answers with descriptions and schemas; after that the tools can be ' +
    'run with execute_extra_tool. Do not use it for tools that you have already.',
  inputSchema: z.object({ query: z.string().describe('select:NAME,NAME or words') }),
  annotations: { readOnly: true },
  summarize: ({ query }) => `Look for tools: ${query}`,
  async run({ query }, { deferredTools, loop }) {
    if (query.trim() === '') return failure('invalid_input', 'Error: query is required');
    const found = findTools(deferredTools, query.trim());
    if (found.length === 0) return success(`No matching deferred tools for query: ${query}`);
    for (const { name } of found) loop.unlocked.add(name);
    const count = `Found ${found.length} deferred ${found.length === 1 ? 'tool' : 'tools'}:`;
    const shown = found.map(
      ({ name, description, inputSchema }) =>
        `## ${name}\n${description}\nparams schema: ${JSON.stringify(inputSchema)}`,
    );
    return success([count, ...shown].join('\n\n'));
  },
});

/** Runs a deferred tool: its input is checked and its permission asked as if it had been called itself. */
export const executeExtraToolTool: Tool = defineTool({
  name: 'execute_extra_tool',
  title: 'Use one more tool',
  description:
    'Run a tool that search_extra_tools has shown in this conversation. params is the input of that tool, by its schema. The ' +
    'call is checked and needs the same permission as the tool itself. Do not use it for the tools that you were given directly.',
  inputSchema: z.object({
    tool_name: z.string().describe('The name that search_extra_tools showed'),
    params: z.record(z.string(), z.unknown()).describe('The input of that tool').optional(),
  }),
  // What it does is what the other tool says of itself.
  annotations: { readOnly: true, destructive: false },
  async prepare({ tool_name: name, params = {} }, { deferredTools, loop }) {
    if (name.trim() === '') return failure('invalid_input', 'execute_extra_tool: tool_name is required');
    const target = deferredTools.find((tool) => tool.name === name);
    if (!target) return failure('unknown_tool', `unknown tool ${name}`);
    if (!loop.unlocked.has(name)) {
      return failure(
        'unknown_tool',
        `${name} is not unlocked in this session; look it up with search_extra_tools first, query "${SELECT}${name}"`,
      );
    }
    const accepted = target.accept(params);
    if ('content' in accepted) {
      const [part] = accepted.content;
      return failure('invalid_input', `invalid params for ${name}: ${part?.text ?? ''}`);
    }
    return { forwardTo: target, input: params };
  },
});

/** Returns the block that tells a model which deferred tools there are; empty when there are none. */
export function describeDeferredTools(tools: readonly Pick<Tool, 'name'>[]): string {
  if (tools.length === 0) return '';
  const names = tools.map(({ name }) => name).sort();
  return [
    '<available-deferred-tools>',
    ...names,
    '</available-deferred-tools>',
    'These tools exist too. Look one up with search_extra_tools before you run it with execute_extra_tool.',
  ].join('\n');
}

function findTools(tools: readonly Tool[], query: string): Tool[] {
  if (query.startsWith(SELECT)) {
    const tokens = query
      .slice(SELECT.length)
      .split(',')
      .map((token) => token.trim())
      .filter(Boolean);
    const chosen = new Set(tokens.flatMap((token) => selectTools(tools, token)));
    return tools.filter((tool) => chosen.has(tool));
  }
  const words = query.toLowerCase().split(/\s+/);
  return tools.filter(({ name, description }) => {
    const text = `${name.replaceAll('__', ' ')} ${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A token is a tool's exact name, or else a part of names. */
function selectTools(tools: readonly Tool[], token: string): Tool[] {
  const exact = tools.filter(({ name }) => name === token);
  if (exact.length > 0) return exact;
  return tools.filter(({ name }) => name.toLowerCase().includes(token.toLowerCase()));
}
