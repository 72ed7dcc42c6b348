import { isInside, joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../contract/tool.ts';
import { failure, success, type ToolErrorCode, type ToolResult } from '../contract/tool-result.ts';
import type { ChangeNameOutcome } from '../host/tool-host.ts';
import { fileProblem } from '../output/describe-problem.ts';
import { moveNeeds, nameNeeds, readNeeds } from '../permissions/file-needs.ts';
import { pathProblem } from './files/workspace-path.ts';
import { PATH_LIMIT } from './path-limit.ts';

const twoPaths = z.object({ source: z.string(), destination: z.string() });
const TWO_LIMITS = { source: PATH_LIMIT, destination: PATH_LIMIT };

/** Copies one file. */
export const copyTool: Tool = defineTool({
  name: 'copy',
  title: 'Copy a file',
  description:
    'Copy one regular file, byte for byte with its mode; missing parent directories are made. Nothing may be at the ' +
    'destination yet. Directories are not copied. A copy counts as unread: read it before you change it.',
  inputSchema: twoPaths,
  annotations: { destructive: false },
  fieldLimits: TWO_LIMITS,
  summarize: ({ source, destination }) => `Copy ${source} to ${destination}`,
  async needs({ source, destination }, context) {
    const read = await readNeeds(source, context);
    const written = await nameNeeds([destination], context);
    return { paths: [...read.paths, ...written.paths] };
  },
  check: (paths, context) => checkTransfer('copy', paths, context),
  run: (paths, context) => transfer('copy', paths, context),
});

/** Moves a file or a directory. */
export const moveTool: Tool = defineTool({
  name: 'move',
  title: 'Move a file',
  description:
    'Move or rename a file or a whole directory; missing parent directories are made. Nothing may be at the destination yet: ' +
    'nothing is ever overwritten. What was moved counts as unread: read it before you change it.',
  inputSchema: twoPaths,
  annotations: { destructive: false },
  fieldLimits: TWO_LIMITS,
  summarize: ({ source, destination }) => `Move ${source} to ${destination}`,
  needs: ({ source, destination }, context) => moveNeeds(source, destination, context),
  check: (paths, context) => checkTransfer('move', paths, context),
  run: (paths, context) => transfer('move', paths, context),
});

/** Removes a file or an empty directory. */
export const removeTool: Tool = defineTool({
  name: 'remove',
  title: 'Remove a file',
  description:
    'Remove one file, one symbolic link (not what it leads to) or one empty directory. A directory that holds anything is ' +
    'refused: there is no recursive removal. What is removed is gone; it need not have been read.',
  inputSchema: z.object({ path: z.string() }),
  annotations: { destructive: true },
  fieldLimits: { path: PATH_LIMIT },
  scope: ({ path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, path)) }),
  summarize: ({ path }) => `Remove ${path}`,
  check({ path }, { workdir }) {
    const problem = pathProblem('remove', 'path', path, workdir);
    if (problem) return problem;
    return normalizePath(joinPath(workdir, path)) === workdir
      ? failure('invalid_input', 'cannot remove the workspace itself')
      : undefined;
  },
  async needs({ path }, context) {
    return { ...(await nameNeeds([path], context)), deletes: true };
  },
  async run({ path }, { host, workdir, signal }) {
    const outcome = await host.call('change_name', { action: 'remove', path: joinPath(workdir, path) }, { signal });
    if (outcome.kind === 'done') return success(`removed "${path}"`);
    if (outcome.kind === 'failed') return fileProblem('remove', path, outcome);
    return failure(CODES[outcome.reason], `cannot remove "${path}": ${REMOVAL_REASONS[outcome.reason]}`);
  },
});

function checkTransfer(
  action: 'copy' | 'move',
  { source, destination }: z.infer<typeof twoPaths>,
  { workdir }: Pick<ToolContext, 'workdir'>,
): ToolResult | undefined {
  const problem =
    pathProblem(action, 'source', source, workdir) ?? pathProblem(action, 'destination', destination, workdir);
  if (problem || action === 'copy') return problem;
  const [from, to] = [source, destination].map((path) => normalizePath(joinPath(workdir, path)));
  if (from === workdir) return failure('invalid_input', 'cannot move the workspace itself');
  return from !== undefined && to !== undefined && from !== to && isInside(from, to)
    ? failure('invalid_input', `cannot move "${source}" to "${destination}": that is inside itself`)
    : undefined;
}

async function transfer(
  action: 'copy' | 'move',
  { source, destination }: z.infer<typeof twoPaths>,
  { host, workdir, signal }: ToolContext,
): Promise<ToolResult> {
  const params = { action, path: joinPath(workdir, source), to: joinPath(workdir, destination) };
  const outcome = await host.call('change_name', params, { signal });
  if (outcome.kind === 'done') return success(`${DONE[action]} "${source}" to "${destination}"`);
  if (outcome.kind === 'failed') return fileProblem(action, destination, outcome);
  const subject = outcome.reason === 'exists' ? `to "${destination}"` : `"${source}"`;
  return failure(CODES[outcome.reason], `cannot ${action} ${subject}: ${TRANSFER_REASONS[outcome.reason]}`);
}

type Reason = Extract<ChangeNameOutcome, { kind: 'refused' }>['reason'];

const DONE = { copy: 'copied', move: 'moved' } as const;

const CODES: Readonly<Record<Reason, ToolErrorCode>> = {
  missing: 'not_found',
  exists: 'already_exists',
  not_a_file: 'not_a_file',
  not_empty: 'not_empty',
};

const TRANSFER_REASONS: Readonly<Record<Reason, string>> = {
  missing: 'source does not exist',
  exists: 'destination already exists',
  not_a_file: 'source is not a regular file',
  not_empty: 'the directory is not empty',
};

const REMOVAL_REASONS: Readonly<Record<Reason, string>> = {
  missing: 'path does not exist',
  exists: 'it exists',
  not_a_file: 'it is not a regular file',
  not_empty: 'directory is not empty; recursive removal is not supported',
};
