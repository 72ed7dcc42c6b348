import type { ToolPreset } from 'cloche';

/** The presets to choose from, with what each is for. */
export const TOOL_PRESETS: readonly { readonly name: ToolPreset; readonly label: string }[] = [
  { name: 'agentToolset20260401', label: 'agentToolset20260401: as the SDK defines them' },
  { name: 'codingTools', label: 'codingTools: evidence, planning, retained output' },
  { name: 'fileTools', label: 'fileTools: files alone, no shell' },
];

/** Returns the preset that the address names, or the default one. */
export function presetInAddress(): ToolPreset {
  const name = new URLSearchParams(location.search).get('tools');
  return TOOL_PRESETS.find((preset) => preset.name === name)?.name ?? 'agentToolset20260401';
}

/** Opens the page again with another preset; the workspace and its sessions stay. */
export function choosePreset(preset: ToolPreset): void {
  const query = new URLSearchParams(location.search);
  query.set('tools', preset);
  location.search = query.toString();
}
