import type { Tool } from '../contract/tool.ts';
import type { PermissionPolicy } from '../permissions/permission-gate.ts';
import { agentToolset20260401 } from './agent-toolset.ts';
import {
  AGENT_TOOL_NAMES,
  asPolicy,
  readToolsetEntry,
  ToolsetConfigError,
  type ToolsetEntry,
} from './toolset-entry.ts';

/** A tool that is on, with its policy. */
export interface LiveTool {
  readonly name: string;
  readonly policy: PermissionPolicy;
}

/** A tool as the Messages API takes it. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
}

/**
 * Returns the policies of the tools that an `agent_toolset_20260401` entry turns on, in canonical order. Names that are
 * no built-in tool's are ignored. Throws `ToolsetConfigError` for an unknown policy of a tool that is on.
 */
export function policies(entry: unknown): LiveTool[] {
  return liveTools(readToolsetEntry('agent_toolset_20260401', entry), AGENT_TOOL_NAMES);
}

/** Returns the API definitions of the tools that an `agent_toolset_20260401` entry turns on and that run here. */
export function tools(entry: unknown, available: readonly Tool[] = agentToolset20260401): ApiTool[] {
  const live = new Set(policies(entry).map(({ name }) => name));
  return available
    .filter(({ name }) => live.has(name))
    .map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
}

/** What an `mcp_toolset` entry makes of the tools that its server reports. */
export interface ResolvedMcp {
  /** In the server's order. */
  readonly tools: readonly LiveTool[];
  /** Names in `configs` that the server did not report, by first appearance: for a warning. */
  readonly unmatched: readonly string[];
}

/**
 * Applies an `mcp_toolset` entry to what the server reports; nameless and repeated tools are dropped. Throws
 * `ToolsetConfigError` for an unknown policy of a tool that is on.
 */
export function resolveMcp(entry: unknown, reported: readonly { readonly name?: string }[]): ResolvedMcp {
  const read = readToolsetEntry('mcp_toolset', entry);
  const names = [...new Set(reported.flatMap(({ name }) => (name ? [name] : [])))];
  return { tools: liveTools(read, names), unmatched: read.names.filter((name) => !names.includes(name)) };
}

function liveTools(entry: ToolsetEntry, names: readonly string[]): LiveTool[] {
  return names.flatMap((name) => {
    const { enabled, policy } = entry.resolve(name);
    if (!enabled) return [];
    const known = asPolicy(policy);
    if (!known) throw new ToolsetConfigError(`${entry.type}: unknown permission_policy type ${JSON.stringify(policy)}`);
    return [{ name, policy: known }];
  });
}
