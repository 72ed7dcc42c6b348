import { joinPath, normalizePath } from '@cloche/system';
import type { PreparedCall, ToolContext } from '../contract/tool.ts';
import type { ToolResult } from '../contract/tool-result.ts';
import type { FileFacts } from '../host/tool-host.ts';
import type { PathNeed, PermissionNeeds } from './permission-needs.ts';

type Needs = Pick<PermissionNeeds, 'paths'>;

/** Returns what changing a file needs: the place that is named, the one that is changed, and where its links lead. */
export function writeNeeds(
  path: string,
  { linkPath, resolvedPath }: Pick<FileFacts, 'linkPath' | 'resolvedPath'>,
  { workdir }: Pick<ToolContext, 'workdir'>,
): Needs {
  return { paths: pathNeeds('write', [normalizePath(joinPath(workdir, path)), linkPath, resolvedPath], path) };
}

/** The same of a change whose answer shows what the file holds: a rule that guards its text counts too. */
export function editNeeds(
  path: string,
  facts: Pick<FileFacts, 'linkPath' | 'resolvedPath'>,
  context: Pick<ToolContext, 'workdir'>,
): Needs {
  const reads = seenReadNeeds(path, facts, context).paths.map((need) => ({ ...need, isPossible: true }));
  return { paths: [...writeNeeds(path, facts, context).paths, ...reads] };
}

/** Gives the reason why a change cannot be made, which tells of the file's text, only where the file may be read. */
export function refuseAfterReading(
  reason: ToolResult,
  path: string,
  facts: Pick<FileFacts, 'resolvedPath'>,
  context: Pick<ToolContext, 'workdir'>,
): PreparedCall {
  return {
    needs: { ...seenReadNeeds(path, facts, context), gateAs: 'read', isReading: true },
    subject: { summary: `Look for what to change in ${path}`, detail: { kind: 'query', text: path } },
    run: () => Promise.resolve(reason),
  };
}

/** Returns what moving a file, or a directory with all that is in it, needs: it can be read elsewhere then. */
export async function moveNeeds(
  source: string,
  destination: string,
  context: Pick<ToolContext, 'host' | 'workdir' | 'signal'>,
): Promise<Needs> {
  const { paths } = await nameNeeds([source, destination], context);
  const read = paths.filter(({ text }) => text === source);
  return {
    paths: [
      ...paths.map((need) => ({ ...need, isTree: true })),
      ...read.map((need) => ({ ...need, access: 'read' as const, isTree: true, isPossible: true })),
    ],
  };
}

/** Returns what making or removing a name needs: the name itself is changed, not what it leads to. */
export async function nameNeeds(
  paths: readonly string[],
  context: Pick<ToolContext, 'host' | 'workdir' | 'signal'>,
): Promise<Needs> {
  const needs: PathNeed[] = [];
  for (const path of paths) {
    const asked = joinPath(context.workdir, path);
    const { linkPath } = await context.host.call('facts', { path: asked, maxBytes: 0 }, { signal: context.signal });
    needs.push(...pathNeeds('write', [normalizePath(asked), linkPath], path));
  }
  return { paths: needs };
}

/** Returns what reading a file or listing a directory needs: its own path, and where its links lead. */
export async function readNeeds(
  path: string,
  { host, workdir, signal }: Pick<ToolContext, 'host' | 'workdir' | 'signal'>,
): Promise<Needs> {
  const asked = joinPath(workdir, path);
  const facts = await host.call('facts', { path: asked, maxBytes: 0 }, { signal });
  return seenReadNeeds(path, facts, { workdir });
}

/** The same of a file that has been looked at already. */
export function seenReadNeeds(
  path: string,
  { resolvedPath }: Pick<FileFacts, 'resolvedPath'>,
  { workdir }: Pick<ToolContext, 'workdir'>,
): Needs {
  return { paths: pathNeeds('read', [normalizePath(joinPath(workdir, path)), resolvedPath], path) };
}

/** Returns what looking for names by a pattern needs: the directory to start in, and the one that the pattern itself names. */
export async function globNeeds(
  path: string,
  pattern: string,
  context: Pick<ToolContext, 'host' | 'workdir' | 'signal'>,
): Promise<Needs> {
  const fixed = pattern.slice(0, pattern.search(/[*?[{\\]|$/));
  const named = fixed.slice(0, fixed.lastIndexOf('/') + 1);
  const start = await readNeeds(path, context);
  if (named === '') return start;
  const below = await readNeeds(joinPath(joinPath(context.workdir, path), named), context);
  return { paths: [...start.paths, ...below.paths.map((need) => ({ ...need, text: named }))] };
}

/** Returns what reading a directory with everything below it needs, or a file. */
export async function treeNeeds(
  path: string,
  context: Pick<ToolContext, 'host' | 'workdir' | 'signal'>,
): Promise<Needs> {
  const { paths } = await readNeeds(path, context);
  return { paths: paths.map((need) => ({ ...need, isTree: true })) };
}

function pathNeeds(access: PathNeed['access'], places: readonly string[], text: string): PathNeed[] {
  return Array.from(new Set(places), (path) => ({ access, path, text }));
}
