import type { Tool } from './tool.ts';
import { failure, type ToolResult } from './tool-result.ts';

/** The tools of a runner by name. */
export interface ToolRegistry {
  /** What the model is told of, in the order given. */
  readonly tools: readonly Tool[];
  /** What it hears of only by asking. */
  readonly deferred: readonly Tool[];
  find(name: string): Tool | undefined;
  /** The error result for a name that no tool has. */
  unknown(name: string): ToolResult;
}

/** Names of the platform's own delegation tools, which no runner may answer. */
const DELEGATION_NAMES: ReadonlySet<string> = new Set([
  'create_agent',
  'send_to_agent',
  'list_agents',
  'wait_for_agents',
  'submit_result',
  'send_to_parent',
]);

/**
 * Creates a registry. Throws a `TypeError` for a name that is given twice or that belongs to delegation. `absent` says by name
 * why a tool that models know is not there.
 */
export function createToolRegistry(
  tools: readonly Tool[],
  deferred: readonly Tool[] = [],
  absent: Readonly<Record<string, string>> = {},
): ToolRegistry {
  const byName = new Map<string, Tool>();
  for (const tool of [...tools, ...deferred]) {
    if (byName.has(tool.name)) throw new TypeError(`two tools are called ${tool.name}; give each a name of its own`);
    if (DELEGATION_NAMES.has(tool.name)) {
      throw new TypeError(`${tool.name} belongs to the platform's own delegation between agents; use another name`);
    }
    byName.set(tool.name, tool);
  }
  const deferredNames = new Set(deferred.map(({ name }) => name));
  return {
    tools,
    deferred,
    find: (name) => (deferredNames.has(name) ? undefined : byName.get(name)),
    unknown(name) {
      if (deferredNames.has(name)) {
        return failure('unknown_tool', `${name} is a deferred tool; call it through execute_extra_tool`);
      }
      if (Object.hasOwn(absent, name)) return failure('unavailable', `${name}: ${absent[name]}`);
      const known = tools.map((tool) => tool.name).join(', ');
      return failure('unknown_tool', `unknown tool ${JSON.stringify(name)}; the tools are ${known}`);
    },
  };
}
