import type { Tool } from '../contract/tool.ts';
import { agentToolset20260401 } from './agent-toolset.ts';
import { codingTools, codingToolsWithoutProcesses } from './coding-tools.ts';
import { fileTools } from './file-tools.ts';
import { absentWebTools, webTools } from './web-tools.ts';

/** The toolsets by name. */
export const presets: Readonly<Record<ToolPreset, readonly Tool[]>> = { agentToolset20260401, codingTools, fileTools };

/** A toolset's name. */
export type ToolPreset = 'agentToolset20260401' | 'codingTools' | 'fileTools';

/** What can be left out of a toolset. */
export interface PresetOptions {
  /** Whether commands may outlast their call: with `false` there are no tools, and no fields of bash, for that. Default true. */
  readonly processes?: boolean;
  /** What of the web the app gives: the tools for the rest are not there. Default: nothing. */
  readonly web?: { readonly fetch?: boolean; readonly search?: boolean };
}

/** Returns the tools of a preset, less what the options leave out. */
export function presetTools(preset: ToolPreset, { processes = true, web = {} }: PresetOptions = {}): readonly Tool[] {
  const own = preset === 'codingTools' && !processes ? codingToolsWithoutProcesses : presets[preset];
  return [...own, ...webTools(preset, web)];
}

/** Returns why tools of a preset that models know are not there, by name. */
export function absentTools(preset: ToolPreset, { web = {} }: PresetOptions = {}): Readonly<Record<string, string>> {
  return absentWebTools(preset, web);
}
