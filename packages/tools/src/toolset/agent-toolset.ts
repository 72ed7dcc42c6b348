import { bashTool } from '../builtin/bash/bash-tool.ts';
import { editTool } from '../builtin/edit/edit-tool.ts';
import { globTool } from '../builtin/glob/glob-tool.ts';
import { grepTool } from '../builtin/grep/grep-tool.ts';
import { readTool } from '../builtin/read/read-tool.ts';
import { writeTool } from '../builtin/write/write-tool.ts';
import type { Tool } from '../contract/tool.ts';

/** The six tools of `agent_toolset_20260401` that run beside files, in canonical order. */
export const agentToolset20260401: readonly Tool[] = [bashTool, readTool, writeTool, editTool, globTool, grepTool];

/** A tool as a model API takes it. Plain data. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
  readonly destructive: boolean;
}

/** Returns the model-facing form of tools. */
export function describeTools(tools: readonly Tool[]): ToolDescription[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    readOnly: tool.annotations.readOnly,
    destructive: tool.annotations.destructive,
  }));
}
