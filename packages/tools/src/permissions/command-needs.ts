import type { ToolContext } from '../contract/tool.ts';
import { MAX_REAL_PATHS } from '../host/file-facts.ts';
import type { RealPath } from '../host/tool-host.ts';
import { placeCommands, placesToResolve } from './command-place.ts';
import { networkNeedsOf } from './network-needs.ts';
import { pathNeedsOf } from './path-needs.ts';
import type { PathNeed, PermissionNeeds } from './permission-needs.ts';

/** A command line that would run. */
export interface RequestedCommand {
  /** Absent when only the shell is restarted. */
  readonly command: string | undefined;
  readonly cwd: string;
  /** The shell is restarted first: its functions, aliases and options are gone when the command is read. */
  readonly isRestarted: boolean;
}

/**
 * Returns what a command line needs; nothing beside the tool when there is none. Files are needed under the names that they
 * are given and under those to which these lead.
 */
export async function commandNeeds(
  { command, cwd, isRestarted }: RequestedCommand,
  context: Pick<ToolContext, 'analyzeCommand' | 'host' | 'signal' | 'workdir'>,
): Promise<{ readonly needs?: Pick<PermissionNeeds, 'command' | 'paths' | 'network'> }> {
  if (!command) return {};
  const analyzed = await context.analyzeCommand(command, { isRestarted });
  const place = { text: command, cwd, root: context.workdir };
  const named = pathNeedsOf(analyzed, cwd);
  const found = await realPathsOf([...placesToResolve(analyzed, place), ...named.flatMap(askedOf)], context);
  const realPaths = new Map(Array.from(found, ([path, real]) => [path, real.resolvedPath]));
  const analysis = placeCommands(analyzed, { ...place, realPaths });
  const paths = named.flatMap((need) => withRealPaths(need, found));
  return { needs: { command: { text: command, cwd, analysis }, paths, network: networkNeedsOf(analysis) } };
}

/** A file is needed under the name that it is given and under those to which that leads. */
function withRealPaths(need: PathNeed, found: ReadonlyMap<string, RealPath>): PathNeed[] {
  const { path } = need;
  const [asked] = askedOf(need);
  const real = asked === undefined ? undefined : found.get(asked);
  if (path === undefined || !real) return [need];
  if (real.resolvedPath === undefined) return [need, { ...need, path: undefined, isCovered: true, isPossible: true }];
  const places = new Set([real.resolvedPath, real.linkPath ?? path]);
  places.delete(path);
  return [need, ...Array.from(places, (place) => ({ ...need, path: place }))];
}

function askedOf({ path, asked }: PathNeed): string[] {
  return path === undefined ? [] : [asked ?? path];
}

/** Asks the machine where paths lead. */
async function realPathsOf(
  paths: readonly string[],
  { host, signal }: Pick<ToolContext, 'host' | 'signal'>,
): Promise<Map<string, RealPath>> {
  const asked = [...new Set(paths)];
  const found = new Map<string, RealPath>();
  for (let from = 0; from < asked.length; from += MAX_REAL_PATHS) {
    const batch = asked.slice(from, from + MAX_REAL_PATHS);
    const answer = await host.call('real_paths', { paths: batch }, { signal });
    for (const [index, path] of batch.entries()) {
      const real = answer.paths[index];
      if (real) found.set(path, real);
    }
  }
  return found;
}
