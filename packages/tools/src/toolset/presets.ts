import type { Tool } from '../contract/tool.ts';
import { agentToolset20260401 } from './agent-toolset.ts';
import { codingTools } from './coding-tools.ts';
import { fileTools } from './file-tools.ts';

/** The toolsets by name. */
export const presets: Readonly<Record<ToolPreset, readonly Tool[]>> = { agentToolset20260401, codingTools, fileTools };

/** A toolset's name. */
export type ToolPreset = 'agentToolset20260401' | 'codingTools' | 'fileTools';
