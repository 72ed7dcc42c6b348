import type { ToolContext } from '../contract/tool.ts';
import type { PermissionNeeds } from './evaluate-rules.ts';
import { pathNeedsOf } from './path-needs.ts';

/** A command line that would run. */
export interface RequestedCommand {
  /** Absent when only the shell is restarted. */
  readonly command: string | undefined;
  readonly cwd: string;
  /** The shell is restarted first: its functions, aliases and options are gone when the command is read. */
  readonly isRestarted: boolean;
}

/** Returns what a command line needs; nothing beside the tool when there is none. */
export async function commandNeeds(
  { command, cwd, isRestarted }: RequestedCommand,
  { analyzeCommand }: Pick<ToolContext, 'analyzeCommand'>,
): Promise<{ readonly needs?: Pick<PermissionNeeds, 'command' | 'paths'> }> {
  if (!command) return {};
  const analysis = await analyzeCommand(command, { isRestarted });
  return { needs: { command: { text: command, cwd, analysis }, paths: pathNeedsOf(analysis, cwd) } };
}
